#pragma once

#include <cstddef>
#include <cstdint>

// Sorts cells into coarse bins of their values, in plain and SIMD code with the same bins. Private to this
// room.

namespace fw {

/// Bin of a value v: (v - low) * per_value, clamped to 0 .. bins - 1. Every step is monotonic, so a higher
/// bin never holds a lower value for any low and per_value.
struct BinScale {
  float low = 0;
  float per_value = 0;
  uint32_t bins_log2 = 0;
};

/// slot = region << bins_log2 | bin for each cell; region may be null (0 everywhere).
void bin_slots(const float* value, const uint8_t* region, size_t count, const BinScale& scale,
               uint32_t* slot);

}  // namespace fw
