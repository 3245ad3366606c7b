#include "core/field/noise_plain.h"

namespace fw::lattice::plain {

void cut_columns(const Slice& slice, const double* x_m, size_t count, const ColumnTables& out) {
  for (size_t i = 0; i < count; ++i) {
    const Cut c = cut(x_m[i] * slice.frequency + slice.offset_x);
    out.cell[i] = c.cell;
    out.x[i] = static_cast<float>(c.fraction);
    out.s[i] = static_cast<float>(fade(c.fraction));
  }
}

void cut_rows(const Slice& slice, const double* y_m, size_t count, const RowTables& out) {
  for (size_t i = 0; i < count; ++i) {
    const Cut c = cut(y_m[i] * slice.frequency + slice.offset_y);
    const RowWeights weights = row_weights(c.fraction);
    out.cell[i] = c.cell;
    out.v0[i] = weights.v0;
    out.v1[i] = weights.v1;
    out.p0[i] = weights.p0;
    out.p1[i] = weights.p1;
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
    out.y[i] = blended.y;
    out.z[i] = blended.z;
  }
}

void side_rows(BlendRow south, BlendRow north, const RowTables& weights, size_t rows, size_t count,
               float* sides) {
  for (size_t r = 0; r < rows; ++r) {
    float *a = sides + 2 * r * kSideStride, *b = a + kSideStride;
    for (size_t i = 0; i < count; ++i) {
      const Side side = side_of({south.x[i], south.y[i], south.z[i]}, {north.x[i], north.y[i], north.z[i]},
                                {weights.v0[r], weights.v1[r], weights.p0[r], weights.p1[r]});
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
          job.amplitude * along_x({a[0], b[0]}, {a[1], b[1]}, job.columns.x[i], job.columns.s[i]);
      out[i - begin] = sum != nullptr ? sum[i - begin] + share : share;
    }
  }
}

void measure_points(PointGroup&) {}  // every point hashes its corners

void scale_coordinates(const double* in, double factor, size_t count, double* out) {
  for (size_t i = 0; i < count; ++i) out[i] = in[i] * factor;
}

void sample_block(const Slice& slice, const PointBlock& block, bool first, float* out) {
  for (size_t i = 0; i < block.count; ++i) {
    const float share = slice.amplitude * octave_value(slice, block.x[i], block.y[i]);
    out[i] = first ? share : out[i] + share;
  }
}

void sample_slope_block(const Slice& slice, const PointBlock& block, bool first, const SlopeBlock& out) {
  for (size_t i = 0; i < block.count; ++i) {
    const Slope slope = octave_slope(slice, block.x[i], block.y[i]);
    const Slope share = {slice.amplitude * slope.value, slice.slope_amplitude * slope.dx,
                         slice.slope_amplitude * slope.dy};
    out.value[i] = first ? share.value : out.value[i] + share.value;
    out.dx[i] = first ? share.dx : out.dx[i] + share.dx;
    out.dy[i] = first ? share.dy : out.dy[i] + share.dy;
  }
}

}  // namespace fw::lattice::plain
