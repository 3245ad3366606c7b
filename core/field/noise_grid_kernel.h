#pragma once

#include <cstddef>
#include <cstdint>

#include "core/field/noise_lattice.h"

// The inner loops of a raster, each with a plain and a SIMD road to the same bits (see noise_lattice.h for
// the arithmetic). Arrays are padded to whole vectors: counts are multiples of kLanes. Private to this room.

namespace fw::lattice {

/// Raster columns on one octave's lattice: lattice cell, x, x - 1, s = fade(x) and 1 - s.
struct ColumnTables {
  int32_t* cell;
  float* x;
  float* x_less_1;
  float* s;
  float* rest;
};

/// Raster rows on one octave's lattice: lattice cell and y weights.
struct RowTables {
  int32_t* cell;
  float* v0;
  float* v1;
  float* p0;
  float* p1;
};

/// Gradients blended over t along one lattice row.
struct BlendRow {
  float* x;
  float* y;
  float* z;
};

/// Rows filled together: they share what is read per column.
inline constexpr size_t kRowsAtOnce = 4;

/// One octave over a stretch of up to kRowsAtOnce raster rows. `first_cell` is the lattice column that
/// a[r][0] and b[r][0] belong to; both are readable for kLanes floats beyond the last cell + 1.
struct RowsJob {
  const ColumnTables* columns;
  const int32_t* lookup;  ///< from group_columns
  const int32_t* lookup_next;
  int32_t first_cell;
  bool narrow;  ///< from group_columns
  float amplitude;
  bool first;  ///< out = share, else out + share
  size_t rows;
  const float* a[kRowsAtOnce];
  const float* b[kRowsAtOnce];
  float* out[kRowsAtOnce];
};

struct GridKernels {
  /// Columns a vector holds.
  size_t lanes;
  void (*cut_columns)(const Slice& slice, const double* x_m, size_t count, const ColumnTables& out);
  void (*cut_rows)(const Slice& slice, const double* y_m, size_t count, const RowTables& out);
  /// Per vector of columns, the look-up of its lattice cells counted from its first column's, and that of
  /// each cell's neighbour. True if the neighbours too lie within one vector from the first ("narrow").
  /// Neighbouring columns are at most one cell apart.
  bool (*group_columns)(const int32_t* cell, size_t count, int32_t* lookup, int32_t* lookup_next);
  /// hash_x[i] = lattice x * kHashX of lattice column i.
  void (*blend_row)(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
                    const BlendRow& out);
  /// A and B at every lattice column from the lattice rows below and above.
  void (*side_row)(const BlendRow& low, const BlendRow& high, const RowWeights& weights, size_t count,
                   float* a, float* b);
  /// Adds amplitude * value over columns [begin, end).
  void (*apply_rows)(const RowsJob& job, size_t begin, size_t end);
};

/// The kernels of the level in force.
const GridKernels& grid_kernels();

}  // namespace fw::lattice
