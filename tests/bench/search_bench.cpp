// What a search costs beside making and measuring its worlds, what a second thread gains, and what stages
// save: WindswardLike without water at 256 cells, seeds 1 to 24. What key figures cost beside a world of 512
// cells. A merge of a million rows.

#include <benchmark/benchmark.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/job/audit/audit_summary.h"
#include "app/job/search/search.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit.h"
#include "core/measure/kpi/kpi.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;

constexpr int kResolution = 256;
constexpr uint64_t kWorlds = 24;

SearchPlan plan_of(bool record_all) {
  SearchPlan plan;
  plan.tmpl = test::dry_template("WindswardLike");
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

/// One thread, seeds 1 to 4 of WindswardLike at 512 cells: without key figures, and these alone.
void whole_world(benchmark::State& state, bool figures) {
  const SearchPlan plan = plan_of(true);
  const PlayParams play = play_of(plan.tmpl.play, plan.tmpl.vocabulary);
  on_one_thread([&] {
    for (auto _ : state)
      for (uint64_t seed = 1; seed <= 4; ++seed) {
        if (figures) state.PauseTiming();
        const auto world = generate(plan.tmpl, SeedBundle::from_master(seed), 512).value();
        if (!figures) continue;
        state.ResumeTiming();
        benchmark::DoNotOptimize(kpi_rows(*world, play));
      }
  });
}

/// The rows of a search whose worlds were never made: one in a hundred passes.
void write_million_rows(const fs::path& folder) {
  SearchPlan plan = plan_of(false);
  plan.seeds = parse_seed_list("1..1000000").value();
  fs::create_directories(folder / kRowsFolder);
  const std::string text = plan_json(plan);
  std::ofstream(folder / kPlanName) << text;
  const SearchRules rules = read_rules(plan).value();
  const size_t figures = rules.table.figures.size();
  { (void)RowsFile::open(folder, Shard{}, rows_digest(plan), rules.table); }  // its head alone
  std::ofstream rows(folder / kRowsFolder / "1of1-000001.csv", std::ios::app);
  for (uint64_t seed = 1; seed <= 1000000; ++seed) {
    SearchRow row{
        seed, RowFate::rejected, KpiStage::layers, 1, "", std::vector<double>(figures, std::nan(""))};
    if (seed % 100 == 0) row.fate = RowFate::passed, row.stage = KpiStage::points;
    for (size_t k = 0; k < (row.fate == RowFate::passed ? figures : size_t{8}); ++k)
      row.values[k] = static_cast<double>(splitmix64(seed * 100 + k) % 100000) / 100000;
    rows << row_line(row);
  }
}

/// By the command, in a process of its own: `peak_MiB` is its memory.
void merge_of_a_million_rows(benchmark::State& state) {
  const fs::path folder =
      fs::temp_directory_path() / ("fieldwright-merge-bench-" + std::to_string(::getpid()));
  write_million_rows(folder);
  for (auto _ : state) {
    std::string words[]{FIELDWRIGHT_COMMAND, "merge", folder.string(), "--quiet", "--force"};
    char* arguments[]{words[0].data(), words[1].data(), words[2].data(),
                      words[3].data(), words[4].data(), nullptr};
    pid_t process = 0;
    int status = -1;
    rusage used{};
    if (::posix_spawn(&process, FIELDWRIGHT_COMMAND, nullptr, nullptr, arguments, environ) != 0 ||
        ::wait4(process, &status, 0, &used) != process || status != 0)
      return state.SkipWithError("the merge failed");
    state.counters["peak_MiB"] = static_cast<double>(used.ru_maxrss) / 1024;
  }
  fs::remove_all(folder);
}

BENCHMARK_CAPTURE(whole_world, without_figures, false)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(whole_world, figures_alone, true)->Unit(benchmark::kMillisecond);
BENCHMARK(merge_of_a_million_rows)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
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
