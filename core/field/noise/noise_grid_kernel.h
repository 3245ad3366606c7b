#pragma once

#include <cstddef>
#include <cstdint>

#include "core/field/noise/noise_lattice.h"
#include "core/field/noise/noise_points_kernel.h"

// The inner loops of a raster, in plain and SIMD code with the same bits (see noise_lattice.h for the
// arithmetic). Arrays are padded to whole vectors: counts are multiples of kLanes. Private to this room.

namespace fw::lattice {

/// Raster columns or rows in one octave's lattice: lattice cell, offset from its centre, lean.
struct AxisTables {
  int32_t* cell;
  float* from_centre;
  float* lean;
};

/// Gradients blended over t along one lattice row: x, y and z, `stride` apart. Passed by value in registers:
/// a load right after partial stores would stall.
struct BlendRow {
  float* x;
  size_t stride;

  float* y() const { return x + stride; }
  float* z() const { return x + 2 * stride; }
};

/// Rows computed together: they share the values that depend on the column only.
inline constexpr size_t kRowsAtOnce = 4;
/// Columns for which all octaves are summed before the next chunk: the sums stay in the first-level cache.
/// 1024 columns plus the alignment columns before them fit one chunk.
inline constexpr size_t kChunk = 1024 + kLanes;
/// Distance between the sums of two rows. Not a power of two: that would map to few cache sets and cause
/// false store-to-load conflicts. Fixed, so that four rows need one pointer.
inline constexpr size_t kSumStride = kChunk + kLanes;
/// Distance between A and B: the lattice cells of a chunk (at most one per column) plus what vectors read
/// beyond them.
inline constexpr size_t kSideStride = kChunk + 4 * kLanes;

/// How the lattice cells of one vector of columns are looked up.
struct ColumnGroup {
  uint32_t cell;  ///< of its first column, counted from the raster's first
  bool one_cell;  ///< all its columns lie in that cell
};

/// One octave over a chunk of `rows` <= kRowsAtOnce raster rows: out = octave, or sum + octave where earlier
/// octaves were summed.
struct RowsJob {
  AxisTables columns{};
  const ColumnGroup* groups = nullptr;
  const int32_t* lookup = nullptr;  ///< from group_columns
  bool narrow = false;              ///< from group_columns
  size_t rows = 0;
  const float* sides = nullptr;  ///< A of the first row, its B, A of the second row, ... kSideStride apart
  size_t first_cell = 0;         ///< the lattice column of sides[0], counted from the raster's first
  const float* sum = nullptr;    ///< from the chunk's first column on, rows kSumStride apart
  float* out = nullptr;          ///< likewise, rows out_stride apart
  size_t out_stride = 0;
  /// Memory that will be written after this octave, prefetched meanwhile: one row of the chunk, never null.
  const float* soon = nullptr;
};

struct GridKernels {
  /// Positions at metres * frequency + offset.
  void (*cut_axis)(double frequency, double offset, const double* metres, size_t count,
                   const AxisTables& out);
  /// For each vector of columns: its group, and the lookup indices of its lattice cells relative to the
  /// group. Returns true ("narrow") if the next cells also lie within one vector from the group's start
  /// everywhere. Neighbouring columns are at most one cell apart.
  bool (*group_columns)(const int32_t* cell, size_t count, ColumnGroup* groups, int32_t* lookup);
  /// hash_x[i] = lattice x * kHashX of lattice column i.
  void (*blend_row)(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
                    BlendRow out);
  /// A and B at `count` lattice columns for 1 to kRowsAtOnce raster rows between the same two lattice rows,
  /// south and north; the first is `row` of the table, `sides` are as in RowsJob.
  void (*side_rows)(BlendRow south, BlendRow north, const AxisTables& table, size_t row, size_t rows,
                    size_t count, float* sides);
  /// Computes columns [begin, end), at most one chunk.
  void (*apply_rows)(const RowsJob& job, size_t begin, size_t end);
};

/// The kernels of the active SIMD level.
const GridKernels& grid_kernels();

}  // namespace fw::lattice
