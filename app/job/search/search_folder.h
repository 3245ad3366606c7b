#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/chart/draw_charts.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"

namespace fw {

// Folders of a plan, rows and results: searches, sweeps, tunings. The kind is the command's word; the
// manifest of the results has a member of that name.
inline constexpr std::string_view kSearchFolder = "search";
inline constexpr std::string_view kSweepFolder = "sweep";
inline constexpr std::string_view kTuneFolder = "tune";

/// Whether a plan may take the place of the one with this text.
using ReplacesPlan = std::function<bool(std::string_view earlier)>;
/// Makes the folder and writes plan.json, or compares the one that is there, which is replaced where
/// `replaces` says so. ErrorKind::usage where it is another one, naming the first member that differs, and
/// what may be done besides choosing another folder: `otherwise`, or going on with the folder's own plan;
/// ErrorKind::io. Nothing is touched then.
Result<Done> claim_folder(const std::filesystem::path& folder, std::string_view kind, const std::string& plan,
                          const ReplacesPlan& replaces = {}, std::string_view otherwise = {});

/// Refuses a folder whose manifest.json is of another kind: its files would be removed.
Result<Done> check_folder_kind(const std::filesystem::path& folder, std::string_view kind);

/// Writes the results into a folder, all at once, manifest.json last. Returns the names.
Result<std::vector<std::string>> write_result_files(const std::filesystem::path& folder,
                                                    std::string_view kind, const std::string& plan_digest,
                                                    const std::vector<NamedFile>& files, bool overwrite,
                                                    const Progress& progress);

}  // namespace fw
