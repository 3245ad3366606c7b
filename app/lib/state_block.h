#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "app/lib/lib_internal.h"

// Saved states: "FWST", format, kind, interface, identity, then the state's own values, and a 128-bit digest
// of all before it; little-endian (docs/library.md, 7). Private to this room.

namespace fw::lib {

enum class StateKind : uint32_t { agents = 1, action = 2, spawn = 3, tokens = 4 };

/// One word of a digest of an entry; a bijection of `word` for every `next`, and the other way round.
constexpr uint64_t mix_word(uint64_t word, uint64_t next) {
  word = (word ^ next) * 0x9E3779B97F4A7C15u;
  return word ^ (word >> 32);
}

/// The bits of a number, -0 as +0.
inline uint64_t bits_of(double value) {
  return std::bit_cast<uint64_t>(value + 0.0);
}
inline uint64_t bits_of(float value) {
  return std::bit_cast<uint32_t>(value + 0.0f);
}

/// Adds an entry's word to a sum over entries.
inline void add_entry(fw_digest& sum, uint64_t word) {
  sum.word[0] += (word ^ (word >> 29)) * 0xBF58476D1CE4E5B9u;
  sum.word[1] += (word ^ (word >> 31)) * 0x94D049BB133111EBu;
}

/// Mismatch: a block that is whole, and yet holds what no call leaves behind.
Error unfit_state();

class StateWriter {
 public:
  StateWriter(StateKind kind, uint64_t identity, int64_t tick, uint64_t count);
  template <typename T>
  void put(T value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  /// Room for so many bytes more.
  void reserve(size_t bytes) { bytes_.reserve(bytes_.size() + bytes + 64); }
  template <typename T>
  void put_all(const std::vector<T>& values) {
    put<uint64_t>(values.size());
    for (const T& value : values) put(value);
  }
  /// Appends the digest and hands over: FW_E_SPACE with *bytes set where `to` is too small or NULL.
  Result<Done> finish(void* to, size_t* bytes);

 private:
  std::vector<char> bytes_;
};

/// A block whose header and digest have been checked; reads past its end give 0 and are remembered.
class StateReader {
 public:
  static Result<StateReader> open(const void* from, size_t bytes, StateKind kind, uint64_t identity);
  int64_t tick() const { return tick_; }
  uint64_t count() const { return count_; }
  template <typename T>
  T get() {
    T value{};
    if (end_ - at_ < static_cast<ptrdiff_t>(sizeof value))
      short_ = true;
    else
      std::memcpy(&value, at_, sizeof value);
    at_ += short_ ? 0 : sizeof value;
    return value;
  }
  /// As put_all wrote it; at most what the block can hold.
  template <typename T>
  void get_all(std::vector<T>& out) {
    const auto size = get<uint64_t>();
    if (size > left() / sizeof(T)) short_ = true;
    out.resize(short_ ? 0 : static_cast<size_t>(size));
    for (T& value : out) value = get<T>();
  }
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  /// FW_E_MISMATCH if something was missing or is left over.
  Result<Done> done() const;

 private:
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  int64_t tick_ = 0;
  uint64_t count_ = 0;
  bool short_ = false;
};

}  // namespace fw::lib
