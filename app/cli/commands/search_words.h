#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/options.h"
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

}  // namespace fw::cli
