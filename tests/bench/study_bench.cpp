// The studies' simulations without their metrics: every crowd and action method at the paper's
// three scales under 20 seeds, seed after seed on one thread. It takes minutes, so tests/bench/record.sh runs
// it only when FIELDWRIGHT_BENCH_STUDY is set. FIELDWRIGHT_BENCH_SEEDS takes fewer seeds; the time is still
// that of 20.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/experiment/run.h"
#include "core/experiment/studies.h"

namespace {

using namespace fw;

constexpr uint64_t kSeeds = 20;

uint64_t seeds_to_run() {
  const char* const asked = std::getenv("FIELDWRIGHT_BENCH_SEEDS");
  return asked == nullptr ? kSeeds : std::clamp<uint64_t>(std::strtoull(asked, nullptr, 10), 1, kSeeds);
}

int ticks_of(const PlannedRun& run) {
  return find_study(run.key.group.study)->start(run.key.seed, run.setup).second;
}

void study_simulation(benchmark::State& state) {
  const ThreadLimit one(1);
  StudyRequest request;
  request.study = static_cast<Study>(state.range(0));
  request.scales = {Scale::small, Scale::medium, Scale::large};
  request.last_seed = seeds_to_run();
  const std::vector<PlannedRun> runs = plan_study(request).value();
  const double times = static_cast<double>(kSeeds) / static_cast<double>(request.last_seed);
  for (auto _ : state) {
    double ms = 0;
    for (const PlannedRun& run : runs) ms += time_run(run).value() * ticks_of(run);
    state.SetIterationTime(ms * times / 1e3);
  }
  state.counters["runs"] = static_cast<double>(runs.size());
  state.SetLabel(std::string(row_of(request.study).slug));
}

BENCHMARK(study_simulation)
    ->ArgName("study")
    ->Arg(static_cast<int>(Study::crowd))
    ->Arg(static_cast<int>(Study::action))
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

}  // namespace

BENCHMARK_MAIN();
