#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/hash.h"

namespace fw {

/// The random word at an address: (sub-stream, counter) -> 64 bits. No state, no call order.
constexpr uint64_t random_bits(uint64_t substream, uint64_t counter) {
  return splitmix64(substream + counter * 0x9E3779B97F4A7C15u);
}

/// Uniform in the open interval (0, 1): 53 bits plus half an ulp, so the logarithm is always finite.
constexpr double random_uniform(uint64_t substream, uint64_t counter) {
  return (static_cast<double>(random_bits(substream, counter) >> 11) + 0.5) * 0x1p-53;
}

/// Uniform integer in [0, bound), bound > 0, by the high half of a 64 x 64-bit product (bias < bound / 2^64).
constexpr uint64_t random_below(uint64_t substream, uint64_t counter, uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(random_bits(substream, counter)) * bound) >> 64);
}

/// Standard normal at an address; uses counters 2c and 2c + 1 of the sub-stream (Box-Muller, exact math).
double random_normal(uint64_t substream, uint64_t counter);

/// A cursor over one sub-stream for sequential code that owns it alone (annealing, naming).
struct RandomCursor {
  uint64_t substream = 0;
  uint64_t counter = 0;

  double uniform() { return random_uniform(substream, counter++); }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  uint64_t below(uint64_t bound) { return random_below(substream, counter++, bound); }
  /// Standard normal from the next two counters (Box-Muller, exact math).
  double normal();
  /// Poisson count of the given mean >= 0 by sequential products (Knuth 1969), split so that large means
  /// work.
  int poisson(double mean);
};

/// Shuffles in place by Fisher and Yates; uses size - 1 numbers of the cursor.
template <typename T>
void shuffle(std::vector<T>& values, RandomCursor& cursor) {
  for (size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[cursor.below(i)]);
}

}  // namespace fw
