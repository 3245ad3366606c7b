#include "core/base/exact/exact_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/exact/exact_kernel.cpp"
#include <hwy/foreach_target.h>
// Compiled once (not once per SIMD target).
#include <hwy/highway.h>

#include <limits>
#include <numbers>

#include "core/base/exact/exact_side-inl.h"

// exact_math.cpp and rng.h, line by line, on whole vectors: the same operations in the same order. Branches
// become choices between results that are both computed.

HWY_BEFORE_NAMESPACE();
namespace fw::exact::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
const Kernels* kernels_here() {
  return nullptr;  // no SIMD target: callers use the scalar functions
}
#else

/// Beyond this exponent a result may need two scalings.
constexpr double kFarthestExponent = 700;

/// v where x lies between the two bounds, else NaN.
HWY_INLINE VD between(const VD& least, const VD& x, const VD& most, const VD& v) {
  const VD none = set(std::numeric_limits<double>::quiet_NaN());
  return choose(less(least, x), choose(less(x, most), v, none), none);
}

/// log of normal x > 0; `k_less` is the exponent that scaling has taken off it.
HWY_INLINE VPair log_pair(const VD& x, const VD& k_less) {
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
  return two_sum(sum.high, low);
}

HWY_INLINE VD log_normal(const VD& x, const VD& k_less) {
  const VPair log = log_pair(x, k_less);
  return log.high + log.low;
}

HWY_INLINE VD log_of(const VD& x) {
  const VM subnormal = less(x, set(std::numeric_limits<double>::min()));
  const VD scaled = choose(subnormal, x * set(0x1p54), x);
  const VD log = log_normal(scaled, choose(subnormal, set(-54.0), set(0.0)));
  return choose(equal(x, set(std::numeric_limits<double>::infinity())), x, log);
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

/// e^x; NaN where the scalar function has a special case (overflow, subnormal results).
HWY_INLINE VD exp_of(const VD& x) {
  const VWhole k = floor_of(x * set(kLog2E) + set(0.5));
  const VD high = x - k.number * set(kLn2High);
  const VD low = k.number * set(kLn2Low);
  const VD r = high - low;
  const VD r_low = (high - r) - low;
  const VD tail = r_low + (r * r) * horner(kExpTail, r);
  const VD y = set(1.0) + (r + tail);
  const VD power = y * double_of_bits(left<52>(k.low_bits + set(uint64_t{1023})));
  return between(set(-kFarthestExponent), x, set(kFarthestExponent), power);
}

/// x^y; NaN where the scalar function has a special case (zeros, subnormal and infinite numbers).
HWY_INLINE VD pow_of(const VD& x, const VD& y) {
  const VPair log = log_pair(x, set(0.0));
  const VPair product = two_product(y, log.high);
  const VD low = product.low + y * log.low;
  const VD power = exp_of(product.high);
  return between(set(std::numeric_limits<double>::min()), x, set(std::numeric_limits<double>::max()),
                 power + power * low);
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

void log_block(const double* x, size_t count, double* out) {
  for (size_t i = 0; i < count; i += kLanes) store(log_of(load(x + i)), out + i);
}

void exp_block(const double* x, size_t count, double* out) {
  for (size_t i = 0; i < count; i += kLanes) store(exp_of(load(x + i)), out + i);
}

void pow_block(const double* x, double y, size_t count, double* out) {
  for (size_t i = 0; i < count; i += kLanes) store(pow_of(load(x + i), set(y)), out + i);
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

/// Box-Muller in passes over this many elements: several short dependency chains of different elements
/// instead of one long chain.
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
  static constexpr Kernels kKernels = {&log_block,          &exp_block,     &pow_block,   &sincos_block,
                                       &sincos_float_block, &uniform_block, &normal_block};
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
