#pragma once

#include <cstddef>
#include <cstdint>

#include "core/field/noise_lattice.h"

// The inner loops of a raster and of scattered points. Every one has a plain and a SIMD road to the same bits
// (see noise_lattice.h for the arithmetic). Arrays are padded to whole vectors: counts are multiples of
// kLanes. Private to this room.

namespace fw::lattice {

/// The widest vector, in floats.
inline constexpr size_t kLanes = 16;
inline constexpr size_t padded(size_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

/// Points sample_block takes at once.
inline constexpr size_t kBlock = 256;

/// Gradients blended over t along one lattice row. hash_x[i] = lattice x * kHashX of lattice column i.
struct BlendRow {
  float* x;
  float* y;
  float* z;
};
void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
               const BlendRow& out);

/// A and B at every lattice column from the lattice rows below and above.
void side_row(const BlendRow& low, const BlendRow& high, const RowWeights& weights, size_t count, float* a,
              float* b);

/// Per column of the raster: lattice cell relative to the first, fraction, fade.
struct Columns {
  const int32_t* cell;
  const float* x;
  const float* s;
};
/// out = amplitude * value, or out + amplitude * value unless `first`. Neighbouring columns are at most one
/// cell apart; a and b are readable for kLanes floats beyond the last cell.
void apply_row(const Columns& columns, const float* a, const float* b, float amplitude, bool first,
               size_t count, float* out);

/// One octave at count <= kBlock points, added as in apply_row.
void sample_block(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                  float* out);

}  // namespace fw::lattice
