#include "core/field/noise_grid_kernel.h"

#include "core/field/simd_level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/noise_grid_kernel.cpp"
#include <hwy/foreach_target.h>
//
#include "core/field/noise_vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
const GridKernels* grid_kernels_here() {
  return nullptr;  // the plain kernels stand in for it
}
#else

HWY_INLINE VD position_of(const double* metres, double frequency, double offset) {
  const D d;
  return hn::Add(hn::Mul(hn::LoadU(d, metres), hn::Set(d, frequency)), hn::Set(d, offset));
}

void cut_columns(const Slice& slice, const double* x_m, size_t count, const ColumnTables& out) {
  const F f;
  for (size_t i = 0; i < count; i += hn::Lanes(D())) {
    const VD position = position_of(x_m + i, slice.frequency, slice.offset_x);
    const VD whole = hn::Floor(position);
    const VD fraction = hn::Sub(position, whole);
    store_whole(whole, out.cell + i);
    store_rounded(fraction, out.x + i);
    store_rounded(fade_of(fraction), out.s + i);
  }
  const VF one = hn::Set(f, 1.0f);
  for (size_t i = 0; i < count; i += hn::Lanes(f)) {
    hn::StoreU(hn::Sub(hn::LoadU(f, out.x + i), one), f, out.x_less_1 + i);
    hn::StoreU(hn::Sub(one, hn::LoadU(f, out.s + i)), f, out.rest + i);
  }
}

void cut_rows(const Slice& slice, const double* y_m, size_t count, const RowTables& out) {
  const VD one = hn::Set(D(), 1.0);
  for (size_t i = 0; i < count; i += hn::Lanes(D())) {
    const VD position = position_of(y_m + i, slice.frequency, slice.offset_y);
    const VD whole = hn::Floor(position);
    const VD fraction = hn::Sub(position, whole);
    const VD s = fade_of(fraction);
    const VD rest = hn::Sub(one, s);
    store_whole(whole, out.cell + i);
    store_rounded(rest, out.v0 + i);
    store_rounded(s, out.v1 + i);
    store_rounded(hn::Mul(rest, fraction), out.p0 + i);
    store_rounded(hn::Mul(s, hn::Sub(fraction, one)), out.p1 + i);
  }
}

#if HWY_TARGET <= HWY_AVX2
HWY_INLINE VI as_lookup(VI lane) {
  return lane;
}
HWY_INLINE VF looked_up(VF table, VI lookup) {
  return hn::TableLookupLanes(table, hn::IndicesFromVec(F(), lookup));
}
#else
/// The four bytes of each lane, so that a look-up is one byte shuffle.
HWY_INLINE VI as_lookup(VI lane) {
  return hn::Add(hn::Mul(lane, hn::Set(I(), 0x04040404)), hn::Set(I(), 0x03020100));
}
HWY_INLINE VF looked_up(VF table, VI lookup) {
  const hn::Repartition<uint8_t, F> bytes;
  return hn::BitCast(F(), hn::TableLookupBytes(hn::BitCast(bytes, table), hn::BitCast(bytes, lookup)));
}
#endif

bool group_columns(const int32_t* cell, size_t count, int32_t* lookup, int32_t* lookup_next) {
  const I tag;
  const auto lanes = static_cast<int32_t>(hn::Lanes(tag));
  bool narrow = true;
  for (size_t i = 0; i < count; i += hn::Lanes(tag)) {
    narrow = narrow && cell[i + static_cast<size_t>(lanes) - 1] - cell[i] + 1 < lanes;
    const VI lane = hn::Sub(hn::LoadU(tag, cell + i), hn::Set(tag, cell[i]));
    hn::StoreU(as_lookup(lane), tag, lookup + i);
    // Beyond the vector only where it is not narrow, and then this look-up is not used.
    const VI next = hn::Min(hn::Add(lane, hn::Set(tag, 1)), hn::Set(tag, lanes - 1));
    hn::StoreU(as_lookup(next), tag, lookup_next + i);
  }
  return narrow;
}

void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
               const BlendRow& out) {
  const Blender blender(slice);
  const VU row = hn::Set(U(), static_cast<uint32_t>(lattice_y) * kHashY);
  for (size_t i = 0; i < count; i += hn::Lanes(F())) {
    const VBlend blended = blender.blend(hn::Add(hn::LoadU(U(), hash_x + i), row));
    hn::StoreU(blended.x, F(), out.x + i);
    hn::StoreU(blended.y, F(), out.y + i);
    hn::StoreU(blended.z, F(), out.z + i);
  }
}

void side_row(const BlendRow& low, const BlendRow& high, const RowWeights& weights, size_t count, float* a,
              float* b) {
  const F f;
  const VWeights r = {hn::Set(f, weights.v0), hn::Set(f, weights.v1), hn::Set(f, weights.p0),
                      hn::Set(f, weights.p1)};
  for (size_t i = 0; i < count; i += hn::Lanes(f)) {
    const VSide v = side({hn::LoadU(f, low.x + i), hn::LoadU(f, low.y + i), hn::LoadU(f, low.z + i)},
                         {hn::LoadU(f, high.x + i), hn::LoadU(f, high.y + i), hn::LoadU(f, high.z + i)}, r);
    hn::StoreU(v.a, f, a + i);
    hn::StoreU(v.b, f, b + i);
  }
}

/// Both sides of the cells under one vector of columns.
struct Sides {
  VSide left, right;
};

/// All columns of the vector in one lattice cell: the same four numbers in every lane.
struct OneCell {
  HWY_INLINE Sides operator()(const float* a, const float* b) const {
    const F f;
    return {{hn::Set(f, a[0]), hn::Set(f, b[0])}, {hn::Set(f, a[1]), hn::Set(f, b[1])}};
  }
};
/// All cells and their neighbours within one vector of each table.
struct Narrow {
  VI lookup, lookup_next;
  HWY_INLINE Sides operator()(const float* a, const float* b) const {
    const F f;
    const VF of_a = hn::LoadU(f, a), of_b = hn::LoadU(f, b);
    return {{looked_up(of_a, lookup), looked_up(of_b, lookup)},
            {looked_up(of_a, lookup_next), looked_up(of_b, lookup_next)}};
  }
};
struct Wide {
  VI lookup;
  HWY_INLINE Sides operator()(const float* a, const float* b) const {
    const F f;
    return {{looked_up(hn::LoadU(f, a), lookup), looked_up(hn::LoadU(f, b), lookup)},
            {looked_up(hn::LoadU(f, a + 1), lookup), looked_up(hn::LoadU(f, b + 1), lookup)}};
  }
};

template <size_t kRows, class SidesAt>
HWY_INLINE void apply_at(const RowsJob& job, size_t i, size_t cell, const SidesAt& sides_at) {
  const F f;
  const ColumnTables& c = *job.columns;
  const VAlong w = {hn::LoadU(f, c.x + i), hn::LoadU(f, c.x_less_1 + i), hn::LoadU(f, c.s + i),
                    hn::LoadU(f, c.rest + i)};
  const VF amplitude = hn::Set(f, job.amplitude);
  for (size_t r = 0; r < kRows; ++r) {
    const Sides sides = sides_at(job.a[r] + cell, job.b[r] + cell);
    const VF share = hn::Mul(amplitude, along(sides.left, sides.right, w));
    float* out = job.out[r] + i;
    hn::StoreU(job.first ? share : hn::Add(hn::LoadU(f, out), share), f, out);
  }
}

template <size_t kRows>
void apply_over(const RowsJob& job, size_t begin, size_t end) {
  const I tag;
  const size_t lanes = hn::Lanes(tag);
  const int32_t* cells = job.columns->cell;
  for (size_t i = begin; i < end; i += lanes) {
    const auto cell = static_cast<size_t>(cells[i] - job.first_cell);
    if (cells[i + lanes - 1] == cells[i]) {
      apply_at<kRows>(job, i, cell, OneCell());
    } else if (job.narrow) {
      apply_at<kRows>(job, i, cell,
                      Narrow{hn::LoadU(tag, job.lookup + i), hn::LoadU(tag, job.lookup_next + i)});
    } else {
      apply_at<kRows>(job, i, cell, Wide{hn::LoadU(tag, job.lookup + i)});
    }
  }
}

void apply_rows(const RowsJob& job, size_t begin, size_t end) {
  switch (job.rows) {
    case 1:
      return apply_over<1>(job, begin, end);
    case 2:
      return apply_over<2>(job, begin, end);
    case 3:
      return apply_over<3>(job, begin, end);
    default:
      return apply_over<4>(job, begin, end);
  }
}

const GridKernels* grid_kernels_here() {
  static constexpr GridKernels kKernels = {hn::MaxLanes(F()), &cut_columns, &cut_rows,  &group_columns,
                                           &blend_row,        &side_row,    &apply_rows};
  return &kKernels;
}

#endif

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/field/noise_plain.h"

namespace fw::lattice {

HWY_EXPORT(grid_kernels_here);

const GridKernels& grid_kernels() {
  static constexpr GridKernels kPlain = {1,
                                         &plain::cut_columns,
                                         &plain::cut_rows,
                                         &plain::group_columns,
                                         &plain::blend_row,
                                         &plain::side_row,
                                         &plain::apply_rows};
  return plain_kernels_only() ? kPlain : *HWY_DYNAMIC_DISPATCH(grid_kernels_here)();
}

}  // namespace fw::lattice
#endif  // HWY_ONCE
