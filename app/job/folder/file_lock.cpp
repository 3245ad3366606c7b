#include "app/job/folder/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace fw {
namespace {

/// Some file systems lock only what is open for writing; a file that may only be read is locked as it is.
Descriptor open_to_lock(const std::filesystem::path& file) {
  constexpr int kFlags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  Descriptor opened(::open(file.c_str(), O_RDWR | kFlags));
  return opened || errno == ENOENT ? std::move(opened) : Descriptor(::open(file.c_str(), O_RDONLY | kFlags));
}

bool has_name(const Descriptor& opened, const std::filesystem::path& file) {
  struct stat held {
  }, named{};
  return ::fstat(opened.number(), &held) == 0 && ::stat(file.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace

Result<Descriptor> lock_file(const std::filesystem::path& file, const std::function<bool()>& go_on) {
  for (;;) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return Descriptor();
    Descriptor opened = open_to_lock(file);
    if (!opened) return Descriptor();
    while (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return Descriptor();
      if (!go_on())
        return Error{ErrorKind::io,
                     file.string() +
                         ": another command is changing it; nothing was written. Run this again "
                         "when that one has ended"};
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (has_name(opened, file)) return opened;
  }
}

}  // namespace fw
