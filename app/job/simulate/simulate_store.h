#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/folder/manifest.h"
#include "core/base/result.h"
#include "core/ecology/run.h"

namespace fw {

/// Days of a part of a run.
inline constexpr int64_t kPartDays = 10;
/// Days between two maps; a multiple of kPartDays.
inline constexpr int64_t kMapDays = 30;
inline constexpr std::string_view kStateName = "state.bin";

/// The files by which a run goes on: FOLDER/parts/00012.json, sealed with their own hash, maps beside them,
/// and FOLDER/checkpoint.bin. All belong to one plan, whose digest they hold; what is damaged or of another
/// plan does not count.
struct RunParts {
  std::filesystem::path folder;  ///< of the run
  std::string plan;              ///< digest
};
/// Makes FOLDER/parts. ErrorKind::io.
Result<RunParts> open_run_parts(const std::filesystem::path& folder, const std::string& plan_digest);
/// Removes parts, maps and checkpoint of an earlier run.
Result<Done> clear_run_parts(const std::filesystem::path& folder);

/// A part as far as the run has come: days [from, to), and the map of the day `from` where it has one.
struct RunPart {
  int64_t from = 0, to = 0;
  History history;                      ///< of these days
  std::optional<Manifest::File> map{};  ///< name inside `parts`
};
std::string part_text(const RunParts& parts, const RunPart& part);
Result<Done> store_part(const RunParts& parts, const RunPart& part);
/// Part number k; nothing where it is missing or damaged, or its map is.
std::optional<RunPart> stored_part(const RunParts& parts, int64_t number);
std::filesystem::path map_path(const RunParts& parts, int64_t day);

/// The state at the beginning of a day as a file's bytes, sealed.
std::string state_text(const RunParts& parts, const Ecology& ecology, const RunState& state);
/// The day of the state that a file holds and its bytes; nothing where there is none, or a damaged one, or
/// one of another plan.
std::optional<RunState> stored_state(const RunParts& parts, const Ecology& ecology, std::string_view name);
inline constexpr std::string_view kCheckpointName = "checkpoint.bin";
Result<Done> store_checkpoint(const RunParts& parts, const Ecology& ecology, const RunState& state);

}  // namespace fw
