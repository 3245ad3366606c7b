#include "app/job/study/study.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "app/job/folder/atomic_folder.h"
#include "app/job/study/study_charts.h"
#include "app/job/study/study_files.h"
#include "app/job/study/study_store.h"
#include "core/base/parallel/parallel.h"
#include "core/experiment/protocol.h"
#include "core/experiment/published.h"
#include "core/experiment/run.h"
#include "core/experiment/summary.h"
#include "render/page/little_memory.h"

namespace fw {
namespace {

constexpr double kRunsShare = 0.9;  // of the progress bar; with a timing pass both share it
constexpr double kFilesAt = 0.97;

Error cancelled(size_t finished, size_t all) {
  return {ErrorKind::cancelled, "cancelled; " + std::to_string(finished) + " of " + std::to_string(all) +
                                    " runs are finished and will be used again"};
}

std::string title_of(const RunKey& key) {
  return key.group.method + ", " + key.group.scale + ", seed " + std::to_string(key.seed);
}

/// What the runs of a study come to, in the order of the plan.
struct StudyRuns {
  std::vector<std::optional<RunResult>> results;
  size_t reused = 0;
  size_t computed = 0;
};

/// Counts what is done and tells; several threads at a time.
class Tally {
 public:
  Tally(const Progress& progress, size_t all, double share) : progress_(progress), all_(all), share_(share) {}
  void finished(const RunKey& key, bool reused) {
    const std::lock_guard lock(guard_);
    (reused ? reused_ : computed_) += 1;
    const double done = static_cast<double>(reused_ + computed_) / static_cast<double>(all_);
    progress_.at(title_of(key), share_ * done);
  }
  void failed(Error error) {
    const std::lock_guard lock(guard_);
    if (!problem_) problem_ = std::move(error);
    stop_.store(true);
  }
  bool stopped() const { return stop_.load() || progress_.cancelled(); }
  const std::optional<Error>& problem() const { return problem_; }
  size_t reused() const { return reused_; }
  size_t computed() const { return computed_; }

 private:
  const Progress& progress_;
  size_t all_;
  double share_;
  std::mutex guard_;
  std::atomic<bool> stop_{false};
  std::optional<Error> problem_;
  size_t reused_ = 0, computed_ = 0;
};

Result<StudyRuns> run_all(const std::vector<PlannedRun>& plan, const RunStore& store, const Progress& progress,
                     double share) {
  StudyRuns runs;
  runs.results.resize(plan.size());
  Tally tally(progress, plan.size(), share);
  parallel_for(plan.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end && !tally.stopped(); ++i) {
      runs.results[i] = stored_run(store, plan[i]);
      const bool reused = runs.results[i].has_value();
      if (!reused) {
        runs.results[i] = execute(plan[i], progress.cancel);
        if (!runs.results[i]) return;
        if (Result<Done> kept = store_run(store, plan[i], *runs.results[i]); !kept)
          return tally.failed(kept.error());
      }
      tally.finished(plan[i].key, reused);
    }
  });
  if (tally.problem()) return *tally.problem();
  if (progress.cancelled()) return cancelled(tally.reused() + tally.computed(), plan.size());
  runs.reused = tally.reused(), runs.computed = tally.computed();
  return runs;
}

StudyResult gather(const StudyRequest& request, StudyRuns runs) {
  StudyResult result;
  result.request = request;
  for (std::optional<RunResult>& run : runs.results) {
    for (RunRow& row : run->rows) result.rows.push_back(std::move(row));
    for (Series& series : run->series) result.series.push_back(std::move(series));
  }
  result.summary = summarise(result.rows);
  result.mean_series = average(result.series);
  return result;
}

/// One run after the other on one thread, the simulation alone.
Result<std::vector<RuntimeRow>> time_all(const std::vector<PlannedRun>& plan, uint64_t first_seed,
                                         const Progress& progress, double from, double to) {
  const ThreadLimit one(1);
  std::vector<PlannedRun> timed;
  for (const PlannedRun& run : plan)
    if (run.key.seed - first_seed < kTimedSeeds) timed.push_back(run);
  std::vector<double> ms;
  for (const PlannedRun& run : timed) {
    progress.at("timing " + title_of(run.key),
                from + (to - from) * static_cast<double>(ms.size()) / static_cast<double>(timed.size()));
    const std::optional<double> took = time_run(run, progress.cancel);
    if (!took) return cancelled(plan.size(), plan.size());
    ms.push_back(*took);
  }
  return summarise_runtime(timed, ms);
}

Result<Done> put_tables(AtomicFolder& folder, const StudyDone& done) {
  const StudyResult& result = done.result;
  std::vector<SummaryRow> compared = result.summary;
  for (SummaryRow& row : peer_rows(result.request.study, result.summary)) compared.push_back(std::move(row));
  const std::pair<const char*, std::string> files[] = {
      {"runs.csv", runs_csv(result.rows)},          {"runs.json", runs_json(result.rows)},
      {"summary.csv", summary_csv(result.summary)}, {"summary.json", summary_json(result.summary)},
      {"comparison.csv", comparison_csv(compared)}, {"series.csv", series_csv(result.mean_series)}};
  for (const auto& [name, text] : files)
    if (Result<Done> put = folder.put(name, text); !put) return put;
  if (done.runtime.empty()) return Done{};
  return folder.put("runtime.csv", runtime_csv(done.runtime), Listing::aside);
}

Result<std::vector<NamedFile>> draw_charts(const StudyResult& result, const Progress& progress) {
  Progress quiet;
  quiet.cancel = progress.cancel;
  return study_charts(result, quiet);
}

}  // namespace

Result<StudyDone> run_study(const StudyJob& job, const Progress& progress) {
  if (const auto room = check_addresses(Uses::text); !room) return room.error();
  const auto planned = plan_study(job.request);
  if (!planned) return planned.error();
  const std::vector<PlannedRun>& plan = planned.value();
  if (Result<Done> fits = check_study_folder(job.folder, job.request.study); !fits) return fits.error();
  Result<RunStore> store = open_run_store(job.folder, FIELDWRIGHT_VERSION);
  if (!store) return store.error();

  const double runs_share = job.timing ? kRunsShare / 2 : kRunsShare;
  Result<StudyRuns> runs = run_all(plan, store.value(), progress, runs_share);
  if (!runs) return runs.error();
  StudyDone done;
  done.reused = runs.value().reused, done.computed = runs.value().computed;
  done.result = gather(job.request, std::move(runs).value());
  if (job.timing) {
    auto runtime = time_all(plan, job.request.first_seed, progress, runs_share, kRunsShare);
    if (!runtime) return runtime.error();
    done.runtime = std::move(runtime).value();
  }

  progress.at("charts", kRunsShare);
  const Result<std::vector<NamedFile>> charts = draw_charts(done.result, progress);
  if (progress.cancelled()) return cancelled(plan.size(), plan.size());
  if (!charts) return charts.error();
  progress.at("files", kFilesAt);
  Result<AtomicFolder> folder = AtomicFolder::open(job.folder, job.overwrite ? Replace::all : Replace::ours);
  if (!folder) return folder.error();
  if (auto put = put_tables(folder.value(), done); !put) return put.error();
  for (const NamedFile& chart : charts.value())
    if (auto put = folder.value().put(chart.name, chart.bytes); !put) return put.error();
  std::vector<std::string> digests;
  for (const PlannedRun& run : plan) digests.push_back(run_digest(run, FIELDWRIGHT_VERSION));
  const std::vector<Manifest::File> files = folder.value().files();
  const std::string manifest = study_manifest_json(job.request, digests, FIELDWRIGHT_VERSION, files);
  if (auto committed = folder.value().commit(manifest); !committed) return committed.error();
  for (const Manifest::File& file : files) done.files.push_back(file.name);
  done.files.emplace_back(kManifestName);
  progress.at("done", 1.0);
  return done;
}

}  // namespace fw
