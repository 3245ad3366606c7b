#pragma once

#include <vector>

#include "core/base/geometry.h"
#include "core/model/world/world.h"

namespace fw {

/// The middle line of a realm's largest piece of ground, along which its name is spread: across = a + b u +
/// c u^2, where u runs along an axis from the piece's middle. Axes are those of a page: x to the east, y to
/// the south.
struct RealmAxis {
  double area_m2 = 0;  ///< of the piece; 0 = the faction has no ground, or no name there
  Vec2 middle_m;
  Vec2 along{1, 0};             ///< unit vector, within 0.55 rad of level
  double angle = 0;             ///< of `along`, rad clockwise
  double from_m = 0, to_m = 0;  ///< of u; between them lie 92 % of the ground
  double a_m = 0, b = 0, c_per_m = 0;

  Vec2 across() const { return {-along.y, along.x}; }
  double span_m() const { return to_m - from_m; }
};

/// One for each faction; those of neutral ground have none.
std::vector<RealmAxis> realm_axes(const World& world);

}  // namespace fw
