#include "render/geo/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace fw {
namespace {

Error io_error(const char* what, const std::filesystem::path& file, int code) {
  return {ErrorKind::io, std::string("could not ") + what + " " + file.string() + ": " +
                             std::generic_category().message(code)};
}

bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace

Result<Done> write_bytes(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return io_error("create", file, errno);
  const bool written = write_all(descriptor, bytes);
  const int write_code = errno;
  // Network file systems may report a full disk only here.
  const bool closed = ::close(descriptor) == 0;
  if (written && closed) return Done{};
  const Error error = io_error("write", file, written ? errno : write_code);
  ::unlink(file.c_str());
  return error;
}

Result<std::string> read_bytes(const std::filesystem::path& file, size_t most_bytes) {
  // O_NONBLOCK: a named pipe must not block before its type is known.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return io_error("open", file, errno);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return Error{ErrorKind::io, "could not read " + file.string() + ": it is not a plain file"};
  }
  if (static_cast<uint64_t>(status.st_size) > most_bytes) {
    ::close(descriptor);
    return Error{ErrorKind::io, "could not read " + file.string() + ": it has " +
                                    std::to_string(status.st_size) + " bytes, and the limit is " +
                                    std::to_string(most_bytes) +
                                    "; cut it to the frame, or write it with fewer cells or features"};
  }
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  size_t done = 0;
  int code = 0;
  while (done < bytes.size() && code == 0) {
    const ssize_t got = ::read(descriptor, bytes.data() + done, bytes.size() - done);
    if (got > 0)
      done += static_cast<size_t>(got);
    else if (got == 0)
      code = EIO;  // the file shrank while it was read
    else if (errno != EINTR)
      code = errno;
  }
  ::close(descriptor);
  if (code != 0) return io_error("read", file, code);
  return bytes;
}

}  // namespace fw
