// The arithmetic of noise_lattice.h on whole vectors, compiled once per SIMD level (Highway's toggle guard).
// Private to this room.

#include <hwy/highway.h>

#include "core/field/noise/noise_lattice.h"
#include "core/field/noise/noise_points_kernel.h"

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

/// Index of every lane's gradient in the tables; a hash holds it in the top four bits.
using GradientIndex = decltype(hn::IndicesFromVec(F(), VU()));
HWY_INLINE GradientIndex gradient_of(VU hash) {
  return hn::IndicesFromVec(F(), hn::ShiftRight<28>(hash));
}

/// One component of all 16 gradients times a weight. The components are -1, 0 and 1, so every product is
/// exact and can be computed before the lookup.
class WeightedTable {
 public:
  HWY_INLINE WeightedTable(const std::array<float, 16>& component, float weight)
      : all_(hn::Mul(hn::LoadU(F(), component.data()), hn::Set(F(), weight))) {}
  HWY_INLINE VF at(GradientIndex i) const { return hn::TableLookupLanes(all_, i); }

 private:
  VF all_;
};

#elif HWY_TARGET <= HWY_AVX2

/// The lookup uses the low three bits; the fourth is the hash's sign bit, which selects the half table.
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

/// Vector forms of lattice::Along, hollow, lean and Side.
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

/// Gradients times the offset along y: A of a side is their weighted sum.
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

/// A coordinate's offset from its cell's centre, and the cell, a whole number.
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
