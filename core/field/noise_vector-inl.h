// The arithmetic of noise_lattice.h on whole vectors, compiled once per SIMD level (Highway's toggle guard).
// Private to this room.

#include <hwy/highway.h>

#include "core/field/noise_lattice.h"
#include "core/field/noise_points_kernel.h"

#if defined(FW_NOISE_VECTOR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FW_NOISE_VECTOR_INL_H
#undef FW_NOISE_VECTOR_INL_H
#else
#define FW_NOISE_VECTOR_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using D = hn::ScalableTag<double>;
using U = hn::RebindToUnsigned<F>;
using I = hn::RebindToSigned<F>;
using VF = hn::Vec<F>;
using VU = hn::Vec<U>;
using VI = hn::Vec<I>;
using VD = hn::Vec<D>;

#if HWY_TARGET <= HWY_AVX3

/// Where the gradient of every lane stands in the tables; a hash holds its index in the top four bits.
using GradientIndex = decltype(hn::IndicesFromVec(F(), VU()));
HWY_INLINE GradientIndex gradient_of(VU hash) {
  return hn::IndicesFromVec(F(), hn::ShiftRight<28>(hash));
}

/// One component of all 16 gradients times a weight. The components are -1, 0 and 1, so every product is
/// exact and may be formed before the look-up.
class WeightedTable {
 public:
  HWY_INLINE WeightedTable(const std::array<float, 16>& component, float weight)
      : all_(hn::Mul(hn::LoadU(F(), component.data()), hn::Set(F(), weight))) {}
  HWY_INLINE VF at(GradientIndex i) const { return hn::TableLookupLanes(all_, i); }

 private:
  VF all_;
};

#elif HWY_TARGET <= HWY_AVX2

/// The look-up heeds the low three bits; the fourth is the hash's sign bit, which chooses the half table.
struct GradientIndex {
  decltype(hn::IndicesFromVec(F(), VU())) low_bits;
  VF sign;
};
HWY_INLINE GradientIndex gradient_of(VU hash) {
  return {{hn::ShiftRight<28>(hash).raw}, hn::BitCast(F(), hash)};
}

class WeightedTable {
 public:
  HWY_INLINE WeightedTable(const std::array<float, 16>& component, float weight)
      : low_(hn::Mul(hn::LoadU(F(), component.data()), hn::Set(F(), weight))),
        high_(hn::Mul(hn::LoadU(F(), component.data() + 8), hn::Set(F(), weight))) {}
  HWY_INLINE VF at(GradientIndex i) const {
    const VF low = hn::TableLookupLanes(low_, i.low_bits), high = hn::TableLookupLanes(high_, i.low_bits);
    return hn::IfThenElse(hn::MaskFromVec(i.sign), high, low);
  }

 private:
  VF low_, high_;
};

#else

using Bytes = hn::Repartition<uint8_t, F>;
using VBytes = hn::Vec<Bytes>;

/// The index in every byte of its lane, and in the top byte alone (a set top bit looks up 0).
struct GradientIndex {
  VBytes all, top;
};
HWY_INLINE GradientIndex gradient_of(VU hash) {
  alignas(16) static constexpr uint8_t kLowestByte[16] = {0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12};
  const Bytes bytes;
  const VBytes all =
      hn::TableLookupBytes(hn::BitCast(bytes, hn::ShiftRight<28>(hash)), hn::Load(bytes, kLowestByte));
  return {all, hn::Or(all, hn::BitCast(bytes, hn::Set(U(), 0x00808080u)))};
}

/// The weight with its bits cleared where the component is 0 (its sign stays: 0 * -w is -0) and its sign
/// turned where the component is -1.
class WeightedTable {
 public:
  HWY_INLINE WeightedTable(const std::array<float, 16>& component, float weight)
      : weight_(hn::Set(F(), weight)) {
    for (size_t i = 0; i < component.size(); ++i) {
      kept_[i] = component[i] != 0 ? 0xFF : 0;
      turned_[i] = component[i] < 0 ? 0x80 : 0;
    }
  }
  HWY_INLINE VF at(GradientIndex i) const {
    const Bytes bytes;
    const VF kept = hn::BitCast(F(), hn::TableLookupBytes(hn::Load(bytes, kept_), i.all));
    const VF turned = hn::BitCast(F(), hn::TableLookupBytes(hn::Load(bytes, turned_), i.top));
    return hn::Xor(hn::And(weight_, hn::Or(kept, hn::SignBit(F()))), turned);
  }

 private:
  VF weight_;
  alignas(16) uint8_t kept_[16];
  alignas(16) uint8_t turned_[16];
};

#endif

struct VBlend {
  VF x, y, z;
};

/// One lattice layer of a slice in every lane.
class Layer {
 public:
  HWY_INLINE Layer(HashKey key, float w, float z_weight)
      : start_(hn::Set(U(), key.start)),
        // (h ^ m) ^ ((h ^ m) >> 15) = h ^ (h >> 15) ^ (m ^ (m >> 15))
        middle_(hn::Set(U(), key.middle ^ (key.middle >> 15))),
        x_(kGradientX, w),
        y_(kGradientY, w),
        z_(kGradientZ, z_weight) {}

  HWY_INLINE VBlend weighted(VU point) const {
    const GradientIndex i = gradient_of(hash(point));
    return {x_.at(i), y_.at(i), z_.at(i)};
  }

 private:
  HWY_INLINE VU hash(VU point) const {
    VU h = hn::Add(point, start_);
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(U(), kHashMix1));
    h = hn::Xor3(h, hn::ShiftRight<15>(h), middle_);
    return hn::Mul(h, hn::Set(U(), kHashMix2));
  }

  VU start_, middle_;
  WeightedTable x_, y_, z_;
};

/// The gradients of lattice points, blended over t.
class Blender {
 public:
  explicit HWY_INLINE Blender(const Slice& s) : low_(s.key0, s.w0, s.z0), high_(s.key1, s.w1, s.z1) {}

  HWY_INLINE VBlend blend(VU point) const {
    const VBlend low = low_.weighted(point), high = high_.weighted(point);
    return {hn::Add(low.x, high.x), hn::Add(low.y, high.y), hn::Add(low.z, high.z)};
  }

 private:
  Layer low_, high_;
};

/// A number below 2^31 in size, rounded to the nearest whole one, is the low word of its sum with this.
constexpr double kWholeInLowWord = 6755399441055744.0;  // 1.5 * 2^52

/// Cells farther out are more than int32 can say with a few steps to spare.
constexpr double kFarthestCell = 1e9;
/// A lattice window: the gradients of kWindowPoints lattice points, rows of as many columns as some points
/// need, blended over t once and then looked up by place = row * columns + column. A table is two vectors.
constexpr int32_t kWindowPoints = HWY_TARGET <= HWY_AVX3 ? 32 : 16;
/// Longer periods do without windows: their floats would not tell all lattice points apart.
constexpr int32_t kLongestPeriod = 1 << 20;

#if HWY_TARGET <= HWY_AVX3
using WindowPlace = VI;
HWY_INLINE WindowPlace window_place(VI place) {
  return place;
}
HWY_INLINE VF looked_up(VF low, VF high, WindowPlace at) {
  return VF{_mm512_permutex2var_ps(low.raw, at.raw, high.raw)};
}
#elif HWY_TARGET <= HWY_AVX2
/// The look-up heeds the low three bits; the fourth, moved to the sign, chooses the half.
struct WindowPlace {
  VI place;
  VF half;
};
HWY_INLINE WindowPlace window_place(VI place) {
  return {place, hn::BitCast(F(), hn::ShiftLeft<28>(place))};
}
HWY_INLINE VF looked_up(VF low, VF high, const WindowPlace& at) {
  const VF first{_mm256_permutevar8x32_ps(low.raw, at.place.raw)};
  const VF second{_mm256_permutevar8x32_ps(high.raw, at.place.raw)};
  return hn::IfThenElse(hn::MaskFromVec(at.half), second, first);
}
#endif

#if HWY_TARGET <= HWY_AVX2
/// A lattice cell before the period.
struct Cell {
  int32_t x, y;
  bool operator==(const Cell&) const = default;
};

/// A window's south-west lattice point, before the period, and its width.
struct WindowFrame {
  Cell from;
  int32_t columns;
};

/// Whether one window holds the corners of all points of a rectangle; then also which. Positions grow with
/// the coordinates whatever the rounding, so the rectangle's corners speak for all points.
HWY_INLINE bool fits_window(const Slice& s, const PointExtent& e, WindowFrame& frame) {
  const double x = std::nearbyint(e.edge_m[0] * s.frequency + s.offset_x);
  const double y = std::nearbyint(e.edge_m[2] * s.frequency + s.offset_y);
  const double end_x = std::nearbyint(-e.edge_m[1] * s.frequency + s.offset_x) + 1;
  const double end_y = std::nearbyint(-e.edge_m[3] * s.frequency + s.offset_y) + 1;
  const double columns = end_x - x + 1, rows = end_y - y + 1;
  if (!(columns * rows <= kWindowPoints) || !(std::fabs(x) < kFarthestCell && std::fabs(y) < kFarthestCell) ||
      s.period >= kLongestPeriod)
    return false;
  frame = {{static_cast<int32_t>(x), static_cast<int32_t>(y)}, static_cast<int32_t>(columns)};
  return true;
}

/// The cells at the edges of a block's runs, in the order and with the signs of PointExtent.
class RunCells {
 public:
  HWY_INLINE RunCells(const Slice& s, const PointBlock& block) {
    const D d;
    const VD magic = hn::Set(d, kWholeInLowWord), frequency = hn::Set(d, s.frequency);
    alignas(64) const double signed_offset[8] = {s.offset_x, -s.offset_x, s.offset_y, -s.offset_y,
                                                 s.offset_x, -s.offset_x, s.offset_y, -s.offset_y};
    const VD offset = hn::Load(d, signed_offset);
    const double* from = block.run.front().edge_m.data();
    for (size_t i = 0; i * kRun < 4 * block.count; i += hn::Lanes(d)) {
      const VD position = hn::Add(hn::Mul(hn::LoadU(d, from + i), frequency), offset);
      hn::Store(hn::Sub(hn::Add(position, magic), magic), d, edge_ + i);
    }
  }

  /// Whether all points of a run lie in one cell.
  HWY_INLINE bool one(size_t run) const {
    const double* e = edge_ + 4 * run;
    return e[0] == -e[1] && e[2] == -e[3];
  }
  /// The cell of its south-western corner.
  HWY_INLINE Cell at(size_t run) const {
    return {static_cast<int32_t>(edge_[4 * run]), static_cast<int32_t>(edge_[4 * run + 2])};
  }

 private:
  alignas(64) double edge_[4 * kBlock / kRun];
};

class Window {
 public:
  HWY_INLINE Window(const Slice& slice, const WindowFrame& frame) {
    const Blender blender(slice);
    const VU lane = hn::Iota(U(), 0);
    const Cell from{lattice::wrapped(frame.from.x, slice.period),
                    lattice::wrapped(frame.from.y, slice.period)};
    low_ = blender.blend(points(lane, frame.columns, from, slice.period));
    high_ = blender.blend(
        points(hn::Add(lane, hn::Set(U(), kWindowPoints / 2)), frame.columns, from, slice.period));
  }

  HWY_INLINE VBlend at(VI place) const {
    const WindowPlace i = window_place(place);
    return {looked_up(low_.x, high_.x, i), looked_up(low_.y, high_.y, i), looked_up(low_.z, high_.z, i)};
  }

 private:
  /// Hash shares of the lattice points at some places.
  static HWY_INLINE VU points(VU place, int32_t columns, Cell from, int32_t period) {
    // place / columns; exact below 2^16 / columns.
    const VU per_column = hn::Set(U(), static_cast<uint32_t>(65536 / columns + 1));
    const VU row = hn::ShiftRight<16>(hn::Mul(place, per_column));
    const VU column = hn::Sub(place, hn::Mul(row, hn::Set(U(), static_cast<uint32_t>(columns))));
    return hn::Add(hn::Mul(wrapped(column, from.x, period), hn::Set(U(), kHashX)),
                   hn::Mul(wrapped(row, from.y, period), hn::Set(U(), kHashY)));
  }

  /// (step + from) modulo the period. The sum is small beside 2^24 and below period + 16, so that the float
  /// quotient's floor is right.
  static HWY_INLINE VU wrapped(VU step, int32_t from, int32_t period) {
    const F f;
    const VI sum = hn::Add(hn::BitCast(I(), step), hn::Set(I(), from));
    if (period == 0) return hn::BitCast(U(), sum);
    const VI turns =
        hn::ConvertTo(I(), hn::Floor(hn::Div(hn::ConvertTo(f, sum), hn::Set(f, static_cast<float>(period)))));
    return hn::BitCast(U(), hn::Sub(sum, hn::Mul(turns, hn::Set(I(), period))));
  }

  VBlend low_, high_;
};
#endif

/// What lattice::Along, hollow, lean and Side are to one point.
struct VAlong {
  VF from_low, from_high, low, high;
};
HWY_INLINE VF hollow_of(VF from_centre) {
  return hn::Sub(hn::Mul(from_centre, from_centre), hn::Set(F(), 0.25f));
}
HWY_INLINE VF lean_of(VF from_centre) {
  const F f;
  const VF d = hollow_of(from_centre);
  const VF inner = hn::Sub(hn::Mul(hn::Set(f, 6.0f), d), hn::Set(f, 2.0f));
  return hn::Mul(from_centre, hn::Add(hn::Set(f, 1.0f), hn::Mul(d, inner)));
}
HWY_INLINE VAlong along_of(VF from_centre, VF lean) {
  const VF half = hn::Set(F(), 0.5f);
  return {hn::Add(from_centre, half), hn::Sub(from_centre, half), hn::Sub(half, lean), hn::Add(half, lean)};
}

struct VSide {
  VF a, b;
};

/// Gradients times the way along y: A of a side is their weighted sum.
HWY_INLINE VF along_y(const VBlend& g, VF from) {
  return hn::Add(hn::Mul(g.y, from), g.z);
}

HWY_INLINE VSide side(const VBlend& low, const VBlend& high, const VAlong& y) {
  return {hn::Add(hn::Mul(along_y(low, y.from_low), y.low), hn::Mul(along_y(high, y.from_high), y.high)),
          hn::Add(hn::Mul(low.x, y.low), hn::Mul(high.x, y.high))};
}

HWY_INLINE VF value_of(const VSide& left, const VSide& right, const VAlong& x) {
  const VF west = hn::Add(left.a, hn::Mul(left.b, x.from_low));
  const VF east = hn::Add(right.a, hn::Mul(right.b, x.from_high));
  return hn::Add(hn::Mul(west, x.low), hn::Mul(east, x.high));
}

HWY_INLINE void store_rounded(VD v, float* out) {
  const hn::Rebind<float, D> half;
  hn::StoreU(hn::DemoteTo(half, v), half, out);
}

HWY_INLINE void store_low_words(VD words, int32_t* out) {
  const hn::Rebind<int32_t, D> half_int;
  const hn::Rebind<uint32_t, D> half;
  const hn::RebindToUnsigned<D> whole;
  hn::StoreU(hn::BitCast(half_int, hn::TruncateTo(half, hn::BitCast(whole, words))), half_int, out);
}

/// A coordinate's way from its cell's centre, and the cell, a whole number.
struct VRest {
  VD from_centre, cell;
};
HWY_INLINE VRest rest_of(VD position) {
#if HWY_TARGET <= HWY_AVX3
  const VD from_centre{_mm512_reduce_pd(position.raw, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
  return {from_centre, hn::Sub(position, from_centre)};
#else
  const VD magic = hn::Set(D(), kWholeInLowWord), cell = hn::Sub(hn::Add(position, magic), magic);
  return {hn::Sub(position, cell), cell};
#endif
}

/// The same with the cell in the low word.
HWY_INLINE VRest cut_of(VD position) {
  return {rest_of(position).from_centre, hn::Add(position, hn::Set(D(), kWholeInLowWord))};
}

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
