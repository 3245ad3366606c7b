#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "app/job/folder/file_io.h"
#include "core/base/result.h"

namespace fw {

/// A hidden folder `.fieldwright-XXXXXX` of its own inside a target folder, removed with all it holds when
/// this ends. It holds the empty file `.lock` and is locked with flock while the process lives, however it
/// ends: so a later run tells what a killed one left behind from what another one is still writing.
class StagingFolder {
 public:
  /// Errors are ErrorKind::io. Where the file system knows no locks the folder is made without a lock and the
  /// file, and a later run leaves it.
  static Result<StagingFolder> make(const std::filesystem::path& target);
  ~StagingFolder();
  StagingFolder(StagingFolder&& other) noexcept;
  StagingFolder& operator=(StagingFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Removes the folder now; path() stays what it was.
  void remove();
  /// Leaves the folder to whichever process finishes the change recorded in it (app/job/folder/change.h).
  void leave();

 private:
  explicit StagingFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
  Descriptor lock_;
  bool there_ = true;
};

/// Everything in a folder that has the name of a staging folder.
std::vector<std::filesystem::path> staging_folders(const std::filesystem::path& target);
/// The lock of a staging folder whose process has ended; none for a folder without the file `.lock`, one that
/// is locked, and a symbolic link.
Descriptor claim_staging(const std::filesystem::path& folder);

/// Removes a staging folder with all it holds, the file `.lock` last: it is marked or empty at any moment.
void remove_staging(const std::filesystem::path& folder);

/// Removes the staging folders of ended processes from a target folder, but not one with the record of a
/// change. What cannot be removed stays without an error.
void remove_stale_staging(const std::filesystem::path& target);

/// Refuses a place that write_file_atomically would refuse: a link, something other than a file, a missing
/// folder, and a file that may not be replaced. Errors are ErrorKind::io.
Result<Done> check_output_file(const std::filesystem::path& file, bool overwrite);

/// Gives a new file the mode, the owner, the group and the access list of the file that it will replace, as
/// far as the process may. Where the group stays another one, it may do no more than everybody may. Nothing
/// is done where there is no such file.
void keep_access(const std::filesystem::path& old_file, const std::filesystem::path& new_file);

/// Asked just before a file is replaced, with the file; an error leaves it as it is.
using BeforeReplace = std::function<Result<Done>(const std::filesystem::path& file)>;

/// Writes a file so that its name always stands for all the old bytes or all the new ones: beside its place,
/// in a staging folder of its own, synced, then renamed. Links are not followed. A file that is replaced
/// keeps its mode and group (keep_access()); another name of it (a hard link) keeps the old bytes. Errors are
/// ErrorKind::io; the place is then as it was.
Result<Done> write_file_atomically(const std::filesystem::path& file, std::string_view bytes, bool overwrite,
                                   const BeforeReplace& check = {});

/// The same for a writer that needs a path: `write` makes the file that it is given.
using WriteFile = std::function<Result<Done>(const std::filesystem::path& part)>;
Result<Done> write_file_atomically(const std::filesystem::path& file, const WriteFile& write, bool overwrite,
                                   const BeforeReplace& check = {});

}  // namespace fw
