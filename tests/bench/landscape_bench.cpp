// Pictures of the land beside the plain map, WindswardLike seed 42: every row on one thread, and as
// `times_map` how often the map of all layers without marks and names fits into it, both measured in this
// run.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit.h"
#include "core/world/generate.h"
#include "render/map/map_picture.h"
#include "render/map/oblique_map.h"
#include "render/map/scene/atlas.h"
#include "render/plate/plate.h"
#include "tests/support/templates.h"

namespace {

using namespace fw;

constexpr int kMap_px = 2048;

const Template& windsward() {
  static const Template tmpl = test::builtin("WindswardLike");
  return tmpl;
}

const World& world() {
  static const auto made = generate(windsward(), SeedBundle::from_master(42)).value();
  return *made;
}

const AuditReport& report() {
  static const AuditReport made = audit(world(), windsward());
  return made;
}

const Atlas& atlas() {
  static const Atlas made =
      prepare_atlas(world(), windsward(), report(), make_palette(windsward().vocabulary), {});
  return made;
}

MapWindow whole_frame() {
  return fit_window({8000, 8000}, kMap_px, kMap_px);
}

/// Seconds of the map that the rows are measured against: the least of three.
double map_seconds() {
  static const double least = [] {
    const ThreadLimit limit(1);
    const MapLook look = calm_look(map_look(View::zoom_quadrants));
    atlas();
    double best = 1e9;
    for (int round = 0; round < 4; ++round) {
      const auto start = std::chrono::steady_clock::now();
      benchmark::DoNotOptimize(draw_map(atlas(), look, whole_frame()));
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
  }();
  return least;
}

/// Runs `work` on one thread and counts it in maps.
template <typename Work>
void in_maps(benchmark::State& state, const Work& work) {
  const double reference = map_seconds();
  const ThreadLimit limit(1);
  double best = 1e9;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  state.counters["times_map"] = best / reference;
}

void relief_map(benchmark::State& state) {
  const MapLook look = map_look(View::relief);
  in_maps(state, [&] { benchmark::DoNotOptimize(draw_map(atlas(), look, whole_frame())); });
}
BENCHMARK(relief_map)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Encoding of the page included.
void landscape_plate(benchmark::State& state) {
  in_maps(state, [] {
    benchmark::DoNotOptimize(
        draw_plates(world(), windsward(), report(), {View::oblique}, PlateStyle{}, PageFormat::png));
  });
}
BENCHMARK(landscape_plate)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The window's picture of 1280 x 800.
ObliqueMapView view() {
  return {.camera = {.azimuth_deg = 20,
                     .elevation_deg = 34,
                     .exaggeration = 1.6,
                     .centre_m = {4000, 4000},
                     .metres_per_px = 6.5,
                     .width_px = 1280,
                     .height_px = 800},
          .scenery = true};
}

void window_ground(benchmark::State& state) {
  const auto detail = static_cast<ObliqueDetail>(state.range(0));
  const MapLook look = map_look(View::zoom_quadrants);
  const MapWindow window = oblique_ground_window(atlas(), view(), detail);
  in_maps(state, [&] { benchmark::DoNotOptimize(paint_map_ground(atlas(), look, view(), window, detail)); });
}
BENCHMARK(window_ground)->ArgName("rest")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

void window_frame(benchmark::State& state) {
  const auto detail = static_cast<ObliqueDetail>(state.range(0));
  const MapLook look = map_look(View::zoom_quadrants);
  const MapWindow window = oblique_ground_window(atlas(), view(), detail);
  const auto ground = paint_map_ground(atlas(), look, view(), window, detail);
  if (!ground) return state.SkipWithError(ground.error().message.c_str());
  in_maps(state,
          [&] { benchmark::DoNotOptimize(draw_oblique_map(atlas(), look, view(), ground.value(), detail)); });
}
BENCHMARK(window_frame)->ArgName("rest")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
