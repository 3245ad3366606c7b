#include "core/field/noise_kernel.h"

#include "core/field/simd_level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/noise_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fw::lattice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using D = hn::ScalableTag<double>;
using U = hn::RebindToUnsigned<F>;
using I = hn::RebindToSigned<F>;
using VF = hn::Vec<F>;
using VU = hn::Vec<U>;
using VD = hn::Vec<D>;

/// The components of 16 gradients: one table register where a vector holds 16 floats, else two bits per
/// entry.
struct Gradients {
#if HWY_TARGET <= HWY_AVX3
  VF x, y, z;
  HWY_INLINE Gradients()
      : x(hn::LoadU(F(), kGradientX.data())),
        y(hn::LoadU(F(), kGradientY.data())),
        z(hn::LoadU(F(), kGradientZ.data())) {}
  using Index = decltype(hn::IndicesFromVec(F(), VU()));

  static HWY_INLINE Index index(VU gradient) {
    return hn::IndicesFromVec(F(), gradient);
  }
  static HWY_INLINE VF component(VF table, Index i) {
    return hn::TableLookupLanes(table, i);
  }
#else
  static constexpr uint32_t packed(const std::array<float, 16>& table) {
    uint32_t word = 0;
    for (uint32_t i = 0; i < 16; ++i) word |= static_cast<uint32_t>(table[i] + 1.0f) << (2 * i);
    return word;
  }
  VU x, y, z;
  HWY_INLINE Gradients()
      : x(hn::Set(U(), packed(kGradientX))),
        y(hn::Set(U(), packed(kGradientY))),
        z(hn::Set(U(), packed(kGradientZ))) {}
  using Index = VU;

  static HWY_INLINE Index index(VU gradient) {
    return hn::Add(gradient, gradient);
  }
  static HWY_INLINE VF component(VU word, Index shift) {
    const VU two_bits = hn::And(hn::Shr(word, shift), hn::Set(U(), 3));
    return hn::ConvertTo(F(), hn::Sub(hn::BitCast(I(), two_bits), hn::Set(I(), 1)));
  }
#endif
};

/// Gradient index from `start`, the lattice point's and the key's first words already added.
HWY_INLINE VU hash(VU start, VU middle) {
  VU h = hn::Mul(hn::Xor(start, hn::ShiftRight<16>(start)), hn::Set(U(), kHashMix1));
  h = hn::Xor(h, middle);
  h = hn::Mul(hn::Xor(h, hn::ShiftRight<15>(h)), hn::Set(U(), kHashMix2));
  return hn::ShiftRight<28>(h);
}

struct VBlend {
  VF x, y, z;
};

/// The slice's constants in every lane.
struct VSlice {
  explicit HWY_INLINE VSlice(const Slice& s)
      : start0(hn::Set(U(), s.key0.start)),
        start1(hn::Set(U(), s.key1.start)),
        middle0(hn::Set(U(), s.key0.middle)),
        middle1(hn::Set(U(), s.key1.middle)),
        w0(hn::Set(F(), s.w0)),
        w1(hn::Set(F(), s.w1)),
        z0(hn::Set(F(), s.z0)),
        z1(hn::Set(F(), s.z1)) {}

  HWY_INLINE VBlend blend(VU point) const {
    const auto g0 = Gradients::index(hash(hn::Add(start0, point), middle0));
    const auto g1 = Gradients::index(hash(hn::Add(start1, point), middle1));
    return {mix(gradients.x, g0, w0, g1, w1), mix(gradients.y, g0, w0, g1, w1),
            mix(gradients.z, g0, z0, g1, z1)};
  }

  template <typename Table>
  static HWY_INLINE VF mix(Table table, Gradients::Index g0, VF weight0, Gradients::Index g1, VF weight1) {
    return hn::Add(hn::Mul(Gradients::component(table, g0), weight0),
                   hn::Mul(Gradients::component(table, g1), weight1));
  }

  Gradients gradients;
  VU start0, start1, middle0, middle1;
  VF w0, w1, z0, z1;
};

struct VWeights {
  VF v0, v1, p0, p1;
};

struct VSide {
  VF a, b;
};

HWY_INLINE VSide side(const VBlend& low, const VBlend& high, const VWeights& r) {
  const VF along_y = hn::Add(hn::Mul(low.y, r.p0), hn::Mul(high.y, r.p1));
  const VF along_z = hn::Add(hn::Mul(low.z, r.v0), hn::Mul(high.z, r.v1));
  return {hn::Add(along_y, along_z), hn::Add(hn::Mul(low.x, r.v0), hn::Mul(high.x, r.v1))};
}

HWY_INLINE VF along(const VSide& left, const VSide& right, VF x, VF s) {
  const VF t0 = hn::Add(left.a, hn::Mul(left.b, x));
  const VF one = hn::Set(F(), 1.0f);
  const VF t1 = hn::Add(right.a, hn::Mul(right.b, hn::Sub(x, one)));
  return hn::Add(hn::Mul(t0, hn::Sub(one, s)), hn::Mul(t1, s));
}

HWY_INLINE void accumulate(VF value, VF amplitude, bool first, float* out) {
  const VF share = hn::Mul(amplitude, value);
  hn::StoreU(first ? share : hn::Add(hn::LoadU(F(), out), share), F(), out);
}

void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
               const BlendRow& out) {
  const VSlice s(slice);
  const VU row = hn::Set(U(), static_cast<uint32_t>(lattice_y) * kHashY);
  for (size_t i = 0; i < count; i += hn::Lanes(F())) {
    const VBlend blended = s.blend(hn::Add(hn::LoadU(U(), hash_x + i), row));
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

void apply_row(const Columns& columns, const float* a, const float* b, float amplitude, bool first,
               size_t count, float* out) {
  const F f;
  const I int_tag;
  const VF scale = hn::Set(f, amplitude);
  for (size_t i = 0; i < count; i += hn::Lanes(f)) {
    const int32_t base = columns.cell[i];
    const auto local = hn::Sub(hn::LoadU(int_tag, columns.cell + i), hn::Set(int_tag, base));
    const auto index = hn::IndicesFromVec(f, local);
    const VSide left = {hn::TableLookupLanes(hn::LoadU(f, a + base), index),
                        hn::TableLookupLanes(hn::LoadU(f, b + base), index)};
    const VSide right = {hn::TableLookupLanes(hn::LoadU(f, a + base + 1), index),
                         hn::TableLookupLanes(hn::LoadU(f, b + base + 1), index)};
    accumulate(along(left, right, hn::LoadU(f, columns.x + i), hn::LoadU(f, columns.s + i)), scale, first,
               out + i);
  }
}

/// What a block of points needs in floats and integers, rounded once from double.
struct Block {
  alignas(64) float x[kBlock], s[kBlock], v0[kBlock], v1[kBlock], p0[kBlock], p1[kBlock];
  alignas(64) int32_t cell_x[kBlock], cell_y[kBlock];
};

HWY_INLINE VD fade_of(VD u) {
  const D d;
  const VD cubed = hn::Mul(hn::Mul(u, u), u);
  const VD inner = hn::Sub(hn::Mul(u, hn::Set(d, 6.0)), hn::Set(d, 15.0));
  return hn::Mul(cubed, hn::Add(hn::Mul(u, inner), hn::Set(d, 10.0)));
}

/// Cuts a coordinate: stores the lattice cell (after the period) and returns the fraction.
HWY_INLINE VD cut_into(VD position, int32_t period, int32_t* cell) {
  const D d;
  const hn::Rebind<int32_t, D> half_int;
  VD whole = hn::Floor(position);
  const VD fraction = hn::Sub(position, whole);
  if (period != 0) {
    // Both are whole numbers below 2^31, so the quotient's floor and the remainder are exact.
    const VD p = hn::Set(d, static_cast<double>(period));
    whole = hn::Sub(whole, hn::Mul(p, hn::Floor(hn::Div(whole, p))));
  }
  hn::StoreU(hn::DemoteTo(half_int, whole), half_int, cell);
  return fraction;
}

HWY_INLINE void store_rounded(VD v, float* out) {
  const hn::Rebind<float, D> half;
  hn::StoreU(hn::DemoteTo(half, v), half, out);
}

void prepare(const Slice& slice, const double* x_m, const double* y_m, size_t count, Block& b) {
  const D d;
  const VD one = hn::Set(d, 1.0);
  const VD frequency = hn::Set(d, slice.frequency);
  const VD offset_x = hn::Set(d, slice.offset_x), offset_y = hn::Set(d, slice.offset_y);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const VD px = hn::Add(hn::Mul(hn::LoadU(d, x_m + i), frequency), offset_x);
    const VD py = hn::Add(hn::Mul(hn::LoadU(d, y_m + i), frequency), offset_y);
    const VD fx = cut_into(px, slice.period, b.cell_x + i);
    const VD fy = cut_into(py, slice.period, b.cell_y + i);
    store_rounded(fx, b.x + i);
    store_rounded(fade_of(fx), b.s + i);
    const VD s = fade_of(fy);
    const VD rest = hn::Sub(one, s);
    store_rounded(rest, b.v0 + i);
    store_rounded(s, b.v1 + i);
    store_rounded(hn::Mul(rest, fy), b.p0 + i);
    store_rounded(hn::Mul(s, hn::Sub(fy, one)), b.p1 + i);
  }
}

/// The next lattice index after `cell`, back to 0 at the period.
template <typename VI>
HWY_INLINE VI next_cell(VI cell, int32_t period) {
  const I int_tag;
  const VI next = hn::Add(cell, hn::Set(int_tag, 1));
  if (period == 0) return next;
  return hn::IfThenZeroElse(hn::Eq(next, hn::Set(int_tag, period)), next);
}

void sample_block(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                  float* out) {
  const F f;
  const I int_tag;
  Block b;
  prepare(slice, x_m, y_m, count, b);
  const VSlice s(slice);
  const VF amplitude = hn::Set(f, slice.amplitude);
  const VU hash_x = hn::Set(U(), kHashX), hash_y = hn::Set(U(), kHashY);
  for (size_t i = 0; i < count; i += hn::Lanes(f)) {
    const auto x0 = hn::LoadU(int_tag, b.cell_x + i), y0 = hn::LoadU(int_tag, b.cell_y + i);
    const auto x1 = next_cell(x0, slice.period), y1 = next_cell(y0, slice.period);
    const VU west = hn::Mul(hn::BitCast(U(), x0), hash_x), east = hn::Mul(hn::BitCast(U(), x1), hash_x);
    const VU south = hn::Mul(hn::BitCast(U(), y0), hash_y), north = hn::Mul(hn::BitCast(U(), y1), hash_y);
    const VWeights r = {hn::LoadU(f, b.v0 + i), hn::LoadU(f, b.v1 + i), hn::LoadU(f, b.p0 + i),
                        hn::LoadU(f, b.p1 + i)};
    const VSide left = side(s.blend(hn::Add(west, south)), s.blend(hn::Add(west, north)), r);
    const VSide right = side(s.blend(hn::Add(east, south)), s.blend(hn::Add(east, north)), r);
    accumulate(along(left, right, hn::LoadU(f, b.x + i), hn::LoadU(f, b.s + i)), amplitude, first, out + i);
  }
}

}  // namespace fw::lattice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/field/noise_plain.h"

namespace fw::lattice {

HWY_EXPORT(blend_row);
HWY_EXPORT(side_row);
HWY_EXPORT(apply_row);
HWY_EXPORT(sample_block);

void blend_row(const Slice& slice, const uint32_t* hash_x, int32_t lattice_y, size_t count,
               const BlendRow& out) {
  if (plain_kernels_only()) return plain::blend_row(slice, hash_x, lattice_y, count, out);
  HWY_DYNAMIC_DISPATCH(blend_row)(slice, hash_x, lattice_y, count, out);
}

void side_row(const BlendRow& low, const BlendRow& high, const RowWeights& weights, size_t count, float* a,
              float* b) {
  if (plain_kernels_only()) return plain::side_row(low, high, weights, count, a, b);
  HWY_DYNAMIC_DISPATCH(side_row)(low, high, weights, count, a, b);
}

void apply_row(const Columns& columns, const float* a, const float* b, float amplitude, bool first,
               size_t count, float* out) {
  if (plain_kernels_only()) return plain::apply_row(columns, a, b, amplitude, first, count, out);
  HWY_DYNAMIC_DISPATCH(apply_row)(columns, a, b, amplitude, first, count, out);
}

void sample_block(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                  float* out) {
  if (plain_kernels_only()) return plain::sample_block(slice, x_m, y_m, first, count, out);
  HWY_DYNAMIC_DISPATCH(sample_block)(slice, x_m, y_m, first, count, out);
}

}  // namespace fw::lattice
#endif  // HWY_ONCE
