#pragma once

#include "core/field/noise_kernel.h"

// The kernels of noise_kernel.h in plain scalar code: what the SIMD levels must equal bit for bit.

namespace fw::lattice::plain {

void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
               const BlendRow& out);
void side_row(const BlendRow& low, const BlendRow& high, const RowWeights& weights, size_t count, float* a,
              float* b);
void apply_row(const Columns& columns, const float* a, const float* b, float amplitude, bool first,
               size_t count, float* out);
void sample_block(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                  float* out);

}  // namespace fw::lattice::plain
