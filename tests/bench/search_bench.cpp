// What a search costs beside making and measuring its worlds, what a second thread gains, and what stages
// save: WindswardLike at 256 cells, seeds 1 to 24.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "app/job/audit/audit_summary.h"
#include "app/job/search/search.h"
#include "core/base/parallel/one_thread.h"
#include "core/measure/audit/audit.h"
#include "core/measure/kpi/kpi.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;

constexpr int kResolution = 256;
constexpr uint64_t kWorlds = 24;

SearchPlan plan_of(bool record_all) {
  SearchPlan plan;
  plan.tmpl = parse_template(find_builtin("WindswardLike")->text, "WindswardLike").value();
  plan.resolution = kResolution;
  plan.seeds = parse_seed_list("1.." + std::to_string(kWorlds)).value();
  plan.where = {"fairness.frontier <= 0.15", "variety.local >= 2.4", "fairness.resources <= 0.15"};
  plan.keep = 1;
  plan.record_all = record_all;
  return plan;
}

/// Rows alone: as one shard of two, of which the other has no block, it writes no results.
void search(benchmark::State& state, bool record_all, int threads) {
  SearchJob job;
  job.plan = plan_of(record_all);
  job.shard = Shard{1, 2};
  job.threads = threads;
  job.folder = fs::temp_directory_path() / ("fieldwright-search-bench-" + std::to_string(::getpid()));
  for (auto _ : state) {
    fs::remove_all(job.folder);
    const Result<SearchDone> done = run_search(job, {});
    if (!done) return state.SkipWithError(done.error().message.c_str());
  }
  fs::remove_all(job.folder);
  state.counters["worlds/s"] = benchmark::Counter(
      static_cast<double>(kWorlds) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// The same worlds and all their figures, one after the other, without a search.
void worlds(benchmark::State& state) {
  const SearchPlan plan = plan_of(true);
  const PlayParams play = play_of(plan.tmpl.play, plan.tmpl.vocabulary);
  on_one_thread([&] {
    for (auto _ : state)
      for (uint64_t seed = 1; seed <= kWorlds; ++seed) {
        const auto world = generate(plan.tmpl, SeedBundle::from_master(seed), kResolution).value();
        benchmark::DoNotOptimize(kpi_rows(*world, play));
        benchmark::DoNotOptimize(summarise_audit(audit(*world, plan.tmpl), plan.tmpl.vocabulary));
      }
  });
  state.counters["worlds/s"] = benchmark::Counter(
      static_cast<double>(kWorlds) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(worlds)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_CAPTURE(search, whole_looks, true, 1)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(search, stages, false, 1)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(search, stages_two_threads, false, 2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
