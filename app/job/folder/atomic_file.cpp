#include "app/job/folder/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/job/folder/change.h"
#include "app/job/folder/file_io.h"

namespace fw {

namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = ".fieldwright-";
constexpr std::string_view kRandomPart = "XXXXXX";
constexpr const char* kMark = ".lock";
constexpr int kAttempts = 3;

/// Locks a folder without waiting; none where another process holds it, it is a link or is gone.
Descriptor lock_now(const fs::path& folder) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened || ::flock(opened.number(), LOCK_EX | LOCK_NB) != 0) return Descriptor();
  struct stat info {};
  if (::fstat(opened.number(), &info) != 0 || info.st_nlink == 0) return Descriptor();
  return opened;
}

bool is_staging_name(std::string_view name) {
  return name.size() == kPrefix.size() + kRandomPart.size() && name.starts_with(kPrefix);
}

}  // namespace

void remove_staging(const fs::path& folder) {
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end; at.increment(ignored))
    if (at->path().filename() != kMark) fs::remove_all(at->path(), ignored);
  fs::remove(folder / kMark, ignored);
  fs::remove(folder, ignored);
}

Result<StagingFolder> StagingFolder::make(const fs::path& target) {
  // Another process that tidies may take the folder away while it is empty.
  for (int attempt = 0;; ++attempt) {
    std::string path = (target / (std::string(kPrefix) + std::string(kRandomPart))).string();
    if (::mkdtemp(path.data()) == nullptr) return system_error("write into the folder", target, errno);
    StagingFolder made{fs::path(path)};
    made.lock_ = lock_now(made.path_);
    const Result<Done> marked = made.lock_ ? write_new_file(made.path_ / kMark, "") : Result<Done>(Done{});
    if (marked && (made.lock_ || attempt == kAttempts)) return made;
    if (attempt == kAttempts) return marked.error();
  }
}

StagingFolder::~StagingFolder() {
  remove();
}

StagingFolder::StagingFolder(StagingFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::move(other.lock_)),
      there_(std::exchange(other.there_, false)) {}

void StagingFolder::remove() {
  if (std::exchange(there_, false)) remove_staging(path_);
}

void StagingFolder::leave() {
  there_ = false;
  lock_.close();
}

std::vector<fs::path> staging_folders(const fs::path& target) {
  std::vector<fs::path> found;
  std::error_code problem;
  for (fs::directory_iterator at(target, problem), end; !problem && at != end; at.increment(problem))
    if (is_staging_name(at->path().filename().string())) found.push_back(at->path());
  return found;
}

Descriptor claim_staging(const fs::path& folder) {
  Descriptor lock = lock_now(folder);
  struct stat info {};
  if (!lock || ::fstatat(lock.number(), kMark, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode))
    return Descriptor();
  return lock;
}

void remove_stale_staging(const fs::path& target) {
  for (const fs::path& folder : staging_folders(target)) {
    if (::rmdir(folder.c_str()) == 0) continue;  // ended before it was marked, or after
    if (const Descriptor claimed = claim_staging(folder); claimed && !is_recorded(folder))
      remove_staging(folder);
  }
}

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

void keep_access(const fs::path& old_file, const fs::path& new_file) {
  struct stat old {
  }, made{};
  if (::lstat(old_file.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return;
  const Descriptor file(::open(new_file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file) return;
  if (::fchown(file.number(), old.st_uid, old.st_gid) != 0)
    (void)!::fchown(file.number(), static_cast<uid_t>(-1), old.st_gid);
  mode_t mode = old.st_mode & 0777;
  if (::fstat(file.number(), &made) != 0) return;
  if (made.st_gid != old.st_gid) mode = (mode & ~070u) | (mode & 07u & (mode >> 3)) << 3;
  (void)::fchmod(file.number(), mode);
  if (made.st_gid != old.st_gid) return;
  constexpr const char* kAccessList = "system.posix_acl_access";
  std::array<char, 4096> list{};
  const ssize_t size = ::getxattr(old_file.c_str(), kAccessList, list.data(), list.size());
  if (size > 0) (void)::fsetxattr(file.number(), kAccessList, list.data(), static_cast<size_t>(size), 0);
}

Result<Done> write_file_atomically(const fs::path& file, const WriteFile& write, bool overwrite,
                                   const BeforeReplace& check) {
  if (Result<Done> free = check_output_file(file, overwrite); !free) return free;
  remove_stale_staging(folder_of(file));
  const Result<StagingFolder> staging = StagingFolder::make(folder_of(file));
  if (!staging) return staging.error();
  const fs::path part = staging.value().path() / ("file" + file.extension().string());
  if (Result<Done> written = write(part); !written) return written;
  keep_access(file, part);
  if (Result<Done> synced = sync_path(part); !synced) return synced;
  // The place may have been taken in the meantime.
  if (Result<Done> free = check_output_file(file, overwrite); !free) return free;
  if (check)
    if (Result<Done> wanted = check(file); !wanted) return wanted;
  if (::rename(part.c_str(), file.c_str()) != 0) return system_error("rename into place", file, errno);
  return sync_path(folder_of(file));
}

Result<Done> write_file_atomically(const fs::path& file, std::string_view bytes, bool overwrite,
                                   const BeforeReplace& check) {
  return write_file_atomically(
      file, [bytes](const fs::path& part) { return write_new_file(part, bytes); }, overwrite, check);
}

}  // namespace fw
