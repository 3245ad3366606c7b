// One local step of avoidance: bodies that cross each other on a torus, at densities and sizes of games, and
// how evenly long a step takes.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/experiment/study_tactics.h"

namespace {

using namespace fw;

/// Steps before the first that counts: streams have met by then.
constexpr int kStepsToSettle = 30;

WalkRun crossing_run(AvoidBy by, size_t agents, double density_per_m2) {
  WalkSetup setup;
  setup.sort = WalkSort::speed;
  setup.agents = agents;
  setup.number = density_per_m2;
  setup.avoid.by = by;
  WalkRun run = start_walk_run(setup, 1);
  for (int k = 0; k < kStepsToSettle; ++k) step_walk(run);
  return run;
}

/// items_per_second is bodies.
void steer_step(benchmark::State& state, AvoidBy by, size_t agents, double density_per_m2, int threads) {
  const ThreadLimit limit(threads);
  WalkRun run = crossing_run(by, agents, density_per_m2);
  for (auto _ : state) step_walk(run);
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(agents));
}

/// 600 steps of 10,000 bodies: the 99th percentile over the median.
void steer_evenness(benchmark::State& state) {
  const ThreadLimit limit(1);
  WalkRun run = crossing_run(AvoidBy::field, 10'000, 1);
  std::vector<double> ms;
  for (auto _ : state)
    for (int k = 0; k < 600; ++k) {
      const auto begin = std::chrono::steady_clock::now();
      step_walk(run);
      ms.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
  std::sort(ms.begin(), ms.end());
  const double median = ms[ms.size() / 2];
  state.counters["median_ms"] = median;
  state.counters["p99_over_median"] = ms[ms.size() * 99 / 100] / median;
}

struct SteerRows {
  SteerRows() {
    const auto row = [](AvoidBy by, size_t agents, double density_per_m2, int threads) {
      const std::string name = "steer_step/" + std::string(kAvoidBySlugs[static_cast<size_t>(by)]) +
                               "/agents:" + std::to_string(agents) +
                               "/per_m2:" + std::to_string(density_per_m2).substr(0, 3) +
                               "/threads:" + std::to_string(threads);
      benchmark::RegisterBenchmark(
          name.c_str(),
          [=](benchmark::State& state) { steer_step(state, by, agents, density_per_m2, threads); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    for (const size_t agents : {size_t{10'000}, size_t{100'000}, size_t{1'000'000}})
      for (const double density : {0.5, 1.0, 2.0})
        for (const int threads : {1, 2}) row(AvoidBy::field, agents, density, threads);
    row(AvoidBy::push, 10'000, 1, 1);
    row(AvoidBy::none, 10'000, 1, 1);
    benchmark::RegisterBenchmark("steer_evenness", steer_evenness)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  }
} steer_rows;

}  // namespace

BENCHMARK_MAIN();
