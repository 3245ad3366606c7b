#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/vector_clones.h"

// Sixteen cells at a time in registers, for the loops over the blocks of balance.h. Every lane rounds on its
// own and in the order written, so the bits are those of a plain loop at any width.

namespace fw::lanes {

inline constexpr size_t kWidth = 16;
using Floats = float __attribute__((vector_size(64)));
using Ints = int32_t __attribute__((vector_size(64)));
using HalfFloats = float __attribute__((vector_size(32)));
using HalfInts = int32_t __attribute__((vector_size(32)));
using QuarterFloats = float __attribute__((vector_size(16)));
using Doubles = double __attribute__((vector_size(32)));
// Clang takes the alignment of a name only where the attributes follow it.
using LooseDoubles __attribute__((vector_size(32), aligned(8), may_alias)) = double;
using LooseFloats __attribute__((vector_size(64), aligned(4), may_alias)) = float;
using LooseInts __attribute__((vector_size(64), aligned(4), may_alias)) = int32_t;
using LooseQuarterFloats __attribute__((vector_size(16), aligned(4), may_alias)) = float;
using LooseHalfFloats __attribute__((vector_size(32), aligned(4), may_alias)) = float;

FW_INLINE void load(const float* from, Floats& to) {
  to = *reinterpret_cast<const LooseFloats*>(from);
}
FW_INLINE void load(const float* from, HalfFloats& to) {
  to = *reinterpret_cast<const LooseHalfFloats*>(from);
}
FW_INLINE void load(const double* from, Doubles& to) {
  to = *reinterpret_cast<const LooseDoubles*>(from);
}
FW_INLINE void store(const Floats& from, float* to) {
  *reinterpret_cast<LooseFloats*>(to) = from;
}
FW_INLINE void store(const HalfFloats& from, float* to) {
  *reinterpret_cast<LooseHalfFloats*>(to) = from;
}
FW_INLINE void store(const QuarterFloats& from, float* to) {
  *reinterpret_cast<LooseQuarterFloats*>(to) = from;
}
FW_INLINE void store(const Doubles& from, double* to) {
  *reinterpret_cast<LooseDoubles*>(to) = from;
}
FW_INLINE void store(const Ints& from, int32_t* to) {
  *reinterpret_cast<LooseInts*>(to) = from;
}

FW_INLINE void load(const int32_t* from, Ints& to) {
  to = *reinterpret_cast<const LooseInts*>(from);
}

FW_INLINE void halves(const Floats& v, HalfFloats& low, HalfFloats& high) {
  low = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
  high = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// One bit for every lane.
inline constexpr Ints kBits{1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                            1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};

/// Sum of all lanes.
FW_INLINE int sum(const Ints& v) {
  using QuarterInts = int32_t __attribute__((vector_size(16)));
  const HalfInts half = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                        __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
  const QuarterInts quarter =
      __builtin_shufflevector(half, half, 0, 1, 2, 3) + __builtin_shufflevector(half, half, 4, 5, 6, 7);
  return (quarter[0] + quarter[1]) + (quarter[2] + quarter[3]);
}

/// The lowest bits of eight bytes, the first lowest, where the others are 0.
FW_INLINE uint32_t bits_of_bytes(uint64_t bytes) {
  // Byte i meets the term 2^(56 - 7i), and no two products fall on one bit: bit i of the highest byte is that
  // of byte i.
  return static_cast<uint32_t>(bytes * 0x0102040810204080 >> 56);
}

/// Comparisons (0 or -1) as bits, the first lowest.
FW_INLINE uint32_t bits_of(const HalfInts& is) {
  using Bytes = uint8_t __attribute__((vector_size(8)));
  using Together = uint64_t __attribute__((vector_size(8)));
  const auto ones = reinterpret_cast<Together>(__builtin_convertvector(is, Bytes) & 1);
  return bits_of_bytes(ones[0]);
}
FW_INLINE uint32_t bits_of(const Ints& is) {
  using Bytes = uint8_t __attribute__((vector_size(16)));
  using Together = uint64_t __attribute__((vector_size(16)));
  const auto ones = reinterpret_cast<Together>(__builtin_convertvector(is, Bytes) & 1);
  return bits_of_bytes(ones[0]) | bits_of_bytes(ones[1]) << 8;
}

/// |v|
FW_INLINE void magnitudes(const Floats& v, Floats& to) {
  to = reinterpret_cast<Floats>(reinterpret_cast<Ints>(v) & 0x7FFFFFFF);
}

/// The least of all lanes, still in four.
FW_INLINE void least_in_four(const Floats& v, QuarterFloats& to) {
  const HalfFloats a = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
  const HalfFloats b = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
  const HalfFloats half = a < b ? a : b;
  const QuarterFloats c = __builtin_shufflevector(half, half, 0, 1, 2, 3);
  const QuarterFloats d = __builtin_shufflevector(half, half, 4, 5, 6, 7);
  to = c < d ? c : d;
}

/// The first and the second of each two lanes of a, then of b.
FW_INLINE void part_twos(const Floats& a, const Floats& b, Floats& first, Floats& second) {
  first = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  second = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}
FW_INLINE void part_twos(const Floats& v, HalfFloats& first, HalfFloats& second) {
  first = __builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14);
  second = __builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15);
}

/// The least of each four of 8 x 4 floats.
FW_INLINE void least_of_fours(const float* of, HalfFloats& to) {
  Floats a, b, first, second;
  load(of, a);
  load(of + kWidth, b);
  part_twos(a, b, first, second);
  HalfFloats c, d;
  part_twos(first < second ? first : second, c, d);
  to = c < d ? c : d;
}

/// The least of all lanes.
FW_INLINE float least(const Floats& v) {
  QuarterFloats four;
  least_in_four(v, four);
  const float e = four[0] < four[1] ? four[0] : four[1];
  const float f = four[2] < four[3] ? four[2] : four[3];
  return e < f ? e : f;
}

/// x = sqrt(x) for x >= 0. One instruction where roots need no errno (a compiler's option of the file).
FW_INLINE void root(Doubles& x) {
  Doubles r;
  for (int l = 0; l < 4; ++l) r[l] = std::sqrt(x[l]);
  x = r;
}

FW_INLINE void root(Floats& x) {
  Floats r;
  for (size_t l = 0; l < kWidth; ++l) r[l] = std::sqrt(x[l]);
  x = r;
}

/// x = e^x for -80 <= x <= 0, the bits of fast_exp_nonpositive.
FW_INLINE void exp_bounded(Floats& x) {
  const Floats t = x * 1.44269504F;
  const Floats shifted = t + 12582912.0F;  // its lowest bits are the whole number nearest to t
  const Floats r = t - (shifted - 12582912.0F);
  const Floats p =
      1.0F + r * (0.693147182F +
                  r * (0.240226507F + r * (0.0555041087F + r * (0.00961812911F + r * 0.00133335581F))));
  const Ints exponent = reinterpret_cast<Ints>(shifted) << 23;
  x = reinterpret_cast<Floats>(reinterpret_cast<Ints>(p) + exponent);
}

/// x = e^x for x <= 0, the same.
FW_INLINE void exp_nonpositive(Floats& x) {
  x = x < -80.0F ? Floats{} - 80.0F : x;
  exp_bounded(x);
}

/// Sum of v[0 .. count): eight partial sums by index modulo 8, the last count % 8 values on the first of
/// them.
FW_INLINE float sum(const float* v, size_t count) {
  HalfFloats s{};
  const size_t whole = count / 8 * 8;
  for (size_t j = 0; j < whole; j += 8) s += *reinterpret_cast<const LooseHalfFloats*>(v + j);
  float first = s[0];
  for (size_t j = whole; j < count; ++j) first += v[j];
  return ((first + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

/// Sum of eight partial sums, in the order of the above.
FW_INLINE float sum(const HalfFloats& s) {
  return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

/// The sums of eight times eight partial sums, each in that order.
FW_INLINE void sums_of_eights(const float* of, HalfFloats& to) {
  Floats a, b, c, d, first, second;
  load(of, a);
  load(of + kWidth, b);
  load(of + 2 * kWidth, c);
  load(of + 3 * kWidth, d);
  part_twos(a, b, first, second);
  a = first + second;
  part_twos(c, d, first, second);
  b = first + second;
  part_twos(a, b, first, second);
  HalfFloats low, high;
  part_twos(first + second, low, high);
  to = low + high;
}

/// 1 in the slots of group g that hold one of the `count` cells of a block, 0 in those that repeat the last.
FW_INLINE void cells_of_group(size_t count, size_t g, Ints& real) {
  alignas(64) int32_t one[kWidth];
  for (size_t l = 0; l < kWidth; ++l) one[l] = g * kWidth + l < count ? 1 : 0;
  load(one, real);
}

}  // namespace fw::lanes
