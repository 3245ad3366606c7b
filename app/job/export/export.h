#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/manifest.h"
#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"

namespace fw {

/// Grows when an older program could no longer read the folder.
inline constexpr int kExportFormat = 1;

/// A world for other tools (docs/export.md).
struct ExportRequest {
  std::filesystem::path source;        ///< a render's folder; empty: the world of `build` is made
  BuildRequest build;                  ///< of a template; not read where there is a folder
  std::vector<std::string> targets;    ///< of kExportTargetSlugs; none: the template's
  std::filesystem::path folder;        ///< gets a folder of its own for every target
  std::filesystem::path mapping;       ///< a side file of the block `export`; empty: none
  std::optional<int> vertices, tiles;  ///< instead of export.vertices, export.tiles
  bool overwrite = false;              ///< files that were changed since, and a folder that is no export
};

struct ExportedTarget {
  std::string target;
  std::filesystem::path folder;
  FolderCounts counts;
  Findings findings;  ///< `unmapped` among them
};

/// Writes every target beside its place, then puts all of them in place at once, by the changes of
/// AtomicFolder: a process killed at any moment leaves every target whole, or with a recorded change that the
/// next command on it finishes. Of exports into one folder at once the last one stands. From a folder
/// nothing is generated unless its render left the files out, and then the manifest's digests must come out
/// again (ErrorKind::mismatch), or a target shows the picture of the ground. The bytes are the same either
/// way.
Result<std::vector<ExportedTarget>> export_world(const ExportRequest& request, const Progress& progress = {});

/// What is not as export.json says, a line each; with `render` also what that render's manifest says
/// otherwise of the world.
struct ExportVerification {
  std::vector<std::string> mismatches;
  size_t files = 0;
};

Result<ExportVerification> verify_export(const std::filesystem::path& folder,
                                         const std::filesystem::path& render);

}  // namespace fw
