#include "core/field/noise/noise_points_kernel.h"

#include "core/field/simd_level_internal.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/noise/noise_points_kernel.cpp"
#include <hwy/foreach_target.h>
// Compiled once (not once per SIMD target).
#include "core/field/noise/noise_corners-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
const PointKernels* point_kernels_here() {
  return nullptr;  // no SIMD target: the plain kernels are used
}
#else

/// The factor is a power of two, so the product is exact and fused and separate rounding agree.
HWY_INLINE VD position_of(const double* at, double power_of_two, double offset) {
  const D d;
  return hn::MulAdd(hn::LoadU(d, at), hn::Set(d, power_of_two), hn::Set(d, offset));
}

template <class CornersOf>
HWY_INLINE void cut_block(const Slice& slice, const CornersOf& corners, const PointBlock& block, Block& b) {
  for (size_t i = 0; i < block.count; i += hn::Lanes(D())) {
    const FromCentre from = corners.cut(position_of(block.x + i, slice.frequency, slice.offset_x),
                                        position_of(block.y + i, slice.frequency, slice.offset_y), b, i);
    store_rounded(from.x, b.x + i);
    store_rounded(from.y, b.y + i);
  }
}

HWY_INLINE void accumulate(VF share, bool first, float* out) {
  hn::StoreU(first ? share : hn::Add(hn::LoadU(F(), out), share), F(), out);
}

template <class CornersOf>
HWY_INLINE void values(const Slice& slice, CornersOf corners, const PointBlock& block, bool first,
                       float* out) {
  Block b;
  cut_block(slice, corners, block, b);
  for (size_t i = 0; i < block.count; i += hn::Lanes(F())) {
    const VF from_x = hn::Load(F(), b.x + i), from_y = hn::Load(F(), b.y + i);
    const VAlong x = along_of(from_x, lean_of(from_x)), y = along_of(from_y, lean_of(from_y));
    const Blends& c = corners.at(b, i);
    accumulate(value_of(side(c.south_west, c.north_west, y), side(c.south_east, c.north_east, y), x), first,
               out + i);
  }
}

HWY_INLINE VF fade_slope_of(VF from_centre) {
  const VF d = hollow_of(from_centre);
  return hn::Mul(hn::Mul(hn::Set(F(), 30.0f), d), d);
}

/// The y slope of a side.
HWY_INLINE VSide side_slope_of(const VBlend& low, const VBlend& high, const VAlong& y, VF slope) {
  const VF across = hn::Sub(along_y(high, y.from_high), along_y(low, y.from_low));
  return {hn::Add(hn::Add(hn::Mul(low.y, y.low), hn::Mul(high.y, y.high)), hn::Mul(slope, across)),
          hn::Mul(slope, hn::Sub(high.x, low.x))};
}

template <class CornersOf>
HWY_INLINE void slopes(const Slice& slice, CornersOf corners, const PointBlock& block, bool first,
                       const SlopeBlock& out) {
  Block b;
  cut_block(slice, corners, block, b);
  const VF per_m = hn::Set(F(), slice.slope);
  for (size_t i = 0; i < block.count; i += hn::Lanes(F())) {
    const VF from_x = hn::Load(F(), b.x + i), from_y = hn::Load(F(), b.y + i);
    const VAlong x = along_of(from_x, lean_of(from_x)), y = along_of(from_y, lean_of(from_y));
    const Blends& c = corners.at(b, i);
    const VSide left = side(c.south_west, c.north_west, y), right = side(c.south_east, c.north_east, y);
    const VF west = hn::Add(left.a, hn::Mul(left.b, x.from_low));
    const VF east = hn::Add(right.a, hn::Mul(right.b, x.from_high));
    accumulate(hn::Add(hn::Mul(west, x.low), hn::Mul(east, x.high)), first, out.value + i);
    const VF dx = hn::Add(hn::Add(hn::Mul(left.b, x.low), hn::Mul(right.b, x.high)),
                          hn::Mul(fade_slope_of(from_x), hn::Sub(east, west)));
    accumulate(hn::Mul(per_m, dx), first, out.dx + i);
    const VF slope = fade_slope_of(from_y);
    const VF dy = value_of(side_slope_of(c.south_west, c.north_west, y, slope),
                           side_slope_of(c.south_east, c.north_east, y, slope), x);
    accumulate(hn::Mul(per_m, dy), first, out.dy + i);
  }
}

/// Runs the call with the fastest method for the corners.
template <class Run>
HWY_INLINE void with_corners(const Slice& slice, [[maybe_unused]] const LatticeTable& table, const Run& run) {
#if HWY_TARGET <= HWY_AVX2
  if (!table.codes.empty()) return run(TableCorners(slice, table));
#endif
  run(HashedCorners(slice));
}

// What runs for the corners is inlined: its exact products are those of the two functions here by name
// (tests/lib/fused_products.h).
void sample_block(const Slice& slice, const LatticeTable& table, const PointBlock& block, bool first,
                  float* out) {
  with_corners(
      slice, table, [&](const auto& corners) __attribute__((always_inline)) {
        values(slice, corners, block, first, out);
      });
}

void sample_slope_block(const Slice& slice, const LatticeTable& table, const PointBlock& block, bool first,
                        const SlopeBlock& out) {
  with_corners(
      slice, table, [&](const auto& corners) __attribute__((always_inline)) {
        slopes(slice, corners, block, first, out);
      });
}

void measure_axis(const double* in, size_t count, double& low, double& high) {
  const D d;
  VD least = hn::Set(d, low), greatest = hn::Set(d, high);
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const VD v = hn::LoadU(d, in + i);
    least = hn::Min(least, v), greatest = hn::Max(greatest, v);
  }
  low = hn::GetLane(hn::MinOfLanes(d, least)), high = hn::GetLane(hn::MaxOfLanes(d, greatest));
  for (; i < count; ++i) low = HWY_MIN(low, in[i]), high = HWY_MAX(high, in[i]);
}

void scale_axis(const double* in, double factor, size_t count, double* out) {
  const D d;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d))
    hn::StoreU(hn::Mul(hn::LoadU(d, in + i), hn::Set(d, factor)), d, out + i);
  for (; i < count; ++i) out[i] = in[i] * factor;
}

const PointKernels* point_kernels_here() {
  static constexpr PointKernels kKernels = {&measure_axis, &scale_axis, &sample_block, &sample_slope_block};
  return &kKernels;
}

#endif

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/field/noise/noise_plain_internal.h"

namespace fw::lattice {

HWY_EXPORT(point_kernels_here);

const PointKernels& point_kernels() {
  static constexpr PointKernels kPlain = {&plain::measure_axis, &plain::scale_axis, &plain::sample_block,
                                          &plain::sample_slope_block};
  return plain_kernels_only() ? kPlain : *HWY_DYNAMIC_DISPATCH(point_kernels_here)();
}

}  // namespace fw::lattice
#endif  // HWY_ONCE
