#include "app/job/folder/staging.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
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
constexpr const char* kLockName = ".lock";
constexpr const char* kUnlockedName = ".lock-new";

/// The lock file takes its name only when it is locked: nobody ever sees ours unlocked while we live.
Result<Descriptor> make_lock(const fs::path& staging) {
  const fs::path unlocked = staging / kUnlockedName;
  Descriptor file(::open(unlocked.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file) return system_error("write", unlocked, errno);
  // Without a lock the file keeps its first name, and the folder is never taken for a stale one.
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) return file;
  if (::rename(unlocked.c_str(), (staging / kLockName).c_str()) != 0)
    return system_error("rename into place", unlocked, errno);
  return file;
}

bool is_staging_name(std::string_view name) {
  return name.size() == kPrefix.size() + kRandomPart.size() && name.starts_with(kPrefix);
}

}  // namespace

Result<StagingFolder> StagingFolder::make(const fs::path& target) {
  std::string path = (target / (std::string(kPrefix) + std::string(kRandomPart))).string();
  if (::mkdtemp(path.data()) == nullptr) return system_error("write into the folder", target, errno);
  StagingFolder made{fs::path(path)};
  Result<Descriptor> lock = make_lock(made.path_);
  if (!lock) return lock.error();
  made.lock_ = std::move(lock).value();
  return made;
}

StagingFolder::~StagingFolder() {
  remove();
}

StagingFolder::StagingFolder(StagingFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::move(other.lock_)),
      there_(std::exchange(other.there_, false)) {}

void StagingFolder::remove() {
  std::error_code ignored;
  if (std::exchange(there_, false)) fs::remove_all(path_, ignored);
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
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened) return Descriptor();
  Descriptor lock(::openat(opened.number(), kLockName, O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  if (!lock || ::flock(lock.number(), LOCK_EX | LOCK_NB) != 0) return Descriptor();
  // Another process may have removed the folder between the two calls.
  struct stat info {};
  if (::fstat(lock.number(), &info) != 0 || info.st_nlink == 0) return Descriptor();
  return lock;
}

void remove_stale_staging(const fs::path& target) {
  std::error_code ignored;
  for (const fs::path& folder : staging_folders(target))
    if (const Descriptor claimed = claim_staging(folder); claimed && !is_recorded(folder))
      fs::remove_all(folder, ignored);
}

}  // namespace fw
