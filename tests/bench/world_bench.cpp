// The product's own stages: a whole generation, and an audit, on WindswardLike seed 42 without water.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/parallel/freed_memory.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit.h"
#include "core/template/template_io.h"
#include "core/world/detail/ground_detail.h"
#include "core/world/detail/world_detail.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"

namespace {

using namespace fw;

const Template& windsward() {
  static const Template tmpl = test::dry_template("WindswardLike");
  return tmpl;
}

const World& world() {
  static const auto made = generate(windsward(), SeedBundle::from_master(42)).value();
  return *made;
}

/// Milliseconds per step of one generation after the other, from its own progress reports.
class StageClock {
 public:
  Progress watch() {
    Progress progress;
    progress.report = [this](std::string_view stage, double) { begin(stage); };
    return progress;
  }
  void begin(std::string_view stage) {
    const auto now = std::chrono::steady_clock::now();
    if (!stage_.empty()) ms_[stage_] += std::chrono::duration<double, std::milli>(now - began_).count();
    stage_ = stage;
    began_ = now;
  }
  /// Ends the generation and shows the means.
  void show(benchmark::State& state) {
    begin("");
    for (const auto& [stage, ms] : ms_)
      state.counters[stage] = benchmark::Counter(ms, benchmark::Counter::kAvgIterations);
  }

 private:
  std::string stage_;
  std::chrono::steady_clock::time_point began_;
  std::map<std::string, double> ms_;
};

void generate_world(benchmark::State& state) {
  const auto resolution = static_cast<int>(state.range(0));
  const ThreadLimit limit(static_cast<int>(state.range(1)));
  StageClock clock;
  for (auto _ : state) {
    clock.begin("");
    benchmark::DoNotOptimize(generate(windsward(), SeedBundle::from_master(42), resolution, clock.watch()));
  }
  clock.show(state);
}
BENCHMARK(generate_world)
    ->ArgNames({"resolution", "threads"})
    ->ArgsProduct({{256, 512, 1024, 2048}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Water against a world without it: 0 = WindswardLike without water, 1 = that with rivers on its
/// own relief, 2 = WindswardLike.
void generate_rivers(benchmark::State& state) {
  Template tmpl = windsward();
  if (state.range(0) == 1) tmpl.water.rivers = Nature::natural;
  if (state.range(0) == 2)
    tmpl = parse_template(find_builtin("WindswardLike")->text, "WindswardLike").value();
  const ThreadLimit limit(static_cast<int>(state.range(1)));
  StageClock clock;
  for (auto _ : state) {
    clock.begin("");
    benchmark::DoNotOptimize(generate(tmpl, SeedBundle::from_master(42), kDefaultResolution, clock.watch()));
  }
  clock.show(state);
}
BENCHMARK(generate_rivers)
    ->ArgNames({"water", "threads"})
    ->ArgsProduct({{0, 1, 2}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// The largest built-in template: 120 regions, 12 biomes, 6 bands, 12 kinds of landmarks.
void generate_continent(benchmark::State& state) {
  static const Template tmpl = parse_template(find_builtin("ContinentLike")->text, "ContinentLike").value();
  const auto resolution = static_cast<int>(state.range(0));
  const ThreadLimit limit(static_cast<int>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(generate(tmpl, tmpl.seeds(), resolution));
}
BENCHMARK(generate_continent)
    ->ArgNames({"resolution", "threads"})
    ->ArgsProduct({{512, 1024}, {2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// What the window makes first of an edit of the land (0) or of its heights (1): a draft of 128 cells.
void draft_128(benchmark::State& state, const char* name) {
  constexpr int kDraftResolution = 128;
  const Template of = test::builtin(name);
  StageCache cache;
  int n = 0;
  for (auto _ : state) {
    Template tmpl = of;
    ++n;
    if (state.range(0) == 0)
      tmpl.land.fraction *= 1 - 0.005 * (n % 16);
    else
      tmpl.relief.height_max_m *= 1 - 0.005 * (n % 16);
    benchmark::DoNotOptimize(
        generate(tmpl, SeedBundle::from_master(42), kDraftResolution, {}, &cache, GenerateScope::draft));
  }
}
void fractions_and_heights(benchmark::internal::Benchmark* rows) {
  rows->ArgName("heights")->Arg(0)->Arg(1);
  rows->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}
BENCHMARK_CAPTURE(draft_128, windsward, "WindswardLike")->Apply(fractions_and_heights);
BENCHMARK_CAPTURE(draft_128, continent, "ContinentLike")->Apply(fractions_and_heights);

/// One edit after another, with a cache of the previous world. `edit` makes the n-th template; no two of
/// those that the cache keeps are alike.
template <typename Edit>
void generate_edit(benchmark::State& state, const Edit& edit) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  StageCache cache;
  benchmark::DoNotOptimize(
      generate(windsward(), SeedBundle::from_master(42), kDefaultResolution, {}, &cache));
  int n = 0;
  for (auto _ : state) {
    Template tmpl = windsward();
    edit(tmpl, n++ % 8 + 1);
    benchmark::DoNotOptimize(generate(tmpl, SeedBundle::from_master(42), kDefaultResolution, {}, &cache));
  }
}

void edit_danger_mix_512(benchmark::State& state) {
  generate_edit(state, [](Template& tmpl, int n) {
    tmpl.vocabulary.danger[0].share -= 0.01 * n;
    tmpl.vocabulary.danger[1].share += 0.01 * n;
  });
}
BENCHMARK(edit_danger_mix_512)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void edit_enemy_quota_512(benchmark::State& state) {
  generate_edit(state, [](Template& tmpl, int n) { tmpl.enemies.front().quota += n; });
}
BENCHMARK(edit_enemy_quota_512)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Time from cancelling a generation to its end: the longest of many, cancelled at different moments.
void cancel_512(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  double longest_ms = 0;
  int after_ms = 1;
  for (auto _ : state) {
    std::atomic<bool> cancel{false};
    Progress progress;
    progress.cancel = &cancel;
    std::thread generation([&] {
      benchmark::DoNotOptimize(
          generate(windsward(), SeedBundle::from_master(42), kDefaultResolution, progress));
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(after_ms));
    const auto wished = std::chrono::steady_clock::now();
    cancel = true;
    generation.join();
    const double answer_ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wished).count();
    longest_ms = std::max(longest_ms, answer_ms);
    state.SetIterationTime(answer_ms / 1e3);
    after_ms = (after_ms + 7) % 600 + 1;
  }
  state.counters["longest_ms"] = longest_ms;
}
BENCHMARK(cancel_512)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(80)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

void audit_512(benchmark::State& state) {
  const World& measured = world();
  for (auto _ : state) benchmark::DoNotOptimize(audit(measured, windsward()));
}
BENCHMARK(audit_512)->Unit(benchmark::kMillisecond)->UseRealTime();

/// One place of detail below the plan grid, by octaves, on one thread.
void detail_place(benchmark::State& state) {
  constexpr size_t kPlaces = 2048;
  const GroundDetail detail = ground_detail(windsward(), SeedBundle::from_master(42));
  std::vector<double> x_m(kPlaces);
  for (size_t i = 0; i < kPlaces; ++i) x_m[i] = 3.9 * static_cast<double>(i);
  const std::vector<float> east(kPlaces, 0.4F), north(kPlaces, 0.3F), share(kPlaces, 1),
      away_m(kPlaces, 1e3F);
  std::vector<float> out(kPlaces);
  double y_m = 0;
  for (auto _ : state) {
    detail_row(detail, {0, static_cast<int>(state.range(0))},
               {x_m, y_m = std::fmod(y_m + 3.9, 8000), east, north, share, away_m}, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["place"] = benchmark::Counter(static_cast<double>(state.iterations() * kPlaces),
                                               benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(detail_place)->ArgName("octaves")->Arg(4)->Arg(7);

/// The whole of it over a finished world of 2048 cells a side.
void detail_2048(benchmark::State& state) {
  static const auto ground =
      generate(windsward(), SeedBundle::from_master(42), 2048, {}, nullptr, GenerateScope::ground).value();
  for (auto _ : state)
    benchmark::DoNotOptimize(make_detail(windsward(), SeedBundle::from_master(42), ground->height_m,
                                         {ground->region, ground->water, {}}, {}, {}));
}
BENCHMARK(detail_2048)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

int main(int argc, char** argv) {
  fw::keep_freed_memory();  // as the command and the designer do
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
