#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/job/folder/file_io.h"
#include "app/job/folder/manifest.h"
#include "core/base/result.h"

// How a render's staged files take the place of the older render's. The change is recorded in the staging
// folder before the first file moves, so that a process killed inside it leaves a folder that the next
// command finishes.
namespace fw {

/// What may go from a folder: only files that still have this size and SHA-256.
struct FolderChange {
  std::vector<Manifest::File>
      replaced;  ///< a staged file takes their place; the older manifest is one of them
  std::vector<Manifest::File> removed;  ///< the older manifest lists them and nothing takes their place
};

enum class FolderLock { shared, exclusive };
/// Waits for the lock of a folder, which ends with the descriptor. Where the file system knows no locks the
/// folder is used without. ErrorKind::io where there is no such folder.
Result<Descriptor> lock_folder(const std::filesystem::path& folder, FolderLock lock);

/// The lock to read a folder by: no change is under way while it is held, and one that was interrupted has
/// been finished. Errors are ErrorKind::io.
Result<Descriptor> open_to_read(const std::filesystem::path& folder);

/// Whether a staging folder holds the record of a change: its files then belong to the target folder.
bool is_recorded(const std::filesystem::path& staging);

/// Records a change durably; from here on it is finished, by this process or by a later one. Everything
/// staged, the new manifest too, lies synced in the staging folder.
Result<Done> record_change(const std::filesystem::path& staging, const FolderChange& change);

/// Takes the record of a change back before anything of it was carried out: nobody finishes it then.
void forget_change(const std::filesystem::path& staging);

/// Carries a recorded change out: the older manifest goes, files move in and go, the new manifest moves in
/// last. `may_go` says whether a file in the way is the one that the change names.
using MayGo = std::function<bool(const std::filesystem::path& folder, const Manifest::File& file)>;
Result<Done> carry_out(const std::filesystem::path& folder, const std::filesystem::path& staging,
                       const FolderChange& change, const MayGo& may_go);

/// Finishes the changes that killed processes left in a folder; does nothing where there are none. The caller
/// holds the exclusive lock.
Result<Done> finish_interrupted_changes(const std::filesystem::path& folder);

/// Whether a folder holds this very file: of this size and SHA-256, and not by way of a link.
bool is_file(const std::filesystem::path& folder, const Manifest::File& file);

}  // namespace fw
