#pragma once

#include <cmath>
#include <cstddef>
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

}  // namespace fw
