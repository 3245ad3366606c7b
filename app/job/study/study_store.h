#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/experiment/run.h"

namespace fw {

/// Finished runs as files `runs/<digest>.json` inside a study's folder. The digest is that of the run's
/// parameters and the program's version, so a changed parameter or another version is another run. A file
/// carries its own hash: what was cut short or altered does not count.
struct RunStore {
  std::filesystem::path runs;
  std::string version;
};

/// Makes the folder and `runs` where they are missing. Errors are ErrorKind::io.
Result<RunStore> open_run_store(const std::filesystem::path& folder, std::string_view version);

/// A finished run; nothing if there is none, or only one that is damaged or of another version.
std::optional<RunResult> stored_run(const RunStore& store, const PlannedRun& run);

/// Writes a finished run in one step. Safe to call for different runs at the same time.
Result<Done> store_run(const RunStore& store, const PlannedRun& run, const RunResult& result);

/// The bytes of a run's file, and back: nothing unless they are exactly what run_text writes for this run.
std::string run_text(const PlannedRun& run, const RunResult& result, std::string_view version);
std::optional<RunResult> parse_run(std::string_view text, const PlannedRun& run, std::string_view version);

}  // namespace fw
