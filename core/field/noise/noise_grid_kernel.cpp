#include "core/field/noise/noise_grid_kernel.h"

#include "core/field/simd_level_internal.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/noise/noise_grid_kernel.cpp"
#include <hwy/foreach_target.h>
// Compiled once (not once per SIMD target).
#include "core/field/noise/noise_vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
const GridKernels* grid_kernels_here() {
  return nullptr;  // no SIMD target: the plain kernels are used
}
#else

void cut_axis(double frequency, double offset, const double* metres, size_t count, const AxisTables& out) {
  const D d;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const VD position = hn::Add(hn::Mul(hn::LoadU(d, metres + i), hn::Set(d, frequency)), hn::Set(d, offset));
    const VRest cut = cut_of(position);
    store_low_words(cut.cell, out.cell + i);
    store_rounded(cut.from_centre, out.from_centre + i);
  }
  for (size_t i = 0; i < count; i += hn::Lanes(F()))
    hn::StoreU(lean_of(hn::LoadU(F(), out.from_centre + i)), F(), out.lean + i);
}

#if HWY_TARGET <= HWY_AVX2
HWY_INLINE VI as_lookup(VI lane) {
  return lane;
}
HWY_INLINE VI next(VI lookup) {
  return hn::Add(lookup, hn::Set(I(), 1));
}
HWY_INLINE VF looked_up(VF table, VI lookup) {
  return hn::TableLookupLanes(table, hn::IndicesFromVec(F(), lookup));
}
#else
/// The four byte indices of each lane, so that a lookup is one byte shuffle.
HWY_INLINE VI as_lookup(VI lane) {
  return hn::Add(hn::Mul(lane, hn::Set(I(), 0x04040404)), hn::Set(I(), 0x03020100));
}
HWY_INLINE VI next(VI lookup) {
  return hn::Add(lookup, hn::Set(I(), 0x04040404));
}
HWY_INLINE VF looked_up(VF table, VI lookup) {
  const hn::Repartition<uint8_t, F> bytes;
  return hn::BitCast(F(), hn::TableLookupBytes(hn::BitCast(bytes, table), hn::BitCast(bytes, lookup)));
}
#endif

bool group_columns(const int32_t* cell, size_t count, ColumnGroup* groups, int32_t* lookup) {
  const I tag;
  const size_t lanes = hn::Lanes(tag);
  bool narrow = true;
  for (size_t i = 0; i < count; i += lanes) {
    const int32_t base = cell[i], reach = cell[i + lanes - 1] - base;
    narrow = narrow && reach + 1 < static_cast<int32_t>(lanes);
    groups[i / lanes] = {static_cast<uint32_t>(base - cell[0]), reach == 0};
    hn::StoreU(as_lookup(hn::Sub(hn::LoadU(tag, cell + i), hn::Set(tag, base))), tag, lookup + i);
  }
  return narrow;
}

void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count, BlendRow out) {
  const Blender blender(slice);
  const VU row = hn::Set(U(), static_cast<uint32_t>(lattice_y) * kHashY);
  for (size_t i = 0; i < count; i += hn::Lanes(F())) {
    const VBlend blended = blender.blend(hn::Add(hn::LoadU(U(), hash_x + i), row));
    hn::StoreU(blended.x, F(), out.x + i);
    hn::StoreU(blended.y, F(), out.y() + i);
    hn::StoreU(blended.z, F(), out.z() + i);
  }
}

template <size_t kRows>
void side_over(BlendRow south, BlendRow north, const AxisTables& table, size_t row, size_t count,
               float* sides) {
  const F f;
  VAlong of_row[kRows];
  for (size_t r = 0; r < kRows; ++r)
    of_row[r] = along_of(hn::Set(f, table.from_centre[row + r]), hn::Set(f, table.lean[row + r]));
  for (size_t i = 0; i < count; i += hn::Lanes(f)) {
    const VBlend low = {hn::LoadU(f, south.x + i), hn::LoadU(f, south.y() + i), hn::LoadU(f, south.z() + i)};
    const VBlend high = {hn::LoadU(f, north.x + i), hn::LoadU(f, north.y() + i), hn::LoadU(f, north.z() + i)};
    for (size_t r = 0; r < kRows; ++r) {
      const VSide v = side(low, high, of_row[r]);
      hn::StoreU(v.a, f, sides + 2 * r * kSideStride + i);
      hn::StoreU(v.b, f, sides + (2 * r + 1) * kSideStride + i);
    }
  }
}

void side_rows(BlendRow south, BlendRow north, const AxisTables& table, size_t row, size_t rows, size_t count,
               float* sides) {
  switch (rows) {
    case 1:
      return side_over<1>(south, north, table, row, count, sides);
    case 2:
      return side_over<2>(south, north, table, row, count, sides);
    case 3:
      return side_over<3>(south, north, table, row, count, sides);
    default:
      return side_over<4>(south, north, table, row, count, sides);
  }
}

/// Both sides of the lattice cells under one vector of columns.
struct Sides {
  VSide left, right;
};

/// A table loaded once for all its lookups: GCC would load it again for each, and most of these vectors cross
/// a cache line.
HWY_INLINE VF table_at(const float* from) {
  VF v = hn::LoadU(F(), from);
#if HWY_ARCH_X86 && HWY_COMPILER_GCC_ACTUAL
  asm("" : "+v"(v.raw));
#endif
  return v;
}

/// All columns of the vector in one lattice cell: the same four numbers in every lane.
struct OneCell {
  HWY_INLINE Sides operator()(const float* a, const float* b) const {
    const F f;
    return {{hn::Set(f, a[0]), hn::Set(f, b[0])}, {hn::Set(f, a[1]), hn::Set(f, b[1])}};
  }
};
/// All cells and their neighbours lie within one vector of each table.
struct Narrow {
  VI lookup, lookup_next;
  HWY_INLINE Sides operator()(const float* a, const float* b) const {
    const VF of_a = table_at(a), of_b = table_at(b);
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

/// Destination of one row's result: the sums, or the raster.
struct ToSums {
  float* out;
  HWY_INLINE float* row(size_t r, size_t i) const { return out + r * kSumStride + i; }
};
struct ToRaster {
  float* out[kRowsAtOnce];
  HWY_INLINE float* row(size_t r, size_t i) const { return out[r] + i; }
};

template <size_t kRows, bool kSum, class Out, class SidesAt>
HWY_INLINE void apply_at(const VAlong& x, const float* sides, const float* sum, const Out& out, size_t i,
                         const SidesAt& sides_at) {
  const F f;
  for (size_t r = 0; r < kRows; ++r) {
    const Sides s = sides_at(sides + 2 * r * kSideStride, sides + (2 * r + 1) * kSideStride);
    const VF share = value_of(s.left, s.right, x);
    hn::StoreU(kSum ? hn::Add(hn::Load(f, sum + r * kSumStride + i), share) : share, f, out.row(r, i));
  }
}

template <size_t kRows, bool kSum, class Out>
void apply_over(const RowsJob& job, size_t begin, size_t end, const Out& out) {
  const I tag;
  const F f;
  const size_t lanes = hn::Lanes(tag);
  const float *from_centre = job.columns.from_centre + begin, *lean = job.columns.lean + begin;
  const int32_t* lookup_of = job.lookup + begin;
  const float *first_side = job.sides - job.first_cell, *sum = job.sum, *soon = job.soon;
  const ColumnGroup* group = job.groups + begin / lanes;
  const bool narrow = job.narrow;
  for (size_t i = 0; i < end - begin; i += lanes, ++group) {
    __builtin_prefetch(soon + i, 1);
    const VAlong x = along_of(hn::Load(f, from_centre + i), hn::Load(f, lean + i));
    const float* sides = first_side + group->cell;
    if (group->one_cell) {
      apply_at<kRows, kSum>(x, sides, sum, out, i, OneCell());
      continue;
    }
    const VI lookup = hn::Load(tag, lookup_of + i);
    if (narrow) {
      apply_at<kRows, kSum>(x, sides, sum, out, i, Narrow{lookup, next(lookup)});
    } else {
      apply_at<kRows, kSum>(x, sides, sum, out, i, Wide{lookup});
    }
  }
}

template <size_t kRows>
HWY_INLINE void apply_to(const RowsJob& job, size_t begin, size_t end) {
  if (job.out_stride == kSumStride) {
    const ToSums out = {job.out};
    return job.sum != nullptr ? apply_over<kRows, true>(job, begin, end, out)
                              : apply_over<kRows, false>(job, begin, end, out);
  }
  ToRaster out;
  for (size_t r = 0; r < kRowsAtOnce; ++r) out.out[r] = job.out + r * job.out_stride;
  job.sum != nullptr ? apply_over<kRows, true>(job, begin, end, out)
                     : apply_over<kRows, false>(job, begin, end, out);
}

void apply_rows(const RowsJob& job, size_t begin, size_t end) {
  switch (job.rows) {
    case 1:
      return apply_to<1>(job, begin, end);
    case 2:
      return apply_to<2>(job, begin, end);
    case 3:
      return apply_to<3>(job, begin, end);
    default:
      return apply_to<4>(job, begin, end);
  }
}

const GridKernels* grid_kernels_here() {
  static constexpr GridKernels kKernels = {&cut_axis, &group_columns, &blend_row, &side_rows, &apply_rows};
  return &kKernels;
}

#endif

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/field/noise/noise_plain_internal.h"

namespace fw::lattice {

HWY_EXPORT(grid_kernels_here);

const GridKernels& grid_kernels() {
  static constexpr GridKernels kPlain = {&plain::cut_axis, &plain::group_columns, &plain::blend_row,
                                         &plain::side_rows, &plain::apply_rows};
  return plain_kernels_only() ? kPlain : *HWY_DYNAMIC_DISPATCH(grid_kernels_here)();
}

}  // namespace fw::lattice
#endif  // HWY_ONCE
