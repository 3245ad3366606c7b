#pragma once

#include <cmath>
#include <numbers>

#include "core/steer/shore.h"

namespace fw::test {

/// A lobed island of about `radius_m` in a square frame of three times that, 10 m cells, with a lake: bays,
/// capes and a coast that lies all around a place as well as around the land.
inline Shore small_island(double radius_m) {
  const GridSpec grid = GridSpec::square(3 * radius_m, static_cast<int>(3 * radius_m / 10));
  Mask land(grid);
  const double middle = 1.5 * radius_m;
  for (size_t i = 0; i < grid.cells(); ++i) {
    const Vec2 p = grid.centre(i);
    const double dx = p.x - middle, dy = p.y - middle;
    const double angle = std::atan2(dy, dx);
    const double outline = radius_m * (1 + 0.2 * std::cos(3 * angle) + 0.1 * std::sin(7 * angle));
    const bool lake = std::hypot(dx - 0.3 * radius_m, dy) < 0.12 * radius_m;
    land[i] = std::hypot(dx, dy) < outline && !lake;
  }
  return shore_of(land);
}

}  // namespace fw::test
