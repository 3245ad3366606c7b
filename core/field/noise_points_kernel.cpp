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

/// The product with a power of two is exact, so that fused and separate are the same.
HWY_INLINE VD position_of(const double* at, double power_of_two, double offset) {
  const D d;
  return hn::MulAdd(hn::LoadU(d, at), hn::Set(d, power_of_two), hn::Set(d, offset));
}

template <class CornersOf>
HWY_INLINE void cut_block(const Slice& slice, const CornersOf& corners, const double* x, const double* y,
                          size_t count, Block& b) {
  for (size_t i = 0; i < count; i += hn::Lanes(D())) {
    const FromCentre from = corners.cut(position_of(x + i, slice.frequency, slice.offset_x),
                                        position_of(y + i, slice.frequency, slice.offset_y), b, i);
    store_rounded(from.x, b.x + i);
    store_rounded(from.y, b.y + i);
  }
}

HWY_INLINE void accumulate(VF share, bool first, float* out) {
  hn::StoreU(first ? share : hn::Add(hn::LoadU(F(), out), share), F(), out);
}

template <class CornersOf>
HWY_INLINE void values(const Slice& slice, const CornersOf& corners, const double* at_x, const double* at_y,
                       size_t count, bool first, float* out) {
  Block b;
  cut_block(slice, corners, at_x, at_y, count, b);
  for (size_t i = 0; i < count; i += hn::Lanes(F())) {
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
HWY_INLINE void slopes(const Slice& slice, const CornersOf& corners, const double* at_x, const double* at_y,
                       size_t count, bool first, const SlopeBlock& out) {
  Block b;
  cut_block(slice, corners, at_x, at_y, count, b);
  const VF per_m = hn::Set(F(), slice.slope);
  for (size_t i = 0; i < count; i += hn::Lanes(F())) {
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

#if HWY_TARGET <= HWY_AVX2
/// Calls run(corners, begin, count) for stretches of points that lie in one cell, and for those that do not.
template <class Run>
HWY_INLINE void by_cells(const RunCells& cells, const WindowCorners& window, size_t begin, size_t end,
                         const Run& run) {
  while (begin < end) {
    const bool one = cells.one(begin / kRun);
    const Cell cell = cells.at(begin / kRun);
    size_t next = begin + kRun;
    while (next < end && cells.one(next / kRun) == one && (!one || cells.at(next / kRun) == cell))
      next += kRun;
    const size_t count = HWY_MIN(next, end) - begin;
    if (one)
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
    by_cells(RunCells(slice, block), WindowCorners(slice, frame), begin, end, run);
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
