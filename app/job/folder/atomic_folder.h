#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/render/manifest.h"
#include "core/base/result.h"

namespace fw {

/// Whether a file stands in the manifest; timings and the like do not.
enum class Listing { in_manifest, aside };

/// Writes a render's folder so that its manifest means "complete". Everything is written and synced in a
/// hidden staging folder inside the target (same file system, unique name); commit() renames it in, the
/// manifest last. Opening removes an older manifest first, and the staging folders that killed renders left
/// behind (never one that is in use: app/job/folder/staging.h). Given up before commit(), by an error or by
/// destruction, it leaves no temporary behind, no new file, and no folder it created itself. Symbolic links
/// in the way are refused, never followed (the target itself may be one). Unknown files are left alone; files
/// that the older manifest lists and this render did not write again are removed at commit, for they would
/// describe another world. All errors are ErrorKind::io.
class AtomicFolder {
 public:
  static Result<AtomicFolder> open(const std::filesystem::path& folder);
  ~AtomicFolder();
  AtomicFolder(AtomicFolder&&) noexcept;
  AtomicFolder& operator=(AtomicFolder&&) = delete;

  /// Stages a file under its final name ("overview.png", "layers/biome.tif"). Both ways of staging may be
  /// used from several threads at once; what cannot be synced to the disk shows at commit().
  Result<Done> put(std::string_view name, std::string_view bytes, Listing listing = Listing::in_manifest);

  /// The staging folder, for writers that need a path; each file they leave there must be adopted.
  const std::filesystem::path& staging() const;
  Result<Done> adopt(std::string_view name, Listing listing = Listing::in_manifest);

  /// What the manifest must list, sorted by name.
  std::vector<Manifest::File> files() const;

  /// Renames everything in, removes stale files, then renames the manifest in.
  Result<Done> commit(std::string_view manifest_text);

 private:
  struct State;
  explicit AtomicFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fw
