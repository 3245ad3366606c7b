#include "core/field/noise_points_kernel.h"

#include "core/field/simd_level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/noise_points_kernel.cpp"
#include <hwy/foreach_target.h>
// Once per target, so after the loop over targets.
#include "core/field/noise_corners-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
const PointKernels* point_kernels_here() {
  return nullptr;  // the plain kernels stand in for it
}
#else

/// What the slopes need besides.
struct SlopeWeights {
  alignas(64) float dx[kBlock], dy[kBlock], q0[kBlock], q1[kBlock];
};

/// Where products are exact, fused and separate are the same.
template <bool kExact>
HWY_INLINE VD position_of(const double* at, double frequency, double offset) {
  const D d;
  const VD x = hn::LoadU(d, at), per = hn::Set(d, frequency), from = hn::Set(d, offset);
  return kExact ? hn::MulAdd(x, per, from) : hn::Add(hn::Mul(x, per), from);
}

HWY_INLINE VD fade_slope_of(VD u) {
  const D d;
  const VD less = hn::Sub(u, hn::Set(d, 1.0));
  return hn::Mul(hn::Mul(hn::Mul(hn::Mul(hn::Set(d, 30.0), u), u), less), less);
}

template <class CornersOf>
HWY_INLINE void prepare(const Slice& slice, const CornersOf& corners, const double* x, const double* y,
                        size_t count, Block& b, SlopeWeights* slopes) {
  constexpr bool kExact = CornersOf::kExact;
  const D d;
  const VD one = hn::Set(d, 1.0);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto [fx, fy] = corners.cut(position_of<kExact>(x + i, slice.frequency, slice.offset_x),
                                      position_of<kExact>(y + i, slice.frequency, slice.offset_y), b, i);
    store_rounded(fx, b.x + i);
    store_rounded(fade_of<kExact>(fx), b.s + i);
    const VD s = fade_of<kExact>(fy);
    const VD rest = hn::Sub(one, s), below = hn::Sub(fy, one);
    store_rounded(rest, b.v0 + i);
    store_rounded(s, b.v1 + i);
    store_rounded(hn::Mul(rest, fy), b.p0 + i);
    store_rounded(hn::Mul(s, below), b.p1 + i);
    if (slopes == nullptr) continue;
    const VD slope = fade_slope_of(fy);
    store_rounded(fade_slope_of(fx), slopes->dx + i);
    store_rounded(slope, slopes->dy + i);
    store_rounded(hn::Sub(rest, hn::Mul(slope, fy)), slopes->q0 + i);
    store_rounded(hn::Add(s, hn::Mul(slope, below)), slopes->q1 + i);
  }
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

template <class CornersOf>
HWY_INLINE void values(const Slice& slice, const CornersOf& corners, const double* x, const double* y,
                       size_t count, bool first, float* out) {
  Block b;
  prepare(slice, corners, x, y, count, b, nullptr);
  const VF amplitude = hn::Set(F(), slice.amplitude);
  for (size_t i = 0; i < count; i += hn::Lanes(F())) {
    const Blends& c = corners.at(b, i);
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

template <class CornersOf>
HWY_INLINE void slopes(const Slice& slice, const CornersOf& corners, const double* x, const double* y,
                       size_t count, bool first, const SlopeBlock& out) {
  const F f;
  Block b;
  SlopeWeights slopes;
  prepare(slice, corners, x, y, count, b, &slopes);
  const VF amplitude = hn::Set(f, slice.amplitude), slope_amplitude = hn::Set(f, slice.slope_amplitude);
  for (size_t i = 0; i < count; i += hn::Lanes(f)) {
    const Blends& c = corners.at(b, i);
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

#if HWY_TARGET <= HWY_AVX2
/// Calls run(corners, begin, count) for stretches of points that lie in one cell, and for those that do not.
template <class Run>
HWY_INLINE void by_cells(const Slice& slice, const PointBlock& block, const WindowCorners& window,
                         size_t begin, size_t end, const Run& run) {
  while (begin < end) {
    Cell cell;
    const bool one_cell = in_one_cell(slice, block.run[begin / kRun], cell);
    size_t next = begin + kRun;
    for (; next < end; next += kRun) {
      Cell there;
      if (in_one_cell(slice, block.run[next / kRun], there) != one_cell) break;
      if (one_cell && !(there == cell)) break;
    }
    const size_t count = HWY_MIN(next, end) - begin;
    if (one_cell)
      run(CellCorners(window, cell), begin, count);
    else
      run(window, begin, count);
    begin += count;
  }
}

/// The end of the longest stretch from `begin` on that one window holds, and that window; `begin` if there is
/// none.
HWY_INLINE size_t window_end(const Slice& slice, const PointBlock& block, size_t begin, WindowFrame& frame) {
  if (begin == 0 && fits_window(slice, block.whole, frame)) return block.count;
  PointExtent all = block.run[begin / kRun];
  size_t end = begin;
  for (WindowFrame wider; end < block.count; end += kRun) {
    for (size_t i = 0; i < all.edge_m.size(); ++i)
      all.edge_m[i] = HWY_MIN(all.edge_m[i], block.run[end / kRun].edge_m[i]);
    if (!fits_window(slice, all, wider)) break;
    frame = wider;
  }
  return HWY_MIN(end, block.count);
}

/// The same for stretches of a block that one way of finding corners serves.
template <class Run>
HWY_INLINE void by_corners(const Slice& slice, const PointBlock& block, const Run& run) {
  size_t waiting = 0;  // the first point of those that wait to be hashed together
  for (size_t begin = 0, end; begin < block.count; begin = end) {
    WindowFrame frame{};
    end = window_end(slice, block, begin, frame);
    if (end == begin) {
      end += kRun;
      continue;
    }
    if (waiting < begin) run(HashedCorners(slice, block.whole), waiting, begin - waiting);
    by_cells(slice, block, WindowCorners(slice, frame), begin, end, run);
    waiting = end;
  }
  if (waiting < block.count) run(HashedCorners(slice, block.whole), waiting, block.count - waiting);
}
#else
template <class Run>
HWY_INLINE void by_corners(const Slice& slice, const PointBlock& block, const Run& run) {
  run(HashedCorners(slice, block.whole), 0, block.count);
}
#endif

void sample_block(const Slice& slice, const PointBlock& block, bool first, float* out) {
  by_corners(slice, block, [&](const auto& corners, size_t begin, size_t count) {
    values(slice, corners, block.x + begin, block.y + begin, count, first, out + begin);
  });
}

void sample_slope_block(const Slice& slice, const PointBlock& block, bool first, const SlopeBlock& out) {
  by_corners(slice, block, [&](const auto& corners, size_t begin, size_t count) {
    slopes(slice, corners, block.x + begin, block.y + begin, count, first,
           {out.value + begin, out.dx + begin, out.dy + begin});
  });
}

#if HWY_TARGET <= HWY_AVX2
/// The least of a vector's lanes and of another's in the lower and in the upper half.
HWY_INLINE VD least_of_halves(VD a, VD b) {
  const D d;
  return hn::Min(hn::ConcatLowerLower(d, b, a), hn::ConcatUpperUpper(d, b, a));
}
HWY_INLINE VD least_of_pairs(VD a, VD b) {
  const D d;
  return hn::Min(hn::ConcatEven(d, b, a), hn::ConcatOdd(d, b, a));
}

HWY_INLINE void store_edges(VD edges, PointExtent& to) {
  alignas(64) double lanes[8];
  hn::Store(edges, D(), lanes);
  for (size_t i = 0; i < to.edge_m.size(); ++i) to.edge_m[i] = lanes[i];
}

void measure_points(PointGroup& points) {
  const D d;
  VD whole = hn::Zero(d);
  for (size_t begin = 0; begin < points.size(); begin += kRun) {
    const size_t end = HWY_MIN(begin + kRun, points.size());
    VD west = hn::LoadU(d, points.x_m.data() + begin), east = west;
    VD south = hn::LoadU(d, points.y_m.data() + begin), north = south;
    for (size_t i = begin + hn::Lanes(d); i < end; i += hn::Lanes(d)) {
      const VD x = hn::LoadU(d, points.x_m.data() + i), y = hn::LoadU(d, points.y_m.data() + i);
      west = hn::Min(west, x), east = hn::Max(east, x);
      south = hn::Min(south, y), north = hn::Max(north, y);
    }
    VD least = least_of_pairs(least_of_halves(west, hn::Neg(east)), least_of_halves(south, hn::Neg(north)));
    if (hn::Lanes(d) == 8) least = least_of_pairs(least, least);
    whole = begin == 0 ? least : hn::Min(whole, least);
    store_edges(least, points.run[begin / kRun]);
  }
  store_edges(whole, points.whole);
}
#else
void measure_points(PointGroup&) {}
#endif

void scale_coordinates(const double* in, double factor, size_t count, double* out) {
  const D d;
  for (size_t i = 0; i < count; i += hn::Lanes(d))
    hn::StoreU(hn::Mul(hn::LoadU(d, in + i), hn::Set(d, factor)), d, out + i);
}

const PointKernels* point_kernels_here() {
  static constexpr PointKernels kKernels = {&measure_points, &scale_coordinates, &sample_block,
                                            &sample_slope_block};
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
  static constexpr PointKernels kPlain = {&plain::measure_points, &plain::scale_coordinates,
                                          &plain::sample_block, &plain::sample_slope_block};
  return plain_kernels_only() ? kPlain : *HWY_DYNAMIC_DISPATCH(point_kernels_here)();
}

}  // namespace fw::lattice
#endif  // HWY_ONCE
