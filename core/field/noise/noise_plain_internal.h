#pragma once

#include "core/field/noise/noise_grid_kernel.h"
#include "core/field/noise/noise_points_kernel.h"

// The kernels in plain scalar code: the reference that every SIMD level must equal bit for bit. Private to
// this room.

namespace fw::lattice::plain {

void cut_axis(double frequency, double offset, const double* metres, size_t count, const AxisTables& out);
bool group_columns(const int32_t* cell, size_t count, ColumnGroup* groups, int32_t* lookup);
void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count, BlendRow out);
void side_rows(BlendRow south, BlendRow north, const AxisTables& table, size_t row, size_t rows, size_t count,
               float* sides);
void apply_rows(const RowsJob& job, size_t begin, size_t end);

void measure_axis(const double* in, size_t count, double& low, double& high);
void scale_axis(const double* in, double factor, size_t count, double* out);
void sample_block(const Slice& slice, const LatticeTable&, const PointBlock& block, bool first, float* out);
void sample_slope_block(const Slice& slice, const LatticeTable&, const PointBlock& block, bool first,
                        const SlopeBlock& out);

}  // namespace fw::lattice::plain
