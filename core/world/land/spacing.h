#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/millimetres.h"

namespace fw {

/// A disc that no point may enter.
struct KeepOut {
  Vec2 centre_m;
  double radius_m = 0;
};

/// Squared distance below which two things conflict, with 1e-12 of slack: a distance computed in another way
/// is not below the limit either.
inline double conflict_limit2(double distance_m) {
  return distance_m * distance_m * (1 + 1e-12);
}

/// Distance to the nearest of some points; infinite if there are none.
inline double nearest_m(const std::vector<Vec2>& points, Vec2 position_m) {
  double best = std::numeric_limits<double>::infinity();
  for (const Vec2 p : points) best = std::min(best, squared_distance(p, position_m));
  return std::sqrt(best);
}

}  // namespace fw
