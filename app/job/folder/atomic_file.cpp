#include "app/job/folder/atomic_file.h"

#include <cerrno>
#include <cstdio>

#include "app/job/folder/file_io.h"
#include "app/job/folder/staging.h"

namespace fw {
namespace fs = std::filesystem;
namespace {

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

}  // namespace

Result<Done> check_output_file(const fs::path& file, bool overwrite) {
  const auto refuse = [&](const char* why) { return Error{ErrorKind::io, file.string() + ": " + why}; };
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(file, ignored);
  if (fs::is_symlink(status)) return refuse("is a symbolic link; remove it or choose another file");
  if (fs::exists(status) && !fs::is_regular_file(status))
    return refuse("something other than a regular file is in the way");
  if (fs::exists(status) && !overwrite) return refuse("exists already; --force overwrites it");
  if (!fs::is_directory(folder_of(file), ignored))
    return Error{ErrorKind::io, folder_of(file).string() + ": is no folder, so " + file.filename().string() +
                                    " cannot be written there"};
  return Done{};
}

Result<Done> write_file_atomically(const fs::path& file, const WriteFile& write, bool overwrite) {
  if (Result<Done> free = check_output_file(file, overwrite); !free) return free;
  remove_stale_staging(folder_of(file));
  const Result<StagingFolder> staging = StagingFolder::make(folder_of(file));
  if (!staging) return staging.error();
  const fs::path part = staging.value().path() / ("file" + file.extension().string());
  if (Result<Done> written = write(part); !written) return written;
  if (Result<Done> synced = sync_path(part); !synced) return synced;
  // The place may have been taken in the meantime.
  if (Result<Done> free = check_output_file(file, overwrite); !free) return free;
  if (::rename(part.c_str(), file.c_str()) != 0) return system_error("rename into place", file, errno);
  return sync_path(folder_of(file));
}

Result<Done> write_file_atomically(const fs::path& file, std::string_view bytes, bool overwrite) {
  return write_file_atomically(
      file, [bytes](const fs::path& part) { return write_new_file(part, bytes); }, overwrite);
}

}  // namespace fw
