#include "core/field/noise/noise_plain_internal.h"

#include <algorithm>

namespace fw::lattice::plain {

void cut_axis(double frequency, double offset, const double* metres, size_t count, const AxisTables& out) {
  for (size_t i = 0; i < count; ++i) {
    const Cut c = cut(metres[i] * frequency + offset);
    out.cell[i] = c.cell;
    out.from_centre[i] = static_cast<float>(c.from_centre);
    out.lean[i] = lean(out.from_centre[i]);
  }
}

bool group_columns(const int32_t* cell, size_t count, ColumnGroup* groups, int32_t*) {
  for (size_t i = 0; i < count; ++i) groups[i] = {static_cast<uint32_t>(cell[i] - cell[0]), true};
  return true;
}

void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count, BlendRow out) {
  for (size_t i = 0; i < count; ++i) {
    const Blend blended = blend_at_hashed(slice, hash_x[i] + static_cast<uint32_t>(lattice_y) * kHashY);
    out.x[i] = blended.x;
    out.y()[i] = blended.y;
    out.z()[i] = blended.z;
  }
}

void side_rows(BlendRow south, BlendRow north, const AxisTables& table, size_t row, size_t rows, size_t count,
               float* sides) {
  for (size_t r = 0; r < rows; ++r) {
    const Along y = along(table.from_centre[row + r], table.lean[row + r]);
    float *a = sides + 2 * r * kSideStride, *b = a + kSideStride;
    for (size_t i = 0; i < count; ++i) {
      const Side side =
          side_of({south.x[i], south.y()[i], south.z()[i]}, {north.x[i], north.y()[i], north.z()[i]}, y);
      a[i] = side.a;
      b[i] = side.b;
    }
  }
}

void apply_rows(const RowsJob& job, size_t begin, size_t end) {
  for (size_t r = 0; r < job.rows; ++r) {
    const float* sum = job.sum == nullptr ? nullptr : job.sum + r * kSumStride;
    float* out = job.out + r * job.out_stride;
    for (size_t i = begin; i < end; ++i) {
      const float* a = job.sides + 2 * r * kSideStride + (job.groups[i].cell - job.first_cell);
      const float* b = a + kSideStride;
      const float share =
          value_of({a[0], b[0]}, {a[1], b[1]}, along(job.columns.from_centre[i], job.columns.lean[i]));
      out[i - begin] = sum != nullptr ? sum[i - begin] + share : share;
    }
  }
}

void measure_axis(const double* in, size_t count, double& low, double& high) {
  for (size_t i = 0; i < count; ++i) low = std::min(low, in[i]), high = std::max(high, in[i]);
}

void scale_axis(const double* in, double factor, size_t count, double* out) {
  for (size_t i = 0; i < count; ++i) out[i] = in[i] * factor;
}

void sample_block(const Slice& slice, const LatticeTable&, const PointBlock& block, bool first, float* out) {
  for (size_t i = 0; i < block.count; ++i) {
    const float share = octave_value(slice, block.x[i], block.y[i]);
    out[i] = first ? share : out[i] + share;
  }
}

void sample_slope_block(const Slice& slice, const LatticeTable&, const PointBlock& block, bool first,
                        const SlopeBlock& out) {
  for (size_t i = 0; i < block.count; ++i) {
    const Slope share = octave_slope(slice, block.x[i], block.y[i]);
    out.value[i] = first ? share.value : out.value[i] + share.value;
    out.dx[i] = first ? share.dx : out.dx[i] + share.dx;
    out.dy[i] = first ? share.dy : out.dy[i] + share.dy;
  }
}

}  // namespace fw::lattice::plain
