#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <vector>

#include "app/lib/fieldwright.h"

// Draws of unusual values, and memory that notices what is written to it; private to the hostile calls.

namespace fw::test {

/// SplitMix64: a stream of random words.
class Draws {
 public:
  explicit Draws(uint64_t seed) : state_(seed) {}
  uint64_t word() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t bound) { return word() % bound; }
  double uniform() { return static_cast<double>(word() >> 11) * 0x1p-53; }
  template <typename T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }
  bool one_in(uint64_t n) { return below(n) == 0; }
  /// Whether the next argument is an unusual one; how often is chosen call by call.
  bool odd() { return hostility_ > 0 && one_in(hostility_); }
  void choose_hostility() { hostility_ = one_of<uint64_t>({0, 0, 0, 12, 4}); }

  double number() {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    return one_of({0.0, -0.0, 1.0, -1.0, 0.5, 999.999, 1000.0, 1e6, 1e7, 1.0000001e7, 1e12, -1e300, 1e300,
                   5e-324, kInf, -kInf, std::numeric_limits<double>::quiet_NaN()});
  }
  int64_t any_tick() {
    return one_of<int64_t>(
        {0, 1, 7, 63, 64, 128, -1, 3999999999, 4000000000, 4000000001, INT64_MAX, INT64_MIN});
  }
  size_t any_count() {
    return one_of<size_t>({0, 1, SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2, size_t{1} << 62, size_t{1} << 61});
  }
  uint32_t any_word() {
    return one_of<uint32_t>({0, 1, 2, 7, 255, 256, 65535, 0x7FFFFFFF, 0x80000000, UINT32_MAX});
  }

 private:
  uint64_t state_;
  uint64_t hostility_ = 0;
};

#if defined(__SANITIZE_ADDRESS__)
#define FW_TEST_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FW_TEST_ADDRESS_SANITIZER 1
#endif
#endif

/// The caller's memory of one call: blocks of the exact size, of which each byte is writable or not.
class CallMemory {
 public:
#ifdef FW_TEST_ADDRESS_SANITIZER
  static constexpr size_t kGuard = 0;  // the sanitizer has its own
#else
  static constexpr size_t kGuard = 64;
#endif
  void clear() {
    blocks_.clear();
  }
  uint8_t* take(size_t bytes) {
    Block& b = blocks_.emplace_back();
    b.size = bytes + 2 * kGuard;
    b.now.reset(new uint8_t[b.size]);
    std::memset(b.now.get(), 0xA5, b.size);
    b.writable.assign(b.size, 0);
    return b.now.get() + kGuard;
  }
  /// Entries that the next call may write.
  void writable(const void* first, ptrdiff_t stride, size_t bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      const uint8_t* at = static_cast<const uint8_t*>(first) + static_cast<ptrdiff_t>(i) * stride;
      for (Block& b : blocks_)
        if (at >= b.now.get() && at < b.now.get() + b.size)
          std::fill_n(b.writable.begin() + (at - b.now.get()), bytes, uint8_t{1});
    }
  }
  /// Remembers everything as it is before the call.
  void keep() {
    for (Block& b : blocks_) b.before.assign(b.now.get(), b.now.get() + b.size);
  }
  /// Whether a byte changed that should not: after a failure any, else one that was not writable.
  bool spoiled(bool failed) const {
    for (const Block& b : blocks_) {
      if (std::memcmp(b.now.get(), b.before.data(), b.size) == 0) continue;
      for (size_t i = 0; i < b.size; ++i)
        if (b.now[i] != b.before[i] && (failed || b.writable[i] == 0)) return true;
    }
    return false;
  }

 private:
  struct Block {
    std::unique_ptr<uint8_t[]> now;
    size_t size = 0;
    std::vector<uint8_t> before, writable;
  };
  std::vector<Block> blocks_;
};

}  // namespace fw::test
