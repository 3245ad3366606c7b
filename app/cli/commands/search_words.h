#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/terminal/options.h"
#include "app/cli/terminal/words.h"
#include "app/job/search/search_results.h"
#include "app/job/sweep/sweep.h"

// What the commands search, sweep and merge share.

namespace fw::cli {

struct ScoreWords {
  std::string sum;
  bool maximise = true;
};
/// --maximise or --minimise; nothing if neither is there.
Result<std::optional<ScoreWords>> score_of(const Options& options);
/// --diverse: "none" is an empty list; nothing if it is not there.
std::optional<std::vector<std::string>> diversity_of(const Options& options);
/// --formats of search and merge: csv, json, sqlite.
Result<ResultFormats> result_formats(const Options& options);
/// What became of the seeds, as text or JSON.
std::string search_text(const SearchTally& tally, bool json);

/// --shard; nothing if it is not there.
Result<std::optional<Shard>> shard_of(const Options& options);
/// What became of the points of a sweep, as text or JSON.
std::string sweep_text(const SweepDone& done, bool json);

/// How many worlds a run made itself, a line.
std::string made_text(uint64_t made, uint64_t reused);
/// What is to do when a shard is finished, a line.
std::string shard_done_text(const std::filesystem::path& folder);

/// A search or sweep to begin or to go on with. If the target is a folder, the plan is the one that
/// `read_stored` finds there, once `check_bare` finds no option that stands in it already; else `make_plan`
/// makes it for -o. Shard, limits and --force are set.
template <typename Job, typename CheckBare, typename ReadStored, typename MakePlan>
Result<Job> begun_job(const Options& options, const char* command, const CheckBare& check_bare,
                      const ReadStored& read_stored, const MakePlan& make_plan) {
  Job job;
  std::error_code ignored;
  if (std::filesystem::is_directory(options.target, ignored)) {
    if (const Result<Done> bare = check_bare(options); !bare) return bare.error();
    auto stored = read_stored(options.target);
    if (!stored) return stored.error();
    job.plan = std::move(stored.value().plan);
    job.folder = options.target;
  } else {
    const Result<BuildRequest> request = build_request(options);
    if (!request) return request.error();
    if (options.output.empty()) return usage(std::string(command) + ": expected -o DIR, the folder to write");
    auto plan = make_plan(options, request.value());
    if (!plan) return plan.error();
    job.plan = std::move(plan).value();
    job.folder = options.output;
    job.limits = request.value().limits;
  }
  Result<std::optional<Shard>> shard = shard_of(options);
  if (!shard) return shard.error();
  job.shard = shard.value();
  job.overwrite = options.force;
  return job;
}

}  // namespace fw::cli
