#include "core/base/exact/quick_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/exact/quick_kernel.cpp"
#include <hwy/foreach_target.h>
// Compiled once (not once per SIMD target).
#include <hwy/highway.h>

#include <numbers>

#include "core/base/exact/exact_side-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fw::exact::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET > HWY_AVX2
const QuickKernels* quick_kernels_here() {
  return nullptr;
}
#else

/// pi in two parts, good to 2^-106.
constexpr double kPiHigh = 0x1.921fb54442d18p+1, kPiLow = 0x1.1a62633145c07p-53;

// Polynomials of least relative error over their range; sin r = r - r z P(z), cos r = 1 - z / 2 + z^2 P(z),
// atanh s = s + s z P(z), z being the square.
/// |r| <= pi/4; error of the sine 2^-47, of the cosine 2^-42.
constexpr std::array<double, 5> kEighthSin{0x1.5555555552239p-3, -0x1.1111110c872b4p-7, 0x1.a019f9395f55fp-13,
                                           -0x1.71d76d122e7ebp-19, 0x1.a961a028e93fap-26};
constexpr std::array<double, 4> kEighthCos{0x1.5555554ed9867p-5, -0x1.6c16b82a17192p-10,
                                           0x1.a010ded1bea9dp-16, -0x1.241e9c71477e6p-22};
/// |r| <= pi/2; 2^-43.
constexpr std::array<double, 6> kQuarterSin{0x1.5555555547140p-3,  -0x1.1111110a558e4p-7,
                                            0x1.a019fd594f4e0p-13, -0x1.71dcf84bca055p-19,
                                            0x1.ae03f84931068p-26, -0x1.52dbed85ac770p-33};
/// |s| <= (sqrt 2 - 1) / (sqrt 2 + 1); 2^-44.
constexpr std::array<double, 5> kShortAtanh{0x1.555555561d7c4p-2, 0x1.999996ab539bep-3, 0x1.249411193acc4p-3,
                                            0x1.c62b5947227f8p-4, 0x1.9111bed739a4bp-4};

template <size_t N>
HWY_INLINE VD series(const std::array<double, N>& coefficient, const VD& z) {
  VD sum = set(coefficient[N - 1]);
  for (size_t i = N - 1; i-- > 0;) sum = fused(sum, z, set(coefficient[i]));
  return sum;
}

/// Whether v lies within 2^12 units of its last place (2^-41 relative) of the middle between two floats.
/// There, the 29 bits that a float lacks are 2^28.
HWY_INLINE VM doubtful(const VD& v) {
  const VU from_middle = bits_of(v) + set(uint64_t{(1u << 28) + (1u << 12)});
  VM near;
  for (size_t i = 0; i < kSide; ++i)
    near.v[i] = hn::RebindMask(
        D(), hn::Eq(hn::And(from_middle.v[i], hn::Set(U(), (1u << 29) - (1u << 13))), hn::Zero(U())));
  return near;
}

/// Relative errors: reduction 2^-47 where its result is not itself uncertain, series 2^-47 and 2^-42.
bool sincos_block(const double* x, size_t count, float* sin_out, float* cos_out) {
  constexpr double kWhole = 6755399441055744.0;  // 1.5 * 2^52: the unit of the sum's last bit is 1
  bool sure = true;
  for (size_t i = 0; i < count; i += kLanes) {
    const VD angle = load(x + i);
    const VD sum = fused(angle, set(kTwoOverPi), set(kWhole)), quarters = sum - set(kWhole);
    // The inner difference is exact: below 1 and, unless the quarter count is 0, a multiple of 2^-53.
    const VD r = fused_from(fused_from(angle, quarters, set(kPiHigh / 2)), quarters, set(kPiLow / 2));
    const VD z = r * r;
    const VD sin = fused_from(r, r * z, series(kEighthSin, z));
    const VD cos = fused(z, fused(z, series(kEighthCos, z), set(-0.5)), set(1.0));
    const VM swap = is_odd(bits_of(sum));
    store(signed_by(choose(swap, cos, sin), bits_of(sum)), sin_out + i);
    store(signed_by(choose(swap, sin, cos), bits_of(sum) + set(uint64_t{1})), cos_out + i);
    sure &= !any(doubtful(sin) | doubtful(cos) | less(absolute(r), set(0x1p-40)));
  }
  return sure;
}

/// Division (error 2^-42) and square root (error 2^-50) of numbers far from the limits of the range.
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE VD quotient(const VD& a, const VD& b) {
  VD rough;
  for (size_t i = 0; i < kSide; ++i) rough.v[i].raw = _mm512_rcp14_pd(b.v[i].raw);
  // With e = 1 - b rough, below 2^-14: a / b = a rough (1 + e + e^2 + ...).
  const VD e = fused_from(set(1.0), b, rough), q = a * rough;
  return fused(q, fused(e, e, e), q);
}
HWY_INLINE VD root(const VD& a) {
  VD rough;
  for (size_t i = 0; i < kSide; ++i) rough.v[i].raw = _mm512_rsqrt14_pd(a.v[i].raw);
  // With e = 1 - a rough^2, below 2^-13: sqrt a = a rough (1 + e / 2 + 3 e^2 / 8 + 5 e^3 / 16 + ...).
  const VD g = a * rough, e = fused_from(set(1.0), g, rough);
  return fused(g * e, fused(fused(e, set(0.3125), set(0.375)), e, set(0.5)), g);
}
#else
HWY_INLINE VD quotient(const VD& a, const VD& b) {
  return a / b;
}
HWY_INLINE VD root(const VD& a) {
  return square_root(a);
}
#endif

/// -2 sd^2 log u, given 2^53 u. Relative error 2^-41: the exponent's part is 0 or the larger one.
HWY_INLINE VD squared_radius(const VD& long_u, double squared_sd) {
  const VU bits = bits_of(long_u) + set(kOneWord - kRootHalfWord);
  const VD k = small_whole(right<52>(bits), 1023 + 53);
  const VD f = double_of_bits((bits & set(kMantissa)) + set(kRootHalfWord)) - set(1.0);
  const VD s = quotient(f, set(2.0) + f), z = s * s;
  return fused(fused(s * z, series(kShortAtanh, z), s), set(-4 * squared_sd),
               k * set(-2 * std::numbers::ln2 * squared_sd));
}

/// cos x of x in [0, 2 pi] as the sine of |x - pi| - pi/2; both differences are exact where the result is
/// small. Relative error 2^-43.
HWY_INLINE VD cosine(const VD& x) {
  const VD from_pi = x - set(kPiHigh);
  const VD low = choose(less(from_pi, set(0.0)), set(kPiLow / 2), set(-1.5 * kPiLow));
  const VD r = (absolute(from_pi) - set(kPiHigh / 2)) + low, z = r * r;
  return fused_from(r, r * z, series(kQuarterSin, z));
}

/// Box-Muller in passes, as in exact_kernel.cpp. A square root halves the relative error of its operand.
bool normal_block(uint64_t substream, const uint64_t* counters, size_t count, double sd, float* out) {
  alignas(64) double radius[kQuickPiece], turn[kQuickPiece];
  for (size_t i = 0; i < count; i += kLanes) {
    const VU first = set(substream) + load(counters + i) * set(2 * kGolden);
    store(long_uniform_at(first), radius + i);
    store(long_uniform_at(first + set(kGolden)), turn + i);
  }
  bool sure = true;
  for (size_t i = 0; i < count; i += kLanes) {
    const VD squared = squared_radius(load(radius + i), sd * sd);
    sure &= !any(less(squared, set(0x1p-60 * sd * sd)));  // log 1 = 0 has no usable root
    store(root(squared), radius + i);
  }
  for (size_t i = 0; i < count; i += kLanes) {
    // A power-of-two factor does not change the digits of the angle.
    const VD draw = load(radius + i) * cosine(set(2.0 * std::numbers::pi * 0x1p-53) * load(turn + i));
    store(draw, out + i);
    sure &= !any(doubtful(draw));
  }
  return sure;
}

const QuickKernels* quick_kernels_here() {
  static constexpr QuickKernels kKernels = {&sincos_block, &normal_block};
  return &kKernels;
}

#endif

}  // namespace fw::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace fw::exact {

HWY_EXPORT(quick_kernels_here);

const QuickKernels* quick_kernels() {
  return HWY_DYNAMIC_DISPATCH(quick_kernels_here)();
}

}  // namespace fw::exact
#endif  // HWY_ONCE
