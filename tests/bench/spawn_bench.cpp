#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <string>

#include "core/base/parallel/parallel.h"
#include "core/spawn/spawn.h"

// One tick of every spawn method at the study's three scales, averaged over whole cycles (their plan
// included), one thread. paper_ms is the published mean per tick where there is one.

namespace {

using namespace fw;

struct Scale {
  const char* name;
  double side_m;
  int target;
  int quota;
  int players;
};
constexpr std::array<Scale, 3> kScales{
    {{"small", 90, 80, 48, 6}, {"medium", 120, 128, 96, 8}, {"large", 240, 256, 192, 12}}};

/// Published milliseconds per tick by method and scale; 0 = not published.
constexpr std::array<std::array<double, 3>, kSpawnMethodSlugs.size()> kPaper_ms{{
    {.42, 1.00, 3.07},  // perlin_a
    {.37, .94, 3.56},   // perlin_b
    {0, 0, 0},          // perlin_b_far
    {0, 1.16, 3.36},    // uniform
    {0, 1.18, 3.68},    // filtered
    {0, .91, 2.35},     // poisson_disk
    {0, 0, .75},        // mvn_poisson
    {0, 0, 1.2},        // facility
    {0, .81, 3.30},     // sinusoid
    {0, 0, 0},          // a_full
    {0, 0, 0},          // b_full
}};

void spawn_cycle(benchmark::State& state, size_t method, size_t scale) {
  const ThreadLimit limit(1);
  const Scale& at = kScales[scale];
  SpawnParams params = spawn_preset(static_cast<SpawnMethod>(method));
  params.target = at.target;
  params.quota = at.quota;
  params.players = at.players;
  const Spawner spawner = bind_spawn(params, square_area(at.side_m), SeedBundle::from_master(1));
  SpawnState run = start_spawn(spawner);
  for (int t = 0; t < params.cycle_s; ++t) step_spawn(spawner, run);
  for (auto _ : state)
    for (int t = 0; t < params.cycle_s; ++t) step_spawn(spawner, run);
  const double ticks = static_cast<double>(state.iterations()) * params.cycle_s;
  state.counters["per_tick"] =
      benchmark::Counter(ticks, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  if (kPaper_ms[method][scale] > 0) state.counters["paper_ms"] = kPaper_ms[method][scale];
}

void register_all() {
  for (size_t method = 0; method < kSpawnMethodSlugs.size(); ++method)
    for (size_t scale = 0; scale < kScales.size(); ++scale)
      benchmark::RegisterBenchmark(
          (std::string(kSpawnMethodSlugs[method]) + "/" + kScales[scale].name).c_str(),
          [method, scale](benchmark::State& state) { spawn_cycle(state, method, scale); })
          ->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  register_all();
  benchmark::RunSpecifiedBenchmarks();
}
