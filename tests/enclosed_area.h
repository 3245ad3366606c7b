#pragma once

#include "render/map/scene/outline.h"

namespace fw::test {

/// Twice-signed area of all closed lines, m^2 (holes count negative).
inline double enclosed_area_m2(const Polylines& lines) {
  double twice = 0;
  for (const Polyline& line : lines) {
    if (!line.closed) continue;
    for (size_t i = 0; i < line.points.size(); ++i) {
      const Vec2 a = line.points[i];
      const Vec2 b = line.points[(i + 1) % line.points.size()];
      twice += a.x * b.y - b.x * a.y;
    }
  }
  return twice / 2;
}

}  // namespace fw::test
