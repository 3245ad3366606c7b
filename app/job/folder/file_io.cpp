#include "app/job/folder/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "core/base/hash.h"

namespace fw {
namespace {

/// Opens a file to read it.
Descriptor open_file(const std::filesystem::path& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// Opens a file of a folder; no part of its name may be a link (errno ELOOP or ENOTDIR).
Descriptor open_below(const std::filesystem::path& folder, const std::string& name) {
  Descriptor at(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::filesystem::path parts(name);
  for (auto part = parts.begin(); at && part != parts.end(); ++part) {
    const bool last = std::next(part) == parts.end();
    const int kind = last ? O_RDONLY | O_NONBLOCK : O_PATH | O_DIRECTORY;
    Descriptor next(::openat(at.number(), part->c_str(), kind | O_NOFOLLOW | O_CLOEXEC));
    if (!next && errno == ENOTDIR) errno = ELOOP;
    at = std::move(next);
  }
  return at;
}

using TakePiece = std::function<Result<Done>(std::string_view)>;

/// Feeds a regular file piece by piece.
Result<Done> each_piece(const Descriptor& file, const std::filesystem::path& path, const TakePiece& take) {
  if (!file) return system_error("read", path, errno);
  struct stat info {};
  if (::fstat(file.number(), &info) != 0 || !S_ISREG(info.st_mode))
    return Error{ErrorKind::io, path.string() + ": not a regular file"};
  std::vector<char> buffer(size_t{1} << 18);
  for (;;) {
    const ssize_t got = ::read(file.number(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read", path, errno);
    if (got == 0) return Done{};
    if (Result<Done> taken = take({buffer.data(), static_cast<size_t>(got)}); !taken) return taken;
  }
}

Result<std::string> read_all(const Descriptor& file, const std::filesystem::path& path, uint64_t max_bytes) {
  std::string text;
  const Result<Done> read = each_piece(file, path, [&](std::string_view piece) -> Result<Done> {
    if (text.size() + piece.size() > max_bytes)
      return Error{ErrorKind::limit, path.string() + ": larger than " + std::to_string(max_bytes) + " bytes"};
    text += piece;
    return Done{};
  });
  if (!read) return read.error();
  return text;
}

Result<FileDigest> digest_all(const Descriptor& file, const std::filesystem::path& path) {
  FileDigest out;
  Sha256 hash;
  const Result<Done> read = each_piece(file, path, [&](std::string_view piece) -> Result<Done> {
    hash.update(piece);
    out.size += piece.size();
    return Done{};
  });
  if (!read) return read.error();
  out.sha256 = hash.hex();
  return out;
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
  return read_all(open_file(path), path, max_bytes);
}

Result<std::string> read_file(const std::filesystem::path& folder, const std::string& name,
                              uint64_t max_bytes) {
  return read_all(open_below(folder, name), folder / name, max_bytes);
}

namespace {

Result<Done> create(const std::filesystem::path& path, std::string_view bytes, bool sync) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return system_error("write", path, errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  // Closing reports what the system wrote late; the first problem is the one to tell.
  int problem = bytes.empty() ? 0 : errno;
  if (problem == 0 && sync && ::fsync(file) != 0) problem = errno;
  if (::close(file) != 0 && problem == 0) problem = errno;
  if (problem != 0) return system_error("write", path, problem);
  return Done{};
}

}  // namespace

Result<Done> create_file(const std::filesystem::path& path, std::string_view bytes) {
  return create(path, bytes, true);
}

Result<Done> write_new_file(const std::filesystem::path& path, std::string_view bytes) {
  return create(path, bytes, false);
}

Result<Done> sync_path(const std::filesystem::path& path) {
  const Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened) return system_error("open", path, errno);
  // Some file systems cannot sync a folder; that is no reason to give a finished render up.
  if (::fsync(opened.number()) != 0 && errno != EINVAL && errno != EROFS)
    return system_error("write", path, errno);
  return Done{};
}

Result<FileDigest> digest_file(const std::filesystem::path& path) {
  return digest_all(open_file(path), path);
}

Result<FileDigest> digest_file(const std::filesystem::path& folder, const std::string& name, uint64_t size) {
  const Descriptor file = open_below(folder, name);
  struct stat info {};
  if (file && ::fstat(file.number(), &info) == 0 && S_ISREG(info.st_mode) &&
      static_cast<uint64_t>(info.st_size) != size)
    return FileDigest{static_cast<uint64_t>(info.st_size), ""};
  return digest_all(file, folder / name);
}

}  // namespace fw
