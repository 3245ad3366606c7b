// Vectors of doubles and double-double arithmetic for exact_math.cpp, compiled once per SIMD level (Highway's
// toggle guard). Private to this room.

#include <hwy/highway.h>

#include <array>

#include "core/base/exact/exact_kernel.h"
#include "core/base/exact/exact_tables_internal.h"

#if defined(FW_EXACT_SIDE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FW_EXACT_SIDE_INL_H
#undef FW_EXACT_SIDE_INL_H
#else
#define FW_EXACT_SIDE_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace fw::exact::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

using namespace tables;
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using U = hn::RebindToUnsigned<D>;
using I = hn::RebindToSigned<D>;

/// Vectors processed together, operation by operation. The dependency chain of one element is longer than the
/// processor's reorder window, so elements must be interleaved by hand.
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
/// a b + c and c - a b, rounded once.
HWY_INLINE VD fused(const VD& a, const VD& b, const VD& c) {
  FW_SIDE_BY_SIDE(VD, hn::MulAdd(a.v[i], b.v[i], c.v[i]));
}
HWY_INLINE VD fused_from(const VD& c, const VD& a, const VD& b) {
  FW_SIDE_BY_SIDE(VD, hn::NegMulAdd(a.v[i], b.v[i], c.v[i]));
}
HWY_INLINE VD absolute(const VD& a) {
  FW_SIDE_BY_SIDE(VD, hn::Abs(a.v[i]));
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
HWY_INLINE VM is_odd(const VU& whole) {
  FW_SIDE_BY_SIDE(VM, hn::RebindMask(D(), hn::TestBit(whole.v[i], hn::Set(U(), 1))));
}
HWY_INLINE VM operator|(const VM& a, const VM& b) {
  FW_SIDE_BY_SIDE(VM, hn::Or(a.v[i], b.v[i]));
}
HWY_INLINE bool any(const VM& a) {
  bool found = false;
  for (size_t i = 0; i < kSide; ++i) found |= !hn::AllFalse(D(), a.v[i]);
  return found;
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
/// The product's rounding error by one fused operation; equal to what Dekker's splitting gives.
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

/// A whole number in [0, 2^52), held in the mantissa of 2^52, minus a smaller one.
HWY_INLINE VD small_whole(const VU& n, double less = 0) {
  return double_of_bits(n | set(uint64_t{0x4330000000000000u})) - set(0x1p52 + less);
}

/// floor(x) as a number and, in its low bits, as an integer; |x| < 2^51.
struct VWhole {
  VD number;
  VU low_bits;
};
HWY_INLINE VWhole floor_of(const VD& x) {
  const VD magic = set(6755399441055744.0);  // 1.5 * 2^52: the unit of the sum's last bit is 1
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

/// v with its sign turned where bit 1 of `bits` is set.
HWY_INLINE VD signed_by(const VD& v, const VU& bits) {
  return double_of_bits(bits_of(v) ^ left<62>(bits & set(uint64_t{2})));
}

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15u;

HWY_INLINE VU splitmix(VU z) {
  z = z + set(kGolden);
  z = (z ^ right<30>(z)) * set(uint64_t{0xBF58476D1CE4E5B9u});
  z = (z ^ right<27>(z)) * set(uint64_t{0x94D049BB133111EBu});
  return z ^ right<31>(z);
}

/// 2^53 times the uniform number at substream + counter * kGolden, given that sum.
HWY_INLINE VD long_uniform_at(const VU& address) {
  return double_of_whole(right<11>(splitmix(address))) + set(0.5);
}
HWY_INLINE VD uniform_at(const VU& address) {
  return long_uniform_at(address) * set(0x1p-53);
}

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace fw::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggle guard
