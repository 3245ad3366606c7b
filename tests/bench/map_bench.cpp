// The window's map of WindswardLike seed 42 without water in 1200 x 900 pixels: each look in full and quick,
// and the first repaint after an edit: layers at the coarse resolution, atlas, quick picture.

#include <benchmark/benchmark.h>

#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "render/map/map_picture.h"
#include "render/map/scene/atlas.h"
#include "tests/support/templates.h"

namespace {

using namespace fw;

constexpr int kCoarse = 128;

Template& windsward() {
  static Template tmpl = test::dry_template("WindswardLike");
  return tmpl;
}

const Atlas& atlas() {
  static const auto world = generate(windsward(), SeedBundle::from_master(42)).value();
  static const AuditReport report = audit(*world, windsward());
  static const Atlas made =
      prepare_atlas(*world, windsward(), report, make_palette(windsward().vocabulary), {});
  return made;
}

void draw(benchmark::State& state, const MapWindow& window, MapDetail detail) {
  const ThreadLimit limit(static_cast<int>(state.range(1)));
  const MapLook look = map_look(static_cast<View>(state.range(0)));
  atlas();
  for (auto _ : state) benchmark::DoNotOptimize(draw_map(atlas(), look, window, detail));
  state.SetLabel(std::string(kViewSlugs[static_cast<size_t>(state.range(0))]));
}

void map_full(benchmark::State& state) {
  draw(state, fit_window({8000, 8000}, 1200, 900), MapDetail::full);
}
BENCHMARK(map_full)
    ->ArgNames({"view", "threads"})
    ->ArgsProduct({{0, 1, 2, 3, 4}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void map_quick(benchmark::State& state) {
  draw(state, fit_window({8000, 8000}, 1200, 900), MapDetail::quick);
}
BENCHMARK(map_quick)
    ->ArgNames({"view", "threads"})
    ->ArgsProduct({{0, 1}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Half a metre a pixel: clipping keeps the cost of lines and points down.
void map_deep(benchmark::State& state) {
  draw(state, centred_on({0, 0, 0.5, 1200, 900, 1}, {4100, 4300}), MapDetail::full);
}
BENCHMARK(map_deep)
    ->ArgNames({"view", "threads"})
    ->ArgsProduct({{0, 4}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// From a slider's new value to new pixels, painting included.
void first_repaint(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  Template tmpl = windsward();
  StageCache cache;
  const MapWindow window = fit_window({8000, 8000}, 1200, 900);
  const MapLook look = map_look(View::overview);
  const AuditReport none;
  int step = 0;
  for (auto _ : state) {
    tmpl.land.fraction = 0.5 + 0.001 * (step++ % 80);
    const auto world =
        generate(tmpl, SeedBundle::from_master(42), kCoarse, {}, &cache, GenerateScope::layers).value();
    const Atlas coarse = prepare_atlas(*world, tmpl, none, make_palette(windsward().vocabulary), {});
    benchmark::DoNotOptimize(draw_map(coarse, look, window, MapDetail::quick));
  }
}
BENCHMARK(first_repaint)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
