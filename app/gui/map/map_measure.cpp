#include "app/gui/map/map_measure.h"

#include <cmath>

namespace fw {

LineMeasure measure_line(const std::vector<Vec2>& vertices_m) {
  LineMeasure out;
  for (size_t i = 1; i < vertices_m.size(); ++i) {
    out.last_m = std::sqrt(squared_distance(vertices_m[i - 1], vertices_m[i]));
    out.total_m += out.last_m;
  }
  return out;
}

AreaMeasure measure_area(const std::vector<Vec2>& vertices_m) {
  AreaMeasure out;
  double twice = 0;
  for (size_t i = 0; i < vertices_m.size(); ++i) {
    // From the first vertex, so that far-off outlines lose no digits.
    const Vec2 a = vertices_m[i] - vertices_m[0], b = vertices_m[(i + 1) % vertices_m.size()] - vertices_m[0];
    twice += a.x * b.y - a.y * b.x;
    out.perimeter_m += std::sqrt(squared_distance(a, b));
  }
  out.area_m2 = std::abs(twice) / 2;
  return out;
}

}  // namespace fw
