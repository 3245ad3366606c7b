#include "core/base/exact_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/exact_kernel.cpp"
#include <hwy/foreach_target.h>
// Once per target, so after the loop over targets.
#include <hwy/highway.h>

#include <array>
#include <limits>
#include <numbers>

#include "core/base/exact_tables.h"

// exact_math.cpp and rng.h, line by line, on whole vectors: the same operations in the same order. Branches
// become choices between results that are both computed.

HWY_BEFORE_NAMESPACE();
namespace fw::exact::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
const Kernels* kernels_here() {
  return nullptr;  // the plain functions stand in for it
}
#else

using namespace tables;
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using U = hn::RebindToUnsigned<D>;
using I = hn::RebindToSigned<D>;
using VD = hn::Vec<D>;
using VU = hn::Vec<U>;

HWY_INLINE VD set(double x) {
  return hn::Set(D(), x);
}

struct VPair {
  VD high, low;
};

HWY_INLINE VPair two_sum(VD a, VD b) {
  const VD s = hn::Add(a, b);
  const VD t = hn::Sub(s, a);
  return {s, hn::Add(hn::Sub(a, hn::Sub(s, t)), hn::Sub(b, t))};
}

#if HWY_TARGET <= HWY_AVX2
/// The product's rounding error is one fused operation: the very number that splitting the factors gives.
HWY_INLINE VPair two_product(VD a, VD b) {
  const VD p = hn::Mul(a, b);
  return {p, hn::MulSub(a, b, p)};
}
#else
HWY_INLINE VPair two_product(VD a, VD b) {
  const VD ca = hn::Mul(set(kSplit), a), cb = hn::Mul(set(kSplit), b);
  const VD ah = hn::Sub(ca, hn::Sub(ca, a)), al = hn::Sub(a, ah);
  const VD bh = hn::Sub(cb, hn::Sub(cb, b)), bl = hn::Sub(b, bh);
  const VD p = hn::Mul(a, b);
  const VD middle = hn::Add(hn::Add(hn::Sub(hn::Mul(ah, bh), p), hn::Mul(ah, bl)), hn::Mul(al, bh));
  return {p, hn::Add(middle, hn::Mul(al, bl))};
}
#endif

template <size_t N>
HWY_INLINE VD horner(const std::array<double, N>& coefficient, VD z) {
  VD sum = set(coefficient[N - 1]);
  for (size_t i = N - 1; i-- > 0;) sum = hn::Add(hn::Mul(sum, z), set(coefficient[i]));
  return sum;
}

/// A whole number in [0, 2^52) as a double: it is put into the mantissa of 2^52.
HWY_INLINE VD small_whole(VU n) {
  return hn::Sub(hn::BitCast(D(), hn::Or(n, hn::Set(U(), 0x4330000000000000u))), set(0x1p52));
}

/// log of normal x > 0; `k` is the exponent that scaling has taken off it.
HWY_INLINE VD log_normal(VD x, VD k_less) {
  const VU bits = hn::Add(hn::BitCast(U(), x), hn::Set(U(), kOneWord - kRootHalfWord));
  const VD k = hn::Add(hn::Sub(small_whole(hn::ShiftRight<52>(bits)), set(1023.0)), k_less);
  const VU mantissa = hn::And(bits, hn::Set(U(), kMantissa));
  const VD m = hn::BitCast(D(), hn::Add(mantissa, hn::Set(U(), kRootHalfWord)));
  const VD f = hn::Sub(m, set(1.0));
  const VPair denominator = two_sum(set(2.0), f);
  const VD s = hn::Div(f, denominator.high);
  const VPair back = two_product(s, denominator.high);
  const VD rest = hn::Sub(hn::Sub(hn::Sub(f, back.high), back.low), hn::Mul(s, denominator.low));
  const VD s_low = hn::Div(rest, denominator.high);
  const VD z = hn::Mul(s, s);
  const VD series = hn::Mul(s, hn::Mul(z, horner(kAtanh, z)));
  const VD tail = hn::Mul(set(2.0), hn::Add(s_low, series));
  const VPair sum = two_sum(hn::Mul(k, set(kLn2High)), hn::Mul(set(2.0), s));
  const VD low = hn::Add(sum.low, hn::Add(tail, hn::Mul(k, set(kLn2Low))));
  const VPair log = two_sum(sum.high, low);
  return hn::Add(log.high, log.low);
}

HWY_INLINE VD log_of(VD x) {
  const auto subnormal = hn::Lt(x, set(std::numeric_limits<double>::min()));
  const VD scaled = hn::IfThenElse(subnormal, hn::Mul(x, set(0x1p54)), x);
  const VD log = log_normal(scaled, hn::IfThenElseZero(subnormal, set(-54.0)));
  return hn::IfThenElse(hn::Eq(x, set(std::numeric_limits<double>::infinity())), x, log);
}

/// sin and cos of the argument less a multiple of pi/2, and the multiple's low bits.
struct VQuadrant {
  VD sin, cos;
  VU quarter;
};

HWY_INLINE VQuadrant reduced(VD x) {
  const VD k = hn::Floor(hn::Add(hn::Mul(x, set(kTwoOverPi)), set(0.5)));
  const VD a = hn::Sub(x, hn::Mul(k, set(kHalfPi1)));
  const VPair b = two_sum(a, hn::Neg(hn::Mul(k, set(kHalfPi2))));
  const VPair r = two_sum(b.high, hn::Sub(b.low, hn::Mul(k, set(kHalfPi3))));
  const VD z = hn::Mul(r.high, r.high);
  const VD half = hn::Mul(set(0.5), z);
  const VD one = hn::Sub(set(1.0), half);
  const VD sin_tail = hn::Sub(hn::Mul(r.low, one), hn::Mul(hn::Mul(r.high, z), horner(kSin, z)));
  const VD cos_series = hn::Mul(hn::Mul(z, z), horner(kCos, z));
  const VD cos_tail =
      hn::Add(hn::Sub(hn::Sub(set(1.0), one), half), hn::Sub(cos_series, hn::Mul(r.high, r.low)));
  // The low bits of a whole number are those of its sum with 1.5 * 2^52.
  const VU quarter = hn::BitCast(U(), hn::Add(k, set(6755399441055744.0)));
  return {hn::Add(r.high, sin_tail), hn::Add(one, cos_tail), quarter};
}

/// v with its sign turned where bit 1 of `bits` is set.
HWY_INLINE VD signed_by(VD v, VU bits) {
  const VU sign = hn::ShiftLeft<62>(hn::And(bits, hn::Set(U(), uint64_t{2})));
  return hn::Xor(v, hn::BitCast(D(), sign));
}

HWY_INLINE auto is_odd(VU quarter) {
  const VU bit = hn::And(quarter, hn::Set(U(), uint64_t{1}));
  return hn::RebindMask(D(), hn::Ne(bit, hn::Zero(U())));
}

HWY_INLINE VD cos_of(VD x) {
  const VQuadrant v = reduced(x);
  const VU turn = hn::Add(v.quarter, hn::Set(U(), uint64_t{1}));
  return signed_by(hn::IfThenElse(is_odd(v.quarter), v.sin, v.cos), turn);
}

HWY_INLINE void sincos_of(VD x, VD& sin, VD& cos) {
  const VQuadrant v = reduced(x);
  const auto swap = is_odd(v.quarter);
  const VU turn = hn::Add(v.quarter, hn::Set(U(), uint64_t{1}));
  sin = signed_by(hn::IfThenElse(swap, v.cos, v.sin), v.quarter);
  cos = signed_by(hn::IfThenElse(swap, v.sin, v.cos), turn);
}

HWY_INLINE VU splitmix(VU z) {
  const U u;
  z = hn::Add(z, hn::Set(u, uint64_t{0x9E3779B97F4A7C15u}));
  z = hn::Mul(hn::Xor(z, hn::ShiftRight<30>(z)), hn::Set(u, uint64_t{0xBF58476D1CE4E5B9u}));
  z = hn::Mul(hn::Xor(z, hn::ShiftRight<27>(z)), hn::Set(u, uint64_t{0x94D049BB133111EBu}));
  return hn::Xor(z, hn::ShiftRight<31>(z));
}

/// The uniform number at substream + counter * golden ratio, given that sum.
HWY_INLINE VD uniform_at(VU address) {
  const VU word = hn::ShiftRight<11>(splitmix(address));
  const VD whole = hn::ConvertTo(D(), hn::BitCast(I(), word));
  return hn::Mul(hn::Add(whole, set(0.5)), set(0x1p-53));
}

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15u;

void log_block(const double* x, size_t count, double* out) {
  for (size_t i = 0; i < count; i += hn::Lanes(D())) hn::StoreU(log_of(hn::LoadU(D(), x + i)), D(), out + i);
}

void sincos_block(const double* x, size_t count, double* sin, double* cos) {
  for (size_t i = 0; i < count; i += hn::Lanes(D())) {
    VD s, c;
    sincos_of(hn::LoadU(D(), x + i), s, c);
    hn::StoreU(s, D(), sin + i);
    hn::StoreU(c, D(), cos + i);
  }
}

void sincos_float_block(const double* x, size_t count, float* sin, float* cos) {
  const hn::Rebind<float, D> half;
  for (size_t i = 0; i < count; i += hn::Lanes(D())) {
    VD s, c;
    sincos_of(hn::LoadU(D(), x + i), s, c);
    hn::StoreU(hn::DemoteTo(half, s), half, sin + i);
    hn::StoreU(hn::DemoteTo(half, c), half, cos + i);
  }
}

void uniform_block(uint64_t substream, const uint64_t* counters, size_t count, double* out) {
  const U u;
  for (size_t i = 0; i < count; i += hn::Lanes(D())) {
    const VU step = hn::Mul(hn::LoadU(u, counters + i), hn::Set(u, kGolden));
    hn::StoreU(uniform_at(hn::Add(hn::Set(u, substream), step)), D(), out + i);
  }
}

/// Box-Muller in passes of this many: the processor looks ahead over one long chain of operations, but over
/// several short ones of different elements.
constexpr size_t kPass = 64;

struct Uniforms {
  alignas(64) double draw[kPass], turn[kPass];
};

/// Counters 2c and 2c + 1.
HWY_INLINE void draw_uniforms(uint64_t substream, const uint64_t* counters, size_t count, Uniforms& out) {
  const U u;
  for (size_t i = 0; i < count; i += hn::Lanes(D())) {
    const VU step = hn::Mul(hn::LoadU(u, counters + i), hn::Set(u, 2 * kGolden));
    const VU first = hn::Add(hn::Set(u, substream), step);
    hn::Store(uniform_at(first), D(), out.draw + i);
    hn::Store(uniform_at(hn::Add(first, hn::Set(u, kGolden))), D(), out.turn + i);
  }
}

void normal_block(uint64_t substream, const uint64_t* counters, size_t count, double* out) {
  const D d;
  Uniforms uniform;
  for (size_t begin = 0; begin < count; begin += kPass) {
    const size_t n = count - begin < kPass ? count - begin : kPass;
    draw_uniforms(substream, counters + begin, n, uniform);
    for (size_t i = 0; i < n; i += hn::Lanes(d))
      hn::Store(log_normal(hn::Load(d, uniform.draw + i), hn::Zero(d)), d, uniform.draw + i);
    for (size_t i = 0; i < n; i += hn::Lanes(d)) {
      const VD radius = hn::Sqrt(hn::Mul(set(-2.0), hn::Load(d, uniform.draw + i)));
      const VD cos = cos_of(hn::Mul(set(2.0 * std::numbers::pi), hn::Load(d, uniform.turn + i)));
      hn::StoreU(hn::Mul(radius, cos), d, out + begin + i);
    }
  }
}

const Kernels* kernels_here() {
  static constexpr Kernels kKernels = {&log_block, &sincos_block, &sincos_float_block, &uniform_block,
                                       &normal_block};
  return &kKernels;
}

#endif

}  // namespace fw::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace fw::exact {

HWY_EXPORT(kernels_here);

const Kernels* kernels() {
  return HWY_DYNAMIC_DISPATCH(kernels_here)();
}

}  // namespace fw::exact
#endif  // HWY_ONCE
