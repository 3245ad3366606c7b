#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/folder/manifest.h"
#include "core/base/result.h"

namespace fw {

/// Whether a file stands in the manifest; timings and the like do not.
enum class Listing { in_manifest, aside };

/// What may be replaced: files of an older render (a study, a film), or whatever lies in a file's place
/// (--force). A folder or a link in a file's place is always refused.
enum class Replace { ours, all };

/// What a folder holds, by the file that says so.
struct FolderKind {
  std::string_view manifest = kManifestName;
  bool (*is_name)(std::string_view) = is_render_file_name;
  /// A file whose bytes are there already stays untouched; an older one of ours that was changed since stops
  /// everything before it begins, and so do the files of others in a folder without a manifest. What is there
  /// is decided at the end, under the lock: exports that run at once never mix.
  bool keeps_equal = false;
};
inline constexpr FolderKind kRenderFolder{};
inline constexpr FolderKind kExportFolder{kExportManifestName, is_export_file_name, true};

/// What commit() did, in files; the manifest apart.
struct FolderCounts {
  size_t written = 0, unchanged = 0, removed = 0;
};

/// Writes a render's folder so that its manifest means "complete". Everything is written and synced in a
/// hidden staging folder inside the target (same file system, unique name). commit() then locks the target,
/// records the change, takes the older manifest away, renames everything in, the new manifest last: a process
/// killed at any moment leaves the older render, the new one, or a recorded change that the next command
/// finishes (app/job/folder/change.h). Given up before commit(), by an error or by destruction, it leaves
/// the older render as it was, no temporary, no new file, and no folder it created itself.
///
/// A file is ours where the older manifest lists it with its size and SHA-256 (or it is a file aside from a
/// manifest of ours). What is not ours is never removed, and replaced only with Replace::all. Files that
/// are ours and were not written again are removed, for they would describe another world, if their names are
/// the program's own (app/job/folder/written_names.h): a manifest alone takes no file away. Opening removes
/// the staging folders that killed renders left behind, never one that is in use
/// (app/job/folder/atomic_file.h). All errors are ErrorKind::io.
class AtomicFolder {
 public:
  static Result<AtomicFolder> open(const std::filesystem::path& folder, Replace replace = Replace::ours,
                                   const FolderKind& kind = kRenderFolder);
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

  /// Puts everything in the place of the older render, in one change: prepare(), then finish().
  Result<Done> commit(std::string_view manifest_text);
  /// The first half of commit(), for several folders that change together: locks the target, looks at what is
  /// in the way and records the change. A process killed from here on leaves the new files to the next
  /// command; given up from here on, by destruction, it leaves the older ones.
  Result<Done> prepare(std::string_view manifest_text);
  /// The second half: carries the recorded change out and lets the target go.
  Result<Done> finish();
  /// After prepare() or commit().
  FolderCounts counts() const;

 private:
  struct State;
  explicit AtomicFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Refuses a link, or something other than a folder, in the place of a folder below another one
/// ("rows", "tiles/3"): what is written there would land elsewhere. A missing one is free. ErrorKind::io.
Result<Done> check_sub_folder(const std::filesystem::path& folder, const std::filesystem::path& sub);

/// Refuses a folder in which one of these files lies and is not ours, by the older manifest's names and sizes
/// alone: to say so before any work. Finishes an interrupted change first. A missing folder is free.
Result<Done> check_replaceable(const std::filesystem::path& folder, const std::vector<std::string>& names,
                               Replace replace);

}  // namespace fw
