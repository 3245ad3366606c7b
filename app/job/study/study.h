#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/experiment/study.h"

namespace fw {

/// A study and where its files go.
struct StudyJob {
  StudyRequest request;
  std::filesystem::path folder;
  bool timing = false;     ///< also a separate pass on one thread, for runtime.csv
  bool overwrite = false;  ///< files in the folder that no study of ours wrote
};

struct StudyDone {
  StudyResult result;
  std::vector<RuntimeRow> runtime;  ///< empty without timing
  std::vector<std::string> files;   ///< relative to the folder, manifest last
  size_t reused = 0;                ///< runs read back from an earlier study in this folder
  size_t computed = 0;
};

/// The runs of the timing pass per group: the first seeds of the study.
inline constexpr size_t kTimedSeeds = 3;

/// Runs a study, several runs at a time, and writes its folder: runs.csv, summary.csv, comparison.csv,
/// series.csv, the first three as JSON, charts, the manifest last. Finished runs are kept under `runs` as
/// they come, so a study that was cancelled or killed goes on where it stopped; the other files come at the
/// end, all or none. The bytes depend on the request and the version alone: not on threads, nor on how often
/// it was interrupted. A folder that holds a render or another study is refused (ErrorKind::io).
Result<StudyDone> run_study(const StudyJob& job, const Progress& progress = {});

}  // namespace fw
