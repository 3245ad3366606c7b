#include "app/job/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <vector>

#include "core/base/hash.h"

namespace fw {
namespace {

/// Feeds a regular file piece by piece.
Result<Done> each_piece(const std::filesystem::path& path,
                        const std::function<Result<Done>(std::string_view)>& take) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return system_error("read", path, errno);
  struct stat info {};
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(file);
    return Error{ErrorKind::io, path.string() + ": not a regular file"};
  }
  std::vector<char> buffer(size_t{1} << 18);
  for (;;) {
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      const int problem = errno;
      ::close(file);
      if (got < 0) return system_error("read", path, problem);
      return Done{};
    }
    if (Result<Done> taken = take({buffer.data(), static_cast<size_t>(got)}); !taken) {
      ::close(file);
      return taken;
    }
  }
}

std::string reason(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "the disk is full";
    case EFBIG:
      return "the file would exceed the size limit";
    case EACCES:
    case EPERM:
      return "permission denied";
    case EROFS:
      return "the file system is read-only";
    case ENOENT:
      return "no such file or folder";
    case ENOTDIR:
      return "a part of the path is a file, not a folder";
    case ELOOP:
      return "it is a symbolic link";
    default:
      return std::strerror(error_number);
  }
}

}  // namespace

Error system_error(std::string_view doing, const std::filesystem::path& path, int error_number) {
  return {ErrorKind::io, path.string() + ": could not " + std::string(doing) + ": " + reason(error_number)};
}

Result<std::string> read_file(const std::filesystem::path& path, uint64_t max_bytes) {
  std::string text;
  const Result<Done> read = each_piece(path, [&](std::string_view piece) -> Result<Done> {
    if (text.size() + piece.size() > max_bytes)
      return Error{ErrorKind::io, path.string() + ": larger than " + std::to_string(max_bytes) + " bytes"};
    text += piece;
    return Done{};
  });
  if (!read) return read.error();
  return text;
}

Result<FileDigest> digest_file(const std::filesystem::path& path) {
  FileDigest out;
  Sha256 hash;
  const Result<Done> read = each_piece(path, [&](std::string_view piece) -> Result<Done> {
    hash.update(piece);
    out.size += piece.size();
    return Done{};
  });
  if (!read) return read.error();
  out.sha256 = hash.hex();
  return out;
}

}  // namespace fw
