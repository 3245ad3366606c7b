#pragma once

#include <vector>

#include "core/base/geometry.h"

namespace fw {

/// Lengths of a line's legs, m.
struct LineMeasure {
  double total_m = 0;
  double last_m = 0;  ///< of the leg to the last vertex
};
LineMeasure measure_line(const std::vector<Vec2>& vertices_m);

/// A polygon closed from its last vertex to its first.
struct AreaMeasure {
  double area_m2 = 0;  ///< of the outline as drawn: a crossing outline counts each winding by its sign
  double perimeter_m = 0;
};
AreaMeasure measure_area(const std::vector<Vec2>& vertices_m);

}  // namespace fw
