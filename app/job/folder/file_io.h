#pragma once

#include <unistd.h>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"

namespace fw {

/// Owns a file descriptor; a negative number is none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Closing reports what the system wrote late: false with errno set. True for none.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

/// Why the system refused, in words a person can act on.
Error system_error(std::string_view doing, const std::filesystem::path& path, int error_number);

/// The whole of a regular file, refused above max_bytes. Errors are ErrorKind::io.
Result<std::string> read_file(const std::filesystem::path& path, uint64_t max_bytes);

/// The same for a file of a folder ("a.png", "layers/a.tif"), never by way of a link below the folder.
Result<std::string> read_file(const std::filesystem::path& folder, const std::string& name,
                              uint64_t max_bytes);

/// Writes and syncs a file that must not be there yet; links are not followed. Errors are ErrorKind::io.
Result<Done> create_file(const std::filesystem::path& path, std::string_view bytes);
/// The same without the sync.
Result<Done> write_new_file(const std::filesystem::path& path, std::string_view bytes);
/// Brings a file's bytes, or a folder's names, to the disk. Errors are ErrorKind::io.
Result<Done> sync_path(const std::filesystem::path& path);

/// A file's size and SHA-256 without holding it in memory.
struct FileDigest {
  uint64_t size = 0;
  std::string sha256;
};
Result<FileDigest> digest_file(const std::filesystem::path& path);
/// The same for a file of a folder, never by way of a link; one of another size than expected is not read and
/// has no SHA-256.
Result<FileDigest> digest_file(const std::filesystem::path& folder, const std::string& name, uint64_t size);

}  // namespace fw
