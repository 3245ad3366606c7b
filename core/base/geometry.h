#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace fw {

/// A point or displacement in the world frame: metres, x east, y north.
struct Vec2 {
  double x = 0;
  double y = 0;

  friend bool operator==(const Vec2&, const Vec2&) = default;
  friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
};

/// Squared Euclidean distance, m^2.
inline double squared_distance(Vec2 a, Vec2 b) {
  const Vec2 d = a - b;
  return d.x * d.x + d.y * d.y;
}

/// The third component of their cross product, m^2: positive where b lies left of a.
inline double cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}

/// Length of a line through its vertices, m.
inline double line_length_m(std::span<const Vec2> vertices) {
  double sum = 0;
  for (size_t i = 1; i < vertices.size(); ++i)
    sum += std::sqrt(squared_distance(vertices[i - 1], vertices[i]));
  return sum;
}

/// The least upright rectangle round places, m; none yet: its sides are the wrong way round.
struct Bounds {
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void add(Vec2 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  /// Inside or on a side.
  bool holds(Vec2 p) const { return p.x >= low.x && p.y >= low.y && p.x <= high.x && p.y <= high.y; }
  bool meets(const Bounds& o) const {
    return low.x <= o.high.x && o.low.x <= high.x && low.y <= o.high.y && o.low.y <= high.y;
  }
};

inline Bounds bounds_of(std::span<const Vec2> places) {
  Bounds out;
  for (const Vec2 p : places) out.add(p);
  return out;
}

/// No bound: farther, dearer or more than anything.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Position along the Hilbert curve of order `bits` (a 2^bits x 2^bits lattice) of cell (x, y); bits <= 16.
/// Consecutive positions are neighbouring cells (Hilbert 1891).
uint32_t hilbert_index(uint32_t x, uint32_t y, int bits);

}  // namespace fw
