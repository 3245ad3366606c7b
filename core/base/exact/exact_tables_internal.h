#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// Constants and series coefficients that the scalar exact functions and their batch forms share. Private to
// this room.

namespace fw::exact::tables {

// ln 2 in two parts; the first has 32 significant bits, so that its product with an exponent is exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kLog2E = 0x1.71547652b82fep+0;

// pi/2 in three parts of 33, 33 and 53 bits: products with integers below 2^20 are exact for the first two.
inline constexpr double kHalfPi1 = 0x1.921fb54400000p+0;
inline constexpr double kHalfPi2 = 0x1.0b4611a600000p-34;
inline constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;

/// Dekker's splitter, 2^27 + 1.
inline constexpr double kSplit = 134217729.0;

/// The words of 1 and of sqrt(1/2). Adding their difference moves the exponent exactly where the mantissa
/// passes sqrt(2).
inline constexpr uint64_t kOneWord = 0x3FF0000000000000u, kRootHalfWord = 0x3FE6A09E667F3BCDu;
inline constexpr uint64_t kMantissa = 0x000FFFFFFFFFFFFFu;

/// first!^-1, -(first + 2)!^-1, ... : the alternating reciprocals of factorials; all signs plus when `step`
/// is 1.
template <size_t N>
constexpr std::array<double, N> reciprocal_factorials(int first, int step) {
  std::array<double, N> c{};
  double factorial = 1;  // exact up to 22!
  for (int n = 2; n <= first; ++n) factorial *= n;
  int n = first;
  for (size_t i = 0; i < N; ++i) {
    c[i] = (step == 2 && i % 2 == 1 ? -1.0 : 1.0) / factorial;
    for (int j = 0; j < step; ++j) factorial *= ++n;
  }
  return c;
}

/// start, start + 2, ...: reciprocals of odd numbers, alternating when asked.
template <size_t N>
constexpr std::array<double, N> reciprocal_odds(int start, bool alternating) {
  std::array<double, N> c{};
  for (size_t i = 0; i < N; ++i)
    c[i] = (alternating && i % 2 == 1 ? -1.0 : 1.0) / static_cast<double>(start + 2 * static_cast<int>(i));
  return c;
}

inline constexpr auto kExpTail = reciprocal_factorials<13>(2, 1);
inline constexpr auto kSin = reciprocal_factorials<8>(3, 2);
inline constexpr auto kCos = reciprocal_factorials<8>(4, 2);
inline constexpr auto kAtanh = reciprocal_odds<11>(3, false);
inline constexpr auto kAtan = reciprocal_odds<7>(3, true);

}  // namespace fw::exact::tables
