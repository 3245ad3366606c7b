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

/// Vectors worked on side by side, operation by operation: the chain of operations on one element is so long
/// that the processor, looking ahead, would not reach the next element's while it waits.
constexpr size_t kSide = HWY_TARGET <= HWY_AVX3 ? 4 : 1;
template <class Vector>
struct Side {
  Vector v[kSide];
};
using OneD = hn::Vec<D>;
using OneU = hn::Vec<U>;
using OneM = hn::Mask<D>;
using VD = Side<OneD>;
using VU = Side<OneU>;
using VM = Side<OneM>;
constexpr size_t kLanes = kSide * hn::MaxLanes(D());
static_assert(kKernelLanes % kLanes == 0);

// NOLINTBEGIN(bugprone-macro-parentheses): one loop per operation of Highway's, element by element.
#define FW_SIDE_BY_SIDE(result, expression)               \
  result r;                                               \
  for (size_t i = 0; i < kSide; ++i) r.v[i] = expression; \
  return r

HWY_INLINE VD operator+(const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VD, hn::Add(a.v[i], b.v[i]));
}
HWY_INLINE VD operator-(const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VD, hn::Sub(a.v[i], b.v[i]));
}
HWY_INLINE VD operator*(const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VD, hn::Mul(a.v[i], b.v[i]));
}
HWY_INLINE VD operator/(const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VD, hn::Div(a.v[i], b.v[i]));
}
HWY_INLINE VU operator+(const VU& a, const VU& b) {
  FW_SIDE_BY_SIDE(VU, hn::Add(a.v[i], b.v[i]));
}
HWY_INLINE VU operator*(const VU& a, const VU& b) {
  FW_SIDE_BY_SIDE(VU, hn::Mul(a.v[i], b.v[i]));
}
HWY_INLINE VU operator^(const VU& a, const VU& b) {
  FW_SIDE_BY_SIDE(VU, hn::Xor(a.v[i], b.v[i]));
}
HWY_INLINE VU operator&(const VU& a, const VU& b) {
  FW_SIDE_BY_SIDE(VU, hn::And(a.v[i], b.v[i]));
}
HWY_INLINE VU operator|(const VU& a, const VU& b) {
  FW_SIDE_BY_SIDE(VU, hn::Or(a.v[i], b.v[i]));
}
HWY_INLINE VD square_root(const VD& a) {
  FW_SIDE_BY_SIDE(VD, hn::Sqrt(a.v[i]));
}
HWY_INLINE VU bits_of(const VD& a) {
  FW_SIDE_BY_SIDE(VU, hn::BitCast(U(), a.v[i]));
}
HWY_INLINE VD double_of_bits(const VU& a) {
  FW_SIDE_BY_SIDE(VD, hn::BitCast(D(), a.v[i]));
}
HWY_INLINE VM less(const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VM, hn::Lt(a.v[i], b.v[i]));
}
HWY_INLINE VM equal(const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VM, hn::Eq(a.v[i], b.v[i]));
}
HWY_INLINE VM differ(const VU& a, const VU& b) {
  FW_SIDE_BY_SIDE(VM, hn::RebindMask(D(), hn::Ne(a.v[i], b.v[i])));
}
HWY_INLINE VD choose(const VM& m, const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VD, hn::IfThenElse(m.v[i], a.v[i], b.v[i]));
}
template <int kBits>
HWY_INLINE VU right(const VU& a) {
  FW_SIDE_BY_SIDE(VU, hn::ShiftRight<kBits>(a.v[i]));
}
template <int kBits>
HWY_INLINE VU left(const VU& a) {
  FW_SIDE_BY_SIDE(VU, hn::ShiftLeft<kBits>(a.v[i]));
}
/// Numbers below 2^63.
HWY_INLINE VD double_of_whole(const VU& a) {
  FW_SIDE_BY_SIDE(VD, hn::ConvertTo(D(), hn::BitCast(I(), a.v[i])));
}

HWY_INLINE VD set(double x) {
  FW_SIDE_BY_SIDE(VD, hn::Set(D(), x));
}
HWY_INLINE VU set(uint64_t x) {
  FW_SIDE_BY_SIDE(VU, hn::Set(U(), x));
}
HWY_INLINE VD load(const double* x) {
  FW_SIDE_BY_SIDE(VD, hn::LoadU(D(), x + i * hn::Lanes(D())));
}
HWY_INLINE VU load(const uint64_t* x) {
  FW_SIDE_BY_SIDE(VU, hn::LoadU(U(), x + i * hn::Lanes(U())));
}
HWY_INLINE void store(const VD& x, double* out) {
  for (size_t i = 0; i < kSide; ++i) hn::StoreU(x.v[i], D(), out + i * hn::Lanes(D()));
}
HWY_INLINE void store(const VD& x, float* out) {
  const hn::Rebind<float, D> half;
  for (size_t i = 0; i < kSide; ++i) hn::StoreU(hn::DemoteTo(half, x.v[i]), half, out + i * hn::Lanes(D()));
}
#undef FW_SIDE_BY_SIDE
// NOLINTEND(bugprone-macro-parentheses)

struct VPair {
  VD high, low;
};

HWY_INLINE VPair two_sum(const VD& a, const VD& b) {
  const VD s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

#if HWY_TARGET <= HWY_AVX2
/// The product's rounding error is one fused operation: the very number that splitting the factors gives.
HWY_INLINE VPair two_product(const VD& a, const VD& b) {
  VPair out{a * b, {}};
  for (size_t i = 0; i < kSide; ++i) out.low.v[i] = hn::MulSub(a.v[i], b.v[i], out.high.v[i]);
  return out;
}
#else
HWY_INLINE VPair two_product(const VD& a, const VD& b) {
  const VD ca = set(kSplit) * a, cb = set(kSplit) * b;
  const VD ah = ca - (ca - a), al = a - ah;
  const VD bh = cb - (cb - b), bl = b - bh;
  const VD p = a * b;
  return {p, (((ah * bh - p) + ah * bl) + al * bh) + al * bl};
}
#endif

template <size_t N>
HWY_INLINE VD horner(const std::array<double, N>& coefficient, const VD& z) {
  VD sum = set(coefficient[N - 1]);
  for (size_t i = N - 1; i-- > 0;) sum = sum * z + set(coefficient[i]);
  return sum;
}

/// A whole number in [0, 2^52) as a double: it is put into the mantissa of 2^52.
HWY_INLINE VD small_whole(const VU& n) {
  return double_of_bits(n | set(uint64_t{0x4330000000000000u})) - set(0x1p52);
}

/// log of normal x > 0; `k_less` is the exponent that scaling has taken off it.
HWY_INLINE VD log_normal(const VD& x, const VD& k_less) {
  const VU bits = bits_of(x) + set(kOneWord - kRootHalfWord);
  const VD k = (small_whole(right<52>(bits)) - set(1023.0)) + k_less;
  const VD m = double_of_bits((bits & set(kMantissa)) + set(kRootHalfWord));
  const VD f = m - set(1.0);
  const VPair denominator = two_sum(set(2.0), f);
  const VD s = f / denominator.high;
  const VPair back = two_product(s, denominator.high);
  const VD rest = ((f - back.high) - back.low) - s * denominator.low;
  const VD s_low = rest / denominator.high;
  const VD z = s * s;
  const VD series = s * (z * horner(kAtanh, z));
  const VD tail = set(2.0) * (s_low + series);
  const VPair sum = two_sum(k * set(kLn2High), set(2.0) * s);
  const VD low = sum.low + (tail + k * set(kLn2Low));
  const VPair log = two_sum(sum.high, low);
  return log.high + log.low;
}

HWY_INLINE VD log_of(const VD& x) {
  const VM subnormal = less(x, set(std::numeric_limits<double>::min()));
  const VD scaled = choose(subnormal, x * set(0x1p54), x);
  const VD log = log_normal(scaled, choose(subnormal, set(-54.0), set(0.0)));
  return choose(equal(x, set(std::numeric_limits<double>::infinity())), x, log);
}

/// floor(x) as a number and, in its low bits, as an integer; |x| < 2^51.
struct VWhole {
  VD number;
  VU low_bits;
};
HWY_INLINE VWhole floor_of(const VD& x) {
  const VD magic = set(6755399441055744.0);  // 1.5 * 2^52: the sum's last bit is worth one
#if HWY_TARGET <= HWY_AVX3
  VD sum;
  for (size_t i = 0; i < kSide; ++i)
    sum.v[i].raw = _mm512_add_round_pd(x.v[i].raw, magic.v[i].raw, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
  return {sum - magic, bits_of(sum)};
#else
  const VD number{hn::Floor(x.v[0])};
  return {number, bits_of(number + magic)};
#endif
}

/// sin and cos of the argument less a multiple of pi/2, and the multiple's low bits.
struct VQuadrant {
  VD sin, cos;
  VU quarter;
};

HWY_INLINE VQuadrant reduced(const VD& x) {
  const VWhole quarters = floor_of(x * set(kTwoOverPi) + set(0.5));
  const VD k = quarters.number;
  const VD a = x - k * set(kHalfPi1);
  const VPair b = two_sum(a, k * set(-kHalfPi2));
  const VPair r = two_sum(b.high, b.low - k * set(kHalfPi3));
  const VD z = r.high * r.high;
  const VD half = set(0.5) * z;
  const VD one = set(1.0) - half;
  const VD sin_tail = r.low * one - (r.high * z) * horner(kSin, z);
  const VD cos_series = (z * z) * horner(kCos, z);
  const VD cos_tail = ((set(1.0) - one) - half) + (cos_series - r.high * r.low);
  return {r.high + sin_tail, one + cos_tail, quarters.low_bits};
}

/// v with its sign turned where bit 1 of `bits` is set.
HWY_INLINE VD signed_by(const VD& v, const VU& bits) {
  return double_of_bits(bits_of(v) ^ left<62>(bits & set(uint64_t{2})));
}

HWY_INLINE VM is_odd(const VU& quarter) {
  return differ(quarter & set(uint64_t{1}), set(uint64_t{0}));
}

HWY_INLINE VD cos_of(const VD& x) {
  const VQuadrant v = reduced(x);
  return signed_by(choose(is_odd(v.quarter), v.sin, v.cos), v.quarter + set(uint64_t{1}));
}

HWY_INLINE void sincos_of(const VD& x, VD& sin, VD& cos) {
  const VQuadrant v = reduced(x);
  const VM swap = is_odd(v.quarter);
  sin = signed_by(choose(swap, v.cos, v.sin), v.quarter);
  cos = signed_by(choose(swap, v.sin, v.cos), v.quarter + set(uint64_t{1}));
}

HWY_INLINE VU splitmix(VU z) {
  z = z + set(uint64_t{0x9E3779B97F4A7C15u});
  z = (z ^ right<30>(z)) * set(uint64_t{0xBF58476D1CE4E5B9u});
  z = (z ^ right<27>(z)) * set(uint64_t{0x94D049BB133111EBu});
  return z ^ right<31>(z);
}

/// The uniform number at substream + counter * golden ratio, given that sum.
HWY_INLINE VD uniform_at(const VU& address) {
  return (double_of_whole(right<11>(splitmix(address))) + set(0.5)) * set(0x1p-53);
}

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15u;

void log_block(const double* x, size_t count, double* out) {
  for (size_t i = 0; i < count; i += kLanes) store(log_of(load(x + i)), out + i);
}

template <class T>
HWY_INLINE void sincos_to(const double* x, size_t count, T* sin, T* cos) {
  for (size_t i = 0; i < count; i += kLanes) {
    VD s, c;
    sincos_of(load(x + i), s, c);
    store(s, sin + i);
    store(c, cos + i);
  }
}
void sincos_block(const double* x, size_t count, double* sin, double* cos) {
  sincos_to(x, count, sin, cos);
}
void sincos_float_block(const double* x, size_t count, float* sin, float* cos) {
  sincos_to(x, count, sin, cos);
}

void uniform_block(uint64_t substream, const uint64_t* counters, size_t count, double* out) {
  for (size_t i = 0; i < count; i += kLanes)
    store(uniform_at(set(substream) + load(counters + i) * set(kGolden)), out + i);
}

/// Box-Muller in passes of this many: again several short chains of different elements instead of one long
/// one.
constexpr size_t kPass = 64;

struct Uniforms {
  alignas(64) double draw[kPass], turn[kPass];
};

/// Counters 2c and 2c + 1.
HWY_INLINE void draw_uniforms(uint64_t substream, const uint64_t* counters, size_t count, Uniforms& out) {
  for (size_t i = 0; i < count; i += kLanes) {
    const VU first = set(substream) + load(counters + i) * set(2 * kGolden);
    store(uniform_at(first), out.draw + i);
    store(uniform_at(first + set(kGolden)), out.turn + i);
  }
}

void normal_block(uint64_t substream, const uint64_t* counters, size_t count, double* out) {
  Uniforms uniform;
  for (size_t begin = 0; begin < count; begin += kPass) {
    const size_t n = count - begin < kPass ? count - begin : kPass;
    draw_uniforms(substream, counters + begin, n, uniform);
    for (size_t i = 0; i < n; i += kLanes)
      store(log_normal(load(uniform.draw + i), set(0.0)), uniform.draw + i);
    for (size_t i = 0; i < n; i += kLanes) {
      const VD radius = square_root(set(-2.0) * load(uniform.draw + i));
      store(radius * cos_of(set(2.0 * std::numbers::pi) * load(uniform.turn + i)), out + begin + i);
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
