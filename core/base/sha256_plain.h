#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fw {

/// SHA-256 (FIPS 180-4) in plain C++: what Sha256 is made of where OpenSSL is missing.
class PlainSha256 {
 public:
  void update(const void* bytes, size_t count);
  /// The digest of all bytes so far. Call once.
  std::array<uint8_t, 32> finish();

 private:
  void eat(const uint8_t* block);

  std::array<uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> held_{};  ///< an unfinished block
  uint64_t bytes_ = 0;
};

}  // namespace fw
