#include "core/base/exact/exact_math.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/exact/exact_tables_internal.h"
#include "core/base/geometry.h"

// Every function reduces its argument to a short interval with constants split so that the reduction is
// exact, and sums the Taylor series there from the smallest term up. The reduced argument carries a low part,
// so that the error stays near half an ulp without wider arithmetic.

namespace fw::exact {

using namespace tables;

namespace {

/// An unevaluated sum high + low with |low| <= ulp(high) / 2.
struct Pair {
  double high;
  double low;
};

Pair two_sum(double a, double b) {
  const double s = a + b;
  const double t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

/// a * b exactly (Dekker 1971). No fused multiply-add: every processor computes the same steps.
Pair two_product(double a, double b) {
  const double ca = kSplit * a, cb = kSplit * b;
  const double ah = ca - (ca - a), al = a - ah;
  const double bh = cb - (cb - b), bl = b - bh;
  const double p = a * b;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

/// x * 2^k for a normal x near 1; k may lead into the subnormals.
double scale(double x, int k) {
  const auto power = [](int e) { return std::bit_cast<double>(static_cast<uint64_t>(e + 1023) << 52); };
  if (k > 1023) return x * power(1023) * power(k - 1023);
  if (k < -1022) return x * power(k + 600) * power(-600);
  return x * power(k);
}

/// sum of coefficient[i] * z^i by Horner.
template <size_t N>
double horner(const std::array<double, N>& coefficient, double z) {
  double sum = coefficient[N - 1];
  for (size_t i = N - 1; i-- > 0;) sum = sum * z + coefficient[i];
  return sum;
}

/// ln x = k ln 2 + 2 atanh(s), s = (m - 1) / (m + 1), sqrt(1/2) <= m < sqrt(2), as a pair good to about
/// 2^-60.
Pair log_pair(double x) {
  int k = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    k = -54;
  }
  uint64_t bits = std::bit_cast<uint64_t>(x);
  bits += kOneWord - kRootHalfWord;
  k += static_cast<int>(bits >> 52) - 1023;
  const double m = std::bit_cast<double>((bits & kMantissa) + kRootHalfWord);
  const double f = m - 1.0;
  const Pair denominator = two_sum(2.0, f);
  const double s = f / denominator.high;
  const Pair back = two_product(s, denominator.high);
  const double s_low = ((f - back.high) - back.low - s * denominator.low) / denominator.high;
  const double z = s * s;
  const double tail = 2.0 * (s_low + s * (z * horner(kAtanh, z)));
  const Pair sum = two_sum(k * kLn2High, 2.0 * s);
  return two_sum(sum.high, sum.low + (tail + k * kLn2Low));
}

/// sin and cos of r.high + r.low, |r| <= pi/4.
SinCos sincos_reduced(Pair r) {
  const double z = r.high * r.high;
  const double sin_tail = r.low * (1.0 - 0.5 * z) - r.high * z * horner(kSin, z);
  const double half = 0.5 * z;
  const double one = 1.0 - half;
  const double cos_tail = ((1.0 - one) - half) + (z * z * horner(kCos, z) - r.high * r.low);
  return {r.high + sin_tail, one + cos_tail};
}

}  // namespace

double exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return kInfinity;
  if (x < -745.1332191019412) return 0.0;
  const double k = std::floor(x * kLog2E + 0.5);
  const double high = x - k * kLn2High;
  const double low = k * kLn2Low;
  const double r = high - low;
  const double r_low = (high - r) - low;
  const double y = 1.0 + (r + (r_low + r * r * horner(kExpTail, r)));
  return scale(y, static_cast<int>(k));
}

double log(double x) {
  assert(x > 0);
  if (x == kInfinity) return x;
  const Pair l = log_pair(x);
  return l.high + l.low;
}

double pow(double x, double y) {
  assert(x >= 0);
  if (y == 0) return 1.0;
  if (x == 0) return y > 0 ? 0.0 : kInfinity;
  if (x == 1) return 1.0;
  const Pair l = log_pair(x);
  const double rough = y * l.high;
  if (!(std::fabs(rough) < 750.0)) return rough > 0 ? kInfinity : 0.0;
  const Pair product = two_product(y, l.high);
  const double low = product.low + y * l.low;
  const double power = exp(product.high);
  return power == kInfinity ? power : power + power * low;
}

SinCos sincos(double x) {
  assert(std::fabs(x) <= 1e6);
  const double k = std::floor(x * kTwoOverPi + 0.5);
  const double a = x - k * kHalfPi1;
  const Pair b = two_sum(a, -(k * kHalfPi2));
  const Pair r = two_sum(b.high, b.low - k * kHalfPi3);
  const SinCos v = sincos_reduced(r);
  switch (static_cast<int64_t>(k) & 3) {
    case 0:
      return v;
    case 1:
      return {v.cos, -v.sin};
    case 2:
      return {-v.sin, -v.cos};
    default:
      return {-v.cos, v.sin};
  }
}

double atan2(double y, double x) {
  // atan(j / 8), high and low part.
  static constexpr std::array<Pair, 9> kAtanEighths = {{{0, 0},
                                                        {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                                        {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                                        {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                                        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                                        {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                                        {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                                        {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                                        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}}};
  constexpr Pair kPi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  constexpr Pair kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  double small = std::fabs(y), large = std::fabs(x);
  const bool steep = small > large;
  if (steep) std::swap(small, large);
  if (large == 0) return 0.0;
  if (large > 0x1p1000) small *= 0x1p-100, large *= 0x1p-100;
  if (large < 0x1p-900) small *= 0x1p100, large *= 0x1p100;

  const double ratio = small / large;
  if (!(ratio <= 1)) return std::numeric_limits<double>::quiet_NaN();  // of what is not finite
  const int j = static_cast<int>(ratio * 8.0 + 0.5);
  const double c = j / 8.0;
  const double t = (small - c * large) / (large + c * small);
  const double z = t * t;
  Pair angle = two_sum(kAtanEighths[static_cast<size_t>(j)].high, t);
  angle.low += kAtanEighths[static_cast<size_t>(j)].low - t * (z * horner(kAtan, z));
  const auto subtract_from = [&angle](Pair whole) {
    const Pair d = two_sum(whole.high, -angle.high);
    angle = {d.high, d.low + (whole.low - angle.low)};
  };
  if (steep) subtract_from(kHalfPi);
  if (x < 0) subtract_from(kPi);
  const double a = angle.high + angle.low;
  return y < 0 ? -a : a;
}

}  // namespace fw::exact
