#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/job/search/search.h"

namespace fw {

struct MergeJob {
  std::filesystem::path out;
  std::vector<std::filesystem::path> folders;  ///< of shards; empty: `out` alone
  bool partial = false;                        ///< seeds without a row are recorded, not refused
  ResultFormats formats = kUsualResultFormats;
  bool overwrite = false;
  std::vector<std::string> and_where{};  ///< further conditions on what passed
  std::optional<std::string> score{};    ///< instead of the plan's
  bool maximise = true;
  std::optional<size_t> keep{};
  std::optional<std::vector<std::string>> diverse{};
  double check_sample = 0;  ///< share of the seeds that are made again and compared
};
struct MergeDone {
  SearchPlan plan;
  SearchTally tally;
  SearchFiles files;
  uint64_t checked = 0;  ///< seeds that were made again
};

/// Joins the rows of shards and writes the results that one search would have written. ErrorKind::mismatch
/// where plans differ (naming member and folder), seeds lack a row, rows of a seed differ, or a sample comes
/// out differently; else errors as run_search.
Result<MergeDone> merge_searches(const MergeJob& job, const Progress& progress);

}  // namespace fw
