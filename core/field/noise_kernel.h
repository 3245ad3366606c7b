#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/field/noise_lattice.h"

// The batch kernels behind noise.h, each with a plain and a SIMD road to the same bits. Private to this room.

namespace fw {

/// What one octave needs along a row, computed once per raster.
struct ColumnPlan {
  lattice::Slice slice;
  bool per_cell = true;          ///< at most one lattice cell per sample: coefficients per lattice cell pay
  std::vector<int32_t> cell;     ///< per column: lattice cell relative to the first
  std::vector<float> x;          ///< per column: fraction, rounded once
  std::vector<float> s;          ///< per column: fade of the fraction, rounded once
  std::vector<int32_t> wrapped;  ///< per lattice column: index after the period, padded to whole vectors
  size_t sides = 0;              ///< lattice columns in use
};

/// Tables for one raster; shared by all threads.
struct RasterPlan {
  RasterPlan(std::vector<lattice::Slice> slices, const GridSpec& grid);

  GridSpec grid;
  std::vector<double> x_m;  ///< per column
  std::vector<ColumnPlan> octaves;
};

/// Fills rows [begin, end) of `cells`.
void fill_rows(const RasterPlan& plan, int begin, int end, float* cells);

/// n at scattered points of one phase.
void sample_points(std::span<const lattice::Slice> slices, const double* x_m, const double* y_m, size_t count,
                   float* out);

}  // namespace fw
