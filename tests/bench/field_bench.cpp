#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/rng.h"
#include "core/base/seed.h"
#include "core/field/filter.h"
#include "core/field/noise.h"
#include "core/field/noise_lattice.h"
#include "core/field/quantile.h"

// Points per second of the field kernels; items_per_second is samples, whatever the octaves.
// Wavelengths are in cells: the danger stack of the published world is 41.7 cells, 5 octaves, p .52, l 2.15.

namespace {

using namespace fw;

constexpr int kSide = 1024;

NoiseStack danger() {
  return {.wavelength_m = 1000.0 / 24, .octaves = 5, .persistence = 0.52, .lacunarity = 2.15};
}
NoiseStack heading() {
  return {.wavelength_m = 100, .octaves = 4, .persistence = 0.5, .lacunarity = 2.0};
}

void count(benchmark::State& state, size_t samples) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(samples));
}

void raster(benchmark::State& state, const NoiseStack& stack, const std::string& level, int threads) {
  const ThreadLimit limit(threads);
  set_simd_level(level);
  const NoiseField field = bind_noise(stack, derive(1, "bench"), 0);
  const GridSpec grid{kSide, kSide, 1.0};
  for (auto _ : state) benchmark::DoNotOptimize(noise_raster(field, grid, 0.3).cells.data());
  count(state, grid.cells());
}

void scattered(benchmark::State& state, const std::string& level, int threads) {
  const ThreadLimit limit(threads);
  set_simd_level(level);
  const NoiseField field = bind_noise(heading(), derive(1, "bench"), 0);
  std::vector<double> x(1u << 20), y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = 1000 * random_uniform(1, i);
    y[i] = 1000 * random_uniform(2, i);
  }
  std::vector<float> out(x.size());
  for (auto _ : state) {
    sample_noise(field, x, y, 0.3, out);
    benchmark::DoNotOptimize(out.data());
  }
  count(state, x.size());
}

/// Eight corner dot products per sample in double, one sample at a time: what a plain implementation does.
void textbook(benchmark::State& state) {
  const NoiseField field = bind_noise(danger(), derive(1, "bench"), 0);
  const GridSpec grid{kSide, kSide, 1.0};
  Raster<float> out(grid);
  for (auto _ : state) {
    for (size_t i = 0; i < grid.cells(); ++i) {
      const Vec2 p = grid.centre(i);
      out[i] = static_cast<float>(noise_gradient(field, p.x, p.y, 0.3).value);
    }
    benchmark::DoNotOptimize(out.cells.data());
  }
  count(state, grid.cells());
}

Raster<float> some_values() {
  return noise_raster(bind_noise(danger(), derive(2, "bench"), 0), GridSpec{kSide, kSide, 1.0}, 0.1);
}

Mask some_mask() {
  const Raster<float> values = some_values();
  Mask mask(values.grid);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = values[i] > 0.2f;
  return mask;
}

void blur(benchmark::State& state, int threads) {
  const ThreadLimit limit(threads);
  set_simd_level(simd_levels().front());
  const Raster<float> values = some_values();
  for (auto _ : state)
    benchmark::DoNotOptimize(gaussian(values, static_cast<double>(state.range(0))).cells.data());
  count(state, values.size());
}

void distance(benchmark::State& state, int threads) {
  const ThreadLimit limit(threads);
  const Mask mask = some_mask();
  for (auto _ : state) benchmark::DoNotOptimize(distance_to(mask).cells.data());
  count(state, mask.size());
}

void rank_all(benchmark::State& state, int threads) {
  const ThreadLimit limit(threads);
  const Raster<float> values = some_values();
  const Mask everywhere(values.grid, 1);
  for (auto _ : state) benchmark::DoNotOptimize(rank_on(values, everywhere).cells.data());
  count(state, values.size());
}

void components(benchmark::State& state) {
  const Mask mask = some_mask();
  for (auto _ : state) benchmark::DoNotOptimize(label_components(mask).id.cells.data());
  count(state, mask.size());
}

void register_all() {
  const auto add = [](const std::string& name, auto body) {
    return benchmark::RegisterBenchmark(name.c_str(), body)->Unit(benchmark::kMillisecond)->UseRealTime();
  };
  for (const std::string& level : simd_levels()) {
    add("raster/danger/" + level, [level](benchmark::State& s) { raster(s, danger(), level, 1); });
    add("raster/heading/" + level, [level](benchmark::State& s) { raster(s, heading(), level, 1); });
    add("points/heading/" + level, [level](benchmark::State& s) { scattered(s, level, 1); });
  }
  const std::string best = simd_levels().front();
  add("raster/danger/all_cores", [best](benchmark::State& s) { raster(s, danger(), best, 0); });
  add("points/heading/all_cores", [best](benchmark::State& s) { scattered(s, best, 0); });
  add("raster/danger/textbook", textbook);
  for (const int threads : {1, 0}) {
    const std::string suffix = threads == 1 ? "/one_thread" : "/all_cores";
    add("gaussian" + suffix, [threads](benchmark::State& s) { blur(s, threads); })->Arg(3)->Arg(16)->Arg(40);
    add("distance_to" + suffix, [threads](benchmark::State& s) { distance(s, threads); });
    add("rank_on" + suffix, [threads](benchmark::State& s) { rank_all(s, threads); });
  }
  add("label_components", components);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
