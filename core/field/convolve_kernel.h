#pragma once

#include <cstddef>
#include <span>

// Symmetric convolution, with a plain and a SIMD road to the same bits: every output is
//   w0 c0 + w1 (c-1 + c+1) + w2 (c-2 + c+2) + ... added in this order, every operation rounded on its own.
// Private to this room.

namespace fw {

/// out[i] over a padded row: centre[i] is the cell itself, readable from -radius to count + radius - 1.
void convolve_row(std::span<const float> weight, const float* centre, size_t count, float* out);

/// Rows of a stack: reach[radius + j] is output row j's own input row; fills reach.size() - 2 radius rows of
/// `count`.
void convolve_stack(std::span<const float> weight, std::span<const float* const> reach, size_t count,
                    float* out);

}  // namespace fw
