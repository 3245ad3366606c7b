// What the designer's hand costs without a window. Processor time on one thread, so that a busy machine tells
// the same; ratios are of two runs in turn.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/freed_memory.h"
#include "core/base/parallel/parallel.h"
#include "core/field/shape.h"
#include "core/world/generate.h"
#include "tests/much_by_hand.h"
#include "tests/support/templates.h"

namespace {

using namespace fw;

constexpr uint64_t kSeed = 42;

const Template& windsward() {
  static const Template tmpl = test::dry_template("WindswardLike");
  return tmpl;
}

/// Processor time of this process, s.
double processor_s() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Wall time.
template <typename Work>
double seconds_of(const Work& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

std::shared_ptr<const World> world_of(const Template& tmpl, const Progress& progress = {}) {
  return generate(tmpl, SeedBundle::from_master(kSeed), kDefaultResolution, progress).value();
}

/// 1,000 strokes on a raster of classes, as paint is drawn.
void strokes_to_raster(benchmark::State& state) {
  const Template tmpl = with_much_by_hand(windsward());
  std::vector<Shape> shapes;
  for (const PaintRow& row : tmpl.hand.biome) shapes.push_back(read_shape(row.place.shape).value());
  const GridSpec grid = frame_grid(tmpl.frame, static_cast<int>(state.range(0)));
  for (auto _ : state) {
    Raster<uint8_t> codes(grid);
    uint8_t code = 0;
    for (const Shape& shape : shapes) {
      code = static_cast<uint8_t>(code % 7 + 1);
      visit_shape(shape, 60, grid, 60, [&](uint32_t cell, double inside) {
        if (inside >= 0) codes[cell] = code;
      });
    }
    benchmark::DoNotOptimize(codes);
  }
}
BENCHMARK(strokes_to_raster)->ArgName("resolution")->Arg(512)->Arg(2048)->Unit(benchmark::kMillisecond);

void read_much_by_hand(benchmark::State& state) {
  const std::string text = write_template(with_much_by_hand(windsward()));
  for (auto _ : state) benchmark::DoNotOptimize(parse_template(text, "bench"));
  state.counters["kB"] = static_cast<double>(text.size()) / 1e3;
}
BENCHMARK(read_much_by_hand)->Unit(benchmark::kMillisecond);

void write_much_by_hand(benchmark::State& state) {
  const Template tmpl = with_much_by_hand(windsward());
  for (auto _ : state) benchmark::DoNotOptimize(write_template(tmpl));
}
BENCHMARK(write_much_by_hand)->Unit(benchmark::kMillisecond);

/// Strokes of biomes, bands and factions in turn until 30 % of the land is under one of them, and 500 pins on
/// natural points.
Template with_a_third_painted(const World& natural) {
  Template t = windsward();
  RandomCursor random{derive(7, "bench.painted"), 0};
  const GridSpec& grid = natural.grid;
  std::vector<uint32_t> land;
  for (size_t cell = 0; cell < grid.cells(); ++cell)
    if (natural.region[cell] != 0) land.push_back(static_cast<uint32_t>(cell));
  Mask painted(grid);
  size_t done = 0;
  for (int k = 0; 10 * done < 3 * land.size(); ++k) {
    const Shape shape{Shape::Kind::lines,
                      {stroke_from(grid.centre(land[random.below(land.size())]), random)}};
    PaintRow row;
    row.id = "s" + std::to_string(k) + "s";
    row.place = {write_shape(shape), 110, {}};
    const auto any = [&](const auto& rows) { return rows[random.below(rows.size())].id; };
    if (k % 3 == 0) row.cls = any(t.vocabulary.biomes), t.hand.biome.push_back(row);
    if (k % 3 == 1) row.cls = any(t.vocabulary.danger), t.hand.danger.push_back(row);
    if (k % 3 == 2) row.cls = any(t.vocabulary.factions), t.hand.faction.push_back(row);
    visit_shape(shape, 110, grid, 0, [&](uint32_t cell, double) {
      done += painted[cell] == 0 && natural.region[cell] != 0;
      painted[cell] = 1;
    });
  }
  const std::vector<Point>& points = natural.points.points;
  for (int k = 0; k < 500; ++k) {
    const Point& at = points[random.below(points.size())];
    PinRow row;
    row.id = "p" + std::to_string(k) + "s";
    row.cls = natural.points.classes[static_cast<size_t>(at.class_index)].slug;
    row.x_m = at.position_m.x + 40 * random.uniform(-1, 1);
    row.y_m = at.position_m.y + 40 * random.uniform(-1, 1);
    t.hand.pins.push_back(row);
  }
  return parse_template(write_template(t), "bench").value();
}

/// `ratio`: of the whole, natural world and hand, over the natural world, wall time; floor 1.6 on two
/// threads.
void a_third_painted_over_the_natural_world(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const Template with = with_a_third_painted(*world_of(windsward()));
  std::vector<double> ratios;
  for (auto _ : state) {
    const double natural_s = seconds_of([] { world_of(windsward()); });
    const double hand_s = seconds_of([&] { world_of(with); });
    ratios.push_back(hand_s / natural_s);
  }
  std::sort(ratios.begin(), ratios.end());
  state.counters["ratio"] = ratios[ratios.size() / 2];
}
BENCHMARK(a_third_painted_over_the_natural_world)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Iterations(9)
    ->Unit(benchmark::kMillisecond);

/// Of a template without a hand: the share of the processor time that stages of the hand take. Floor .02.
void stages_of_the_hand_without_one(benchmark::State& state) {
  const ThreadLimit one(1);
  double hand_s = 0, all_s = 0, began = 0;
  std::string stage;
  const auto begin = [&](std::string_view next) {
    const double now = processor_s(), spent = now - began;
    if (!stage.empty()) all_s += spent;
    if (stage.find("hand") != std::string::npos) hand_s += spent;
    stage = next;
    began = now;
  };
  Progress progress;
  progress.report = [&](std::string_view name, double) { begin(name); };
  for (auto _ : state) {
    world_of(windsward(), progress);
    begin("");
  }
  state.counters["share"] = hand_s / std::max(all_s, 1e-9);
}
BENCHMARK(stages_of_the_hand_without_one)->Iterations(5)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();  // as the command and the designer do
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
