#include "core/base/exact_power.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/exact_power.cpp"
#include <hwy/foreach_target.h>
// Once per target, so after the loop over targets.
#include <hwy/highway.h>

#include <array>
#include <limits>

#include "core/base/exact_tables.h"

// exp and pow of exact_math.cpp, line by line, on whole vectors: the same operations in the same order. Where
// the scalar function takes a road of its own (overflow, zeros, subnormal numbers) the answer here is NaN.

HWY_BEFORE_NAMESPACE();
namespace fw::exact::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
size_t exp_vectors(const double*, size_t, double*) {
  return 0;  // the plain functions stand in for it
}
size_t pow_vectors(const double*, double, size_t, double*) {
  return 0;
}
#else

using namespace tables;
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using U = hn::RebindToUnsigned<D>;
using VD = hn::Vec<D>;
using VU = hn::Vec<U>;

/// Beyond this exponent a result may need two scalings.
constexpr double kFarthest = 700;

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

HWY_INLINE VPair two_product(VD a, VD b) {
  const VD ca = hn::Mul(set(kSplit), a), cb = hn::Mul(set(kSplit), b);
  const VD ah = hn::Sub(ca, hn::Sub(ca, a)), al = hn::Sub(a, ah);
  const VD bh = hn::Sub(cb, hn::Sub(cb, b)), bl = hn::Sub(b, bh);
  const VD p = hn::Mul(a, b);
  const VD middle = hn::Add(hn::Add(hn::Sub(hn::Mul(ah, bh), p), hn::Mul(ah, bl)), hn::Mul(al, bh));
  return {p, hn::Add(middle, hn::Mul(al, bl))};
}

template <size_t N>
HWY_INLINE VD horner(const std::array<double, N>& coefficient, VD z) {
  VD sum = set(coefficient[N - 1]);
  for (size_t i = N - 1; i-- > 0;) sum = hn::Add(hn::Mul(sum, z), set(coefficient[i]));
  return sum;
}

/// ln of normal x > 0.
HWY_INLINE VPair log_pair(VD x) {
  const VU bits = hn::Add(hn::BitCast(U(), x), hn::Set(U(), kOneWord - kRootHalfWord));
  const VU exponent = hn::Or(hn::ShiftRight<52>(bits), hn::Set(U(), 0x4330000000000000u));  // 2^52 + it
  const VD k = hn::Sub(hn::Sub(hn::BitCast(D(), exponent), set(0x1p52)), set(1023.0));
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
  return two_sum(sum.high, hn::Add(sum.low, hn::Add(tail, hn::Mul(k, set(kLn2Low)))));
}

/// e^x, NaN beyond kFarthest.
HWY_INLINE VD exp_of(VD x) {
  const VD k = hn::Floor(hn::Add(hn::Mul(x, set(kLog2E)), set(0.5)));
  const VD high = hn::Sub(x, hn::Mul(k, set(kLn2High)));
  const VD low = hn::Mul(k, set(kLn2Low));
  const VD r = hn::Sub(high, low);
  const VD r_low = hn::Sub(hn::Sub(high, r), low);
  const VD tail = hn::Add(r_low, hn::Mul(hn::Mul(r, r), horner(kExpTail, r)));
  const VD y = hn::Add(set(1.0), hn::Add(r, tail));
  // k + 1023 as a whole number: the low bits of its sum with 2^52.
  const VU biased = hn::BitCast(U(), hn::Add(k, set(0x1p52 + 1023.0)));
  const VD power = hn::Mul(y, hn::BitCast(D(), hn::ShiftLeft<52>(biased)));
  return hn::IfThenElse(hn::Le(hn::Abs(x), set(kFarthest)), power,
                        set(std::numeric_limits<double>::quiet_NaN()));
}

HWY_INLINE VD pow_of(VD x, VD y) {
  const VPair log = log_pair(x);
  const VPair product = two_product(y, log.high);
  const VD low = hn::Add(product.low, hn::Mul(y, log.low));
  const VD power = exp_of(product.high);
  const auto plain = hn::And(hn::Ge(x, set(std::numeric_limits<double>::min())),
                             hn::Le(x, set(std::numeric_limits<double>::max())));
  return hn::IfThenElse(plain, hn::Add(power, hn::Mul(power, low)),
                        set(std::numeric_limits<double>::quiet_NaN()));
}

/// Whole vectors only; the number of elements done.
size_t exp_vectors(const double* x, size_t count, double* out) {
  size_t i = 0;
  for (; i + hn::Lanes(D()) <= count; i += hn::Lanes(D()))
    hn::StoreU(exp_of(hn::LoadU(D(), x + i)), D(), out + i);
  return i;
}

size_t pow_vectors(const double* x, double y, size_t count, double* out) {
  size_t i = 0;
  for (; i + hn::Lanes(D()) <= count; i += hn::Lanes(D()))
    hn::StoreU(pow_of(hn::LoadU(D(), x + i), set(y)), D(), out + i);
  return i;
}

#endif

}  // namespace fw::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cassert>

#include "core/base/exact_math.h"

namespace fw::exact {

HWY_EXPORT(exp_vectors);
HWY_EXPORT(pow_vectors);

void exp(std::span<const double> x, std::span<double> out) {
  assert(x.size() == out.size() && (x.empty() || x.data() != out.data()));
  const size_t done = HWY_DYNAMIC_DISPATCH(exp_vectors)(x.data(), x.size(), out.data());
  for (size_t i = 0; i < x.size(); ++i)
    if (i >= done || out[i] != out[i]) out[i] = exp(x[i]);
}

void pow(std::span<const double> x, double y, std::span<double> out) {
  assert(x.size() == out.size() && (x.empty() || x.data() != out.data()));
  const size_t done = HWY_DYNAMIC_DISPATCH(pow_vectors)(x.data(), y, x.size(), out.data());
  for (size_t i = 0; i < x.size(); ++i)
    if (i >= done || out[i] != out[i]) out[i] = pow(x[i], y);
}

}  // namespace fw::exact
#endif  // HWY_ONCE
