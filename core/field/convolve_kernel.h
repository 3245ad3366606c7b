#pragma once

#include <cstddef>
#include <span>

// Symmetric convolution, in plain and SIMD code with the same bits: every output is
//   w0 c0 + w1 (c-1 + c+1) + w2 (c-2 + c+2) + ... added in this order, every operation rounded on its own.
// Private to this room.

namespace fw {

/// out[i] over a padded row: centre[i] is the cell itself, readable from -radius to count + radius - 1.
void convolve_row(std::span<const float> weight, const float* centre, size_t count, float* out);

/// Columns of a stack of rows: output row j has its centre at reach[radius + j]; computes reach.size() - 2
/// radius rows of `count` values.
void convolve_stack(std::span<const float> weight, std::span<const float* const> reach, size_t count,
                    float* out);

}  // namespace fw
