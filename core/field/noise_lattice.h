#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/base/hash.h"
#include "core/field/noise.h"

// The definition of one octave of noise, shared by the scalar path and the batch kernels. Private to this
// room.
//
// Improved Perlin noise (Perlin 2002) at (x, y, t), written so that a row of a fixed-t slice costs almost
// nothing. With the fractions fx, fy, ft inside the lattice cell and fade(u) = u^3 (u (6 u - 15) + 10), all
// computed in double and each of the following rounded to float exactly once,
//   t weights  w0 = 1 - fade(ft), w1 = fade(ft), z0 = w0 ft, z1 = w1 (ft - 1)            (once per call)
//   y weights  v0 = 1 - fade(fy), v1 = fade(fy), p0 = v0 fy, p1 = v1 (fy - 1)            (once per row)
//   x tables   x = fx, s = fade(fx)                                                      (once per column)
// and then in float, every multiply and every add rounded on its own, in exactly this order:
//   gradients blended over t   bx = gx0 w0 + gx1 w1, by = gy0 w0 + gy1 w1, bz = gz0 z0 + gz1 z1   (lattice
//   column) then over y                B = bx0 v0 + bx1 v1,  A = (by0 p0 + by1 p1) + (bz0 v0 + bz1 v1)
//   (lattice cell side) then along x               left = A0 + B0 x,  right = A1 + B1 (x - 1),
//                                                  value = left (1 - s) + right s
// The last line is weighted as the other two axes are: its largest error against exact arithmetic is 1.8e-7,
// that of left + s (right - left) 3e-7, at the same cost. The octaves are summed in order:
// n = amplitude0 value0; n = n + amplitude1 value1; ...
//
// The slopes, with u' = fade'(u), by the same rules: the y slopes of the y weights are -fy', fy',
// q0 = (1 - fade(fy)) - fy' fy and q1 = fade(fy) + fy' (fy - 1); d = fx'; all rounded once from double.
//   along x   dx = (B0 (1 - s) + B1 s) + d (right - left)
//   along y   A' = (by0 q0 + by1 q1) + fy' (bz1 - bz0),  B' = fy' (bx1 - bx0)
//             dy = (A0' + B0' x) (1 - s) + (A1' + B1' (x - 1)) s
// Each is multiplied by amplitude * frequency (rounded once) and summed over the octaves in order.

namespace fw::lattice {

/// The 12 edge gradients, padded to 16 (Perlin 2002). Entry i of each table is the component of gradient i.
inline constexpr std::array<float, 16> kGradientX = {1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0, 1, 0, -1, 0};
inline constexpr std::array<float, 16> kGradientY = {1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1};
inline constexpr std::array<float, 16> kGradientZ = {0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1, 0, 1, 0, -1};

/// Two key words per (octave, lattice t): one shifts the lattice, the other enters between the mixing rounds.
struct HashKey {
  uint32_t start = 0;
  uint32_t middle = 0;
};

inline constexpr uint32_t kHashX = 0x9E3779B1u;
inline constexpr uint32_t kHashY = 0x85EBCA77u;
inline constexpr uint32_t kHashMix1 = 0x7FEB352Du;  // Wellons' low-bias 32-bit finaliser
inline constexpr uint32_t kHashMix2 = 0x846CA68Bu;

inline HashKey hash_key(uint64_t lattice_seed, int64_t lattice_t) {
  const uint64_t word = splitmix64(lattice_seed + static_cast<uint64_t>(lattice_t) * 0xD1342543DE82EF95u);
  return {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)};
}

/// The lattice point's share of the hash; x and y shares add, so that a row needs only one multiply per
/// column.
inline uint32_t hash_point(int32_t lattice_x, int32_t lattice_y) {
  return static_cast<uint32_t>(lattice_x) * kHashX + static_cast<uint32_t>(lattice_y) * kHashY;
}

/// Index of the gradient at a lattice point, 0..15.
inline uint32_t gradient_index(HashKey key, uint32_t point) {
  uint32_t h = key.start + point;
  h = (h ^ (h >> 16)) * kHashMix1;
  h ^= key.middle;
  h = (h ^ (h >> 15)) * kHashMix2;
  return h >> 28;
}

inline double fade(double u) {
  return u * u * u * (u * (u * 6.0 - 15.0) + 10.0);
}

/// The derivative of fade.
inline double fade_slope(double u) {
  return 30.0 * u * u * (u - 1.0) * (u - 1.0);
}

/// A coordinate cut into lattice cell and fraction.
struct Cut {
  int32_t cell;
  double fraction;
};
inline Cut cut(double position) {
  const double whole = std::floor(position);
  return {static_cast<int32_t>(whole), position - whole};
}

/// Lattice index modulo the period, 0 = endless.
inline int32_t wrapped(int32_t i, int32_t period) {
  if (period == 0) return i;
  const int32_t r = i % period;
  return r < 0 ? r + period : r;
}

/// An octave cut at one phase: the two lattice layers' hash keys and the t weights.
struct Slice {
  HashKey key0, key1;
  float w0 = 0, w1 = 0, z0 = 0, z1 = 0;
  double frequency = 0, offset_x = 0, offset_y = 0;
  float amplitude = 0;
  float slope_amplitude = 0;  ///< amplitude * frequency
  int32_t period = 0;
};

inline Slice slice_at(const Octave& octave, double phase) {
  const double position = phase + octave.offset_t;
  const double whole = std::floor(position);
  const double f = position - whole;
  const double s = fade(f);
  const auto layer = static_cast<int64_t>(whole);
  Slice slice;
  slice.key0 = hash_key(octave.lattice_seed, layer);
  slice.key1 = hash_key(octave.lattice_seed, layer + 1);
  slice.w0 = static_cast<float>(1.0 - s);
  slice.w1 = static_cast<float>(s);
  slice.z0 = static_cast<float>((1.0 - s) * f);
  slice.z1 = static_cast<float>(s * (f - 1.0));
  slice.frequency = octave.frequency_per_m;
  slice.offset_x = octave.offset_x;
  slice.offset_y = octave.offset_y;
  slice.amplitude = octave.amplitude;
  slice.slope_amplitude = static_cast<float>(octave.amplitude * octave.frequency_per_m);
  slice.period = octave.period;
  return slice;
}

/// y weights of one row or point.
struct RowWeights {
  float v0, v1, p0, p1;
};
inline RowWeights row_weights(double f) {
  const double s = fade(f);
  return {static_cast<float>(1.0 - s), static_cast<float>(s), static_cast<float>((1.0 - s) * f),
          static_cast<float>(s * (f - 1.0))};
}

/// Gradient of a lattice column, blended over t.
struct Blend {
  float x, y, z;
};
inline Blend blend_at_hashed(const Slice& s, uint32_t point) {
  const uint32_t g0 = gradient_index(s.key0, point);
  const uint32_t g1 = gradient_index(s.key1, point);
  return {kGradientX[g0] * s.w0 + kGradientX[g1] * s.w1, kGradientY[g0] * s.w0 + kGradientY[g1] * s.w1,
          kGradientZ[g0] * s.z0 + kGradientZ[g1] * s.z1};
}
inline Blend blend_at(const Slice& s, int32_t lattice_x, int32_t lattice_y) {
  return blend_at_hashed(s, hash_point(lattice_x, lattice_y));
}

/// The affine function A + B x at one lattice cell side.
struct Side {
  float a, b;
};
inline Side side_of(const Blend& low, const Blend& high, const RowWeights& r) {
  return {(low.y * r.p0 + high.y * r.p1) + (low.z * r.v0 + high.z * r.v1), low.x * r.v0 + high.x * r.v1};
}

inline float along_x(Side left, Side right, float x, float s) {
  const float t0 = left.a + left.b * x;
  const float t1 = right.a + right.b * (x - 1.0f);
  return t0 * (1.0f - s) + t1 * s;
}

/// One octave at one point, before its amplitude.
inline float octave_value(const Slice& s, double x_m, double y_m) {
  const Cut cx = cut(x_m * s.frequency + s.offset_x);
  const Cut cy = cut(y_m * s.frequency + s.offset_y);
  const int32_t x0 = wrapped(cx.cell, s.period), x1 = wrapped(cx.cell + 1, s.period);
  const int32_t y0 = wrapped(cy.cell, s.period), y1 = wrapped(cy.cell + 1, s.period);
  const RowWeights r = row_weights(cy.fraction);
  const Side left = side_of(blend_at(s, x0, y0), blend_at(s, x0, y1), r);
  const Side right = side_of(blend_at(s, x1, y0), blend_at(s, x1, y1), r);
  return along_x(left, right, static_cast<float>(cx.fraction), static_cast<float>(fade(cx.fraction)));
}

/// One octave's value, its slopes per lattice cell, before the amplitudes.
struct Slope {
  float value, dx, dy;
};

/// y slopes of the y weights: of v1 (of v0 its negative), p0 and p1.
struct RowSlopes {
  float v, q0, q1;
};
inline RowSlopes row_slopes(double f) {
  const double s = fade(f), d = fade_slope(f);
  return {static_cast<float>(d), static_cast<float>((1.0 - s) - d * f),
          static_cast<float>(s + d * (f - 1.0))};
}
inline Side side_slope(const Blend& low, const Blend& high, const RowSlopes& r) {
  return {(low.y * r.q0 + high.y * r.q1) + r.v * (high.z - low.z), r.v * (high.x - low.x)};
}

inline Slope octave_slope(const Slice& slice, double x_m, double y_m) {
  const Cut cx = cut(x_m * slice.frequency + slice.offset_x);
  const Cut cy = cut(y_m * slice.frequency + slice.offset_y);
  const int32_t x0 = wrapped(cx.cell, slice.period), x1 = wrapped(cx.cell + 1, slice.period);
  const int32_t y0 = wrapped(cy.cell, slice.period), y1 = wrapped(cy.cell + 1, slice.period);
  const RowWeights weights = row_weights(cy.fraction);
  const RowSlopes slopes = row_slopes(cy.fraction);
  const Blend south_west = blend_at(slice, x0, y0), north_west = blend_at(slice, x0, y1);
  const Blend south_east = blend_at(slice, x1, y0), north_east = blend_at(slice, x1, y1);
  const Side left = side_of(south_west, north_west, weights);
  const Side right = side_of(south_east, north_east, weights);
  const float x = static_cast<float>(cx.fraction), s = static_cast<float>(fade(cx.fraction));
  const float t0 = left.a + left.b * x, t1 = right.a + right.b * (x - 1.0f);
  const float d = static_cast<float>(fade_slope(cx.fraction));
  return {
      t0 * (1.0f - s) + t1 * s, (left.b * (1.0f - s) + right.b * s) + d * (t1 - t0),
      along_x(side_slope(south_west, north_west, slopes), side_slope(south_east, north_east, slopes), x, s)};
}

}  // namespace fw::lattice
