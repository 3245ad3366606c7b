#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/base/hash.h"
#include "core/field/noise/noise.h"

// The definition of one octave of noise, shared by the scalar path and the batch kernels. Private to this
// room.
//
// Improved Perlin noise (Perlin 2002) at (x, y, t), written so that a row of a fixed-t slice costs almost
// nothing, and a scattered point little. With fade(f) = f^3 (f (6 f - 15) + 10), computed in double and each
// of the following rounded to float exactly once,
//   t weights  w0 = a (1 - fade(ft)), w1 = a fade(ft), z0 = w0 ft, z1 = w1 (ft - 1)      (once per call)
//   u, v       the x and y distances from the centre of the lattice cell, in [-1/2, 1/2]
// where ft is the fraction in t and a the octave's amplitude; then in float, every multiply and every add
// rounded on its own, in exactly this order:
//   along an axis, from u: x = u + 1/2 and x' = u - 1/2 (from the lower and the higher lattice line),
//     d = u u - 1/4,  h = u (1 + d (6 d - 2)),  s' = 1/2 + h (which is fade(x)) and s = 1/2 - h    (column,
//     row)
//   gradients blended over t   bx = gx0 w0 + gx1 w1, by = gy0 w0 + gy1 w1, bz = gz0 z0 + gz1 z1   (lattice
//   column) then over y        A = (by0 y + bz0) r + (by1 y' + bz1) r',  B = bx0 r + bx1 r'
//   (lattice cell side) then along x               left = A0 + B0 x,  right = A1 + B1 x',
//                                                  value = left s + right s'
// where y, y', r and r' are to v what x, x', s and s' are to u. From the centre a float is twice as fine as
// from a line at its worst, and d = -x (1 - x) vanishes where h is largest: an octave of amplitude 1 is
// within 2.3e-7 of exact arithmetic, 2.6e-8 in the mean square. The octaves are summed in order.
//
// The slopes, with k = (30 d) d, which is fade'(x), and l the same of v, by the same rules:
//   along x   dx = (B0 s + B1 s') + k (right - left)
//   along y   A' = (by0 r + by1 r') + l ((by1 y' + bz1) - (by0 y + bz0)),  B' = l (bx1 - bx0)
//             dy = (A0' + B0' x) s + (A1' + B1' x') s'
// Each is multiplied by the frequency (rounded once) and summed over the octaves in order.

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

inline double fade(double f) {
  return f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
}

/// A coordinate, counted from the centre of lattice cell 0, split into its cell and the offset from that
/// cell's centre.
struct Cut {
  int32_t cell;
  double from_centre;
};
inline Cut cut(double position) {
  const double whole = std::nearbyint(position);
  return {static_cast<int32_t>(whole), position - whole};
}
/// Converts an octave's offset, which counts from lattice line 0, into one for `cut`.
inline constexpr double kCentre = -0.5;

/// Lattice index modulo the period, 0 = endless.
[[gnu::always_inline]] inline int32_t wrapped(int32_t i, int32_t period) {
  if (period == 0) return i;
  const int32_t r = i % period;
  return r < 0 ? r + period : r;
}

/// The lattice layer modulo the cells that a field needs to return, 0 = endless.
inline int64_t wrapped_layer(int64_t layer, int32_t cells) {
  if (cells == 0) return layer;
  const int64_t r = layer % cells;
  return r < 0 ? r + cells : r;
}

/// The lattice index after a wrapped one.
inline int32_t after(int32_t i, int32_t period) {
  return period != 0 && i + 1 == period ? 0 : i + 1;
}

/// An octave at one phase: the hash keys of the two lattice layers, the t weights times the amplitude, and
/// the position offset from the centre of cell 0.
struct Slice {
  HashKey key0, key1;
  float w0 = 0, w1 = 0, z0 = 0, z1 = 0;
  double frequency = 0, offset_x = 0, offset_y = 0;
  float slope = 0;  ///< the frequency per metre
  int32_t period = 0;
};

inline Slice slice_at(const Octave& octave, double phase) {
  const double position = phase + octave.offset_t;
  const double whole = std::floor(position);
  const double f = position - whole;
  const double high = octave.amplitude * fade(f), low = octave.amplitude * (1.0 - fade(f));
  const auto layer = static_cast<int64_t>(whole);
  Slice slice;
  slice.key0 = hash_key(octave.lattice_seed, wrapped_layer(layer, octave.cells_t));
  slice.key1 = hash_key(octave.lattice_seed, wrapped_layer(layer + 1, octave.cells_t));
  slice.w0 = static_cast<float>(low);
  slice.w1 = static_cast<float>(high);
  slice.z0 = static_cast<float>(low * f);
  slice.z1 = static_cast<float>(high * (f - 1.0));
  slice.frequency = octave.frequency_per_m;
  slice.offset_x = octave.offset_x + kCentre;
  slice.offset_y = octave.offset_y + kCentre;
  slice.slope = static_cast<float>(octave.frequency_per_m);
  slice.period = octave.period;
  return slice;
}

/// Distances of a point along one axis from the lower and the higher lattice line, and their weights.
struct Along {
  float from_low, from_high, low, high;
};
/// d of the definition.
inline float hollow(float from_centre) {
  return from_centre * from_centre - 0.25f;
}
/// h of the definition: the higher line's weight beyond one half.
inline float lean(float from_centre) {
  const float d = hollow(from_centre);
  return from_centre * (1.0f + d * (6.0f * d - 2.0f));
}
inline Along along(float from_centre, float lean) {
  return {from_centre + 0.5f, from_centre - 0.5f, 0.5f - lean, 0.5f + lean};
}
/// The derivative of fade.
inline float fade_slope(float from_centre) {
  const float d = hollow(from_centre);
  return (30.0f * d) * d;
}

/// Gradient of a lattice column, blended over t.
struct Blend {
  float x, y, z;
};
[[gnu::always_inline]] inline Blend blend_at_hashed(const Slice& s, uint32_t point) {
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
inline Side side_of(const Blend& low, const Blend& high, const Along& y) {
  return {(low.y * y.from_low + low.z) * y.low + (high.y * y.from_high + high.z) * y.high,
          low.x * y.low + high.x * y.high};
}

inline float value_of(Side left, Side right, const Along& x) {
  return (left.a + left.b * x.from_low) * x.low + (right.a + right.b * x.from_high) * x.high;
}

/// The blended gradients around a point, and the point's position between them.
struct Corners {
  Blend south_west, north_west, south_east, north_east;
  float x, y;  ///< from the cell's centre
};
[[gnu::always_inline]] inline Corners corners_of(const Slice& s, double x_m, double y_m) {
  const Cut cx = cut(x_m * s.frequency + s.offset_x);
  const Cut cy = cut(y_m * s.frequency + s.offset_y);
  const int32_t x0 = wrapped(cx.cell, s.period), x1 = after(x0, s.period);
  const int32_t y0 = wrapped(cy.cell, s.period), y1 = after(y0, s.period);
  return {blend_at(s, x0, y0),
          blend_at(s, x0, y1),
          blend_at(s, x1, y0),
          blend_at(s, x1, y1),
          static_cast<float>(cx.from_centre),
          static_cast<float>(cy.from_centre)};
}

[[gnu::always_inline]] inline float value_at(const Corners& c) {
  const Along x = along(c.x, lean(c.x)), y = along(c.y, lean(c.y));
  return value_of(side_of(c.south_west, c.north_west, y), side_of(c.south_east, c.north_east, y), x);
}
/// One octave at one point.
[[gnu::always_inline]] inline float octave_value(const Slice& s, double x_m, double y_m) {
  return value_at(corners_of(s, x_m, y_m));
}

/// One octave's value and slopes, per metre.
struct Slope {
  float value, dx, dy;
};

/// The y slope of a side.
inline Side side_slope(const Blend& low, const Blend& high, const Along& y, float slope) {
  const float south = low.y * y.from_low + low.z, north = high.y * y.from_high + high.z;
  return {(low.y * y.low + high.y * y.high) + slope * (north - south), slope * (high.x - low.x)};
}

inline Slope octave_slope(const Slice& slice, double x_m, double y_m) {
  const Corners c = corners_of(slice, x_m, y_m);
  const Along x = along(c.x, lean(c.x)), y = along(c.y, lean(c.y));
  const Side left = side_of(c.south_west, c.north_west, y), right = side_of(c.south_east, c.north_east, y);
  const float west = left.a + left.b * x.from_low, east = right.a + right.b * x.from_high;
  const float dx = (left.b * x.low + right.b * x.high) + fade_slope(c.x) * (east - west);
  const float dy_slope = fade_slope(c.y);
  const float dy = value_of(side_slope(c.south_west, c.north_west, y, dy_slope),
                            side_slope(c.south_east, c.north_east, y, dy_slope), x);
  return {west * x.low + east * x.high, slice.slope * dx, slice.slope * dy};
}

}  // namespace fw::lattice
