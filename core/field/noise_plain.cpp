#include "core/field/noise_plain.h"

namespace fw::lattice::plain {

void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
               const BlendRow& out) {
  for (size_t i = 0; i < count; ++i) {
    const Blend blended = blend_at_hashed(slice, hash_x[i] + static_cast<uint32_t>(lattice_y) * kHashY);
    out.x[i] = blended.x;
    out.y[i] = blended.y;
    out.z[i] = blended.z;
  }
}

void side_row(const BlendRow& low, const BlendRow& high, const RowWeights& weights, size_t count, float* a,
              float* b) {
  for (size_t i = 0; i < count; ++i) {
    const Side side = side_of({low.x[i], low.y[i], low.z[i]}, {high.x[i], high.y[i], high.z[i]}, weights);
    a[i] = side.a;
    b[i] = side.b;
  }
}

void apply_row(const Columns& columns, const float* a, const float* b, float amplitude, bool first,
               size_t count, float* out) {
  for (size_t i = 0; i < count; ++i) {
    const int32_t c = columns.cell[i];
    const float value = amplitude * along_x({a[c], b[c]}, {a[c + 1], b[c + 1]}, columns.x[i], columns.s[i]);
    out[i] = first ? value : out[i] + value;
  }
}

void sample_block(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                  float* out) {
  for (size_t i = 0; i < count; ++i) {
    const float value = slice.amplitude * octave_value(slice, x_m[i], y_m[i]);
    out[i] = first ? value : out[i] + value;
  }
}

}  // namespace fw::lattice::plain
