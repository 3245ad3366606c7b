#include "core/field/noise_points_kernel.h"

#include "core/field/simd_level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/noise_points_kernel.cpp"
#include <hwy/foreach_target.h>
// Once per target, so after the loop over targets.
#include "core/field/noise_vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
const PointKernels* point_kernels_here() {
  return nullptr;  // the plain kernels stand in for it
}
#else

/// What a block of points needs in floats and integers, rounded once from double.
struct Block {
  alignas(64) float x[kBlock], s[kBlock], v0[kBlock], v1[kBlock], p0[kBlock], p1[kBlock];
  alignas(64) int32_t cell_x[kBlock], cell_y[kBlock];
};

/// What the slopes need besides.
struct SlopeWeights {
  alignas(64) float dx[kBlock], dy[kBlock], q0[kBlock], q1[kBlock];
};

/// Cuts coordinates into lattice cell (after the period) and fraction.
class Cutter {
 public:
  HWY_INLINE Cutter(double frequency, double offset, int32_t period)
      : frequency_(hn::Set(D(), frequency)),
        offset_(hn::Set(D(), offset)),
        period_(hn::Set(D(), static_cast<double>(period))),
        cells_(hn::Set(D(), period == 0 ? 0.0 : 1.0 / period)),
        endless_(period == 0) {}

  HWY_INLINE VD cut(const double* position_m, int32_t* cell) const {
    const D d;
    const VD position = hn::Add(hn::Mul(hn::LoadU(d, position_m), frequency_), offset_);
    const VD whole = hn::Floor(position);
    store_whole(endless_ ? whole : wrapped(whole), cell);
    return hn::Sub(position, whole);
  }

 private:
  /// Whole numbers throughout; the quotient by way of the reciprocal is right or one off.
  HWY_INLINE VD wrapped(VD whole) const {
    const VD rest = hn::Sub(whole, hn::Mul(period_, hn::Floor(hn::Mul(whole, cells_))));
    const VD raised = hn::IfThenElse(hn::Lt(rest, hn::Zero(D())), hn::Add(rest, period_), rest);
    return hn::IfThenElse(hn::Ge(raised, period_), hn::Sub(raised, period_), raised);
  }

  VD frequency_, offset_, period_, cells_;
  bool endless_;
};

HWY_INLINE VD fade_slope_of(VD u) {
  const D d;
  const VD less = hn::Sub(u, hn::Set(d, 1.0));
  return hn::Mul(hn::Mul(hn::Mul(hn::Mul(hn::Set(d, 30.0), u), u), less), less);
}

template <bool kSlopes>
HWY_INLINE void prepare(const Slice& slice, const double* x_m, const double* y_m, size_t count, Block& b,
                        SlopeWeights* slopes) {
  const D d;
  const VD one = hn::Set(d, 1.0);
  const Cutter along_x(slice.frequency, slice.offset_x, slice.period);
  const Cutter along_y(slice.frequency, slice.offset_y, slice.period);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const VD fx = along_x.cut(x_m + i, b.cell_x + i), fy = along_y.cut(y_m + i, b.cell_y + i);
    store_rounded(fx, b.x + i);
    store_rounded(fade_of(fx), b.s + i);
    const VD s = fade_of(fy);
    const VD rest = hn::Sub(one, s), below = hn::Sub(fy, one);
    store_rounded(rest, b.v0 + i);
    store_rounded(s, b.v1 + i);
    store_rounded(hn::Mul(rest, fy), b.p0 + i);
    store_rounded(hn::Mul(s, below), b.p1 + i);
    if (!kSlopes) continue;
    const VD slope = fade_slope_of(fy);
    store_rounded(fade_slope_of(fx), slopes->dx + i);
    store_rounded(slope, slopes->dy + i);
    store_rounded(hn::Sub(rest, hn::Mul(slope, fy)), slopes->q0 + i);
    store_rounded(hn::Add(s, hn::Mul(slope, below)), slopes->q1 + i);
  }
}

/// The hash shares of the two lattice columns (or rows) around a point.
struct Shares {
  VU low, high;
};
HWY_INLINE Shares shares(const int32_t* cell, uint32_t factor, int32_t period) {
  const U u;
  const VU index = hn::BitCast(u, hn::LoadU(I(), cell));
  const VU low = hn::Mul(index, hn::Set(u, factor));
  const VU next = hn::Add(low, hn::Set(u, factor));
  if (period == 0) return {low, next};
  const VU last = hn::Set(u, static_cast<uint32_t>(period) - 1u);
  return {low, hn::IfThenZeroElse(hn::Eq(index, last), next)};
}

struct Corners {
  VBlend south_west, north_west, south_east, north_east;
};
HWY_INLINE Corners corners_at(const Blender& blender, const Slice& slice, const Block& b, size_t i) {
  const Shares x = shares(b.cell_x + i, kHashX, slice.period);
  const Shares y = shares(b.cell_y + i, kHashY, slice.period);
  return {blender.blend(hn::Add(x.low, y.low)), blender.blend(hn::Add(x.low, y.high)),
          blender.blend(hn::Add(x.high, y.low)), blender.blend(hn::Add(x.high, y.high))};
}

HWY_INLINE VWeights weights_at(const Block& b, size_t i) {
  const F f;
  return {hn::Load(f, b.v0 + i), hn::Load(f, b.v1 + i), hn::Load(f, b.p0 + i), hn::Load(f, b.p1 + i)};
}
HWY_INLINE VAlong along_at(const Block& b, size_t i) {
  const F f;
  const VF one = hn::Set(f, 1.0f), x = hn::Load(f, b.x + i), s = hn::Load(f, b.s + i);
  return {x, hn::Sub(x, one), s, hn::Sub(one, s)};
}

HWY_INLINE void accumulate(VF share, bool first, float* out) {
  hn::StoreU(first ? share : hn::Add(hn::LoadU(F(), out), share), F(), out);
}

void sample_block(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                  float* out) {
  Block b;
  prepare<false>(slice, x_m, y_m, count, b, nullptr);
  const Blender blender(slice);
  const VF amplitude = hn::Set(F(), slice.amplitude);
  for (size_t i = 0; i < count; i += hn::Lanes(F())) {
    const Corners c = corners_at(blender, slice, b, i);
    const VWeights r = weights_at(b, i);
    const VF value =
        along(side(c.south_west, c.north_west, r), side(c.south_east, c.north_east, r), along_at(b, i));
    accumulate(hn::Mul(amplitude, value), first, out + i);
  }
}

/// The y slope of a side.
HWY_INLINE VSide side_slope_of(const VBlend& low, const VBlend& high, VF v, VF q0, VF q1) {
  const VF along_y = hn::Add(hn::Mul(low.y, q0), hn::Mul(high.y, q1));
  return {hn::Add(along_y, hn::Mul(v, hn::Sub(high.z, low.z))), hn::Mul(v, hn::Sub(high.x, low.x))};
}

void sample_slope_block(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                        const SlopeBlock& out) {
  const F f;
  Block b;
  SlopeWeights slopes;
  prepare<true>(slice, x_m, y_m, count, b, &slopes);
  const Blender blender(slice);
  const VF amplitude = hn::Set(f, slice.amplitude), slope_amplitude = hn::Set(f, slice.slope_amplitude);
  for (size_t i = 0; i < count; i += hn::Lanes(f)) {
    const Corners c = corners_at(blender, slice, b, i);
    const VWeights r = weights_at(b, i);
    const VAlong w = along_at(b, i);
    const VSide left = side(c.south_west, c.north_west, r), right = side(c.south_east, c.north_east, r);
    const VF t0 = hn::Add(left.a, hn::Mul(left.b, w.x));
    const VF t1 = hn::Add(right.a, hn::Mul(right.b, w.x_less_1));
    accumulate(hn::Mul(amplitude, hn::Add(hn::Mul(t0, w.rest), hn::Mul(t1, w.s))), first, out.value + i);
    const VF across = hn::Mul(hn::Load(f, slopes.dx + i), hn::Sub(t1, t0));
    const VF dx = hn::Add(hn::Add(hn::Mul(left.b, w.rest), hn::Mul(right.b, w.s)), across);
    accumulate(hn::Mul(slope_amplitude, dx), first, out.dx + i);
    const VF v = hn::Load(f, slopes.dy + i), q0 = hn::Load(f, slopes.q0 + i), q1 = hn::Load(f, slopes.q1 + i);
    const VF dy = along(side_slope_of(c.south_west, c.north_west, v, q0, q1),
                        side_slope_of(c.south_east, c.north_east, v, q0, q1), w);
    accumulate(hn::Mul(slope_amplitude, dy), first, out.dy + i);
  }
}

const PointKernels* point_kernels_here() {
  static constexpr PointKernels kKernels = {&sample_block, &sample_slope_block};
  return &kKernels;
}

#endif

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/field/noise_plain.h"

namespace fw::lattice {

HWY_EXPORT(point_kernels_here);

const PointKernels& point_kernels() {
  static constexpr PointKernels kPlain = {&plain::sample_block, &plain::sample_slope_block};
  return plain_kernels_only() ? kPlain : *HWY_DYNAMIC_DISPATCH(point_kernels_here)();
}

}  // namespace fw::lattice
#endif  // HWY_ONCE
