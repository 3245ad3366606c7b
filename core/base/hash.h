#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace fw {

/// 64-bit FNV-1a of a text (Fowler, Noll, Vo).
constexpr uint64_t fnv1a64(std::string_view text) {
  uint64_t h = 0xCBF29CE484222325u;
  for (const char c : text) {
    h ^= static_cast<uint8_t>(c);
    h *= 0x100000001B3u;
  }
  return h;
}

/// The splitmix64 finaliser: a bijection of 64-bit words with good avalanche (Steele, Lea, Flood 2014).
constexpr uint64_t splitmix64(uint64_t z) {
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Streaming SHA-256. Feed bytes in any pieces, then take the lower-case hexadecimal digest once.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(const void* bytes, size_t count);
  void update(std::string_view text) { update(text.data(), text.size()); }
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 of a text as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

}  // namespace fw
