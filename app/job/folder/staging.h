#pragma once

#include <filesystem>

#include "app/job/render/descriptor.h"
#include "core/base/result.h"

namespace fw {

/// A hidden folder `.fieldwright-XXXXXX` of its own inside a target folder, removed with all it holds when
/// this ends. Its lock file is held with flock while the process lives, however it ends: so a later run tells
/// what a killed one left behind from what another one is still writing.
class StagingFolder {
 public:
  /// Errors are ErrorKind::io. Where the file system knows no locks the folder is made without one.
  static Result<StagingFolder> make(const std::filesystem::path& target);
  ~StagingFolder();
  StagingFolder(StagingFolder&& other) noexcept;
  StagingFolder& operator=(StagingFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Removes the folder now; path() stays what it was.
  void remove();

 private:
  explicit StagingFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
  Descriptor lock_;
  bool there_ = true;
};

/// Removes the staging folders of dead processes from a target folder. A folder without our lock file, or
/// whose lock somebody holds, or that is a symbolic link, stays; what cannot be removed stays without an
/// error.
void remove_stale_staging(const std::filesystem::path& target);

}  // namespace fw
