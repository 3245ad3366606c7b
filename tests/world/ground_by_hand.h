#pragma once

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/land/island_outline.h"
#include "tests/support/templates.h"
#include "tests/support/worlds.h"

// What tests of the ground by hand share: worlds, rows, and comparisons.
namespace fw::test {

inline const Finding* finding(const World& world, std::string_view code) {
  const auto at = std::find_if(world.findings.begin(), world.findings.end(),
                               [&](const Finding& f) { return f.code == code; });
  return at == world.findings.end() ? nullptr : &*at;
}

inline std::string disc(Vec2 at) {
  return write_shape({Shape::Kind::points, {{at}}});
}
inline std::string polygon(const std::vector<Vec2>& ring) {
  return write_shape({Shape::Kind::polygons, {ring}});
}
inline std::string line(const std::vector<Vec2>& places) {
  return write_shape({Shape::Kind::lines, {places}});
}
inline std::string square(Vec2 middle, double half_m) {
  return polygon({{middle.x - half_m, middle.y - half_m},
                  {middle.x + half_m, middle.y - half_m},
                  {middle.x + half_m, middle.y + half_m},
                  {middle.x - half_m, middle.y + half_m}});
}

/// The cells of a mask on the plan grid as a row of the hand has them.
inline HandCells runs_of(const Mask& mask) {
  const Runs runs = write_runs(mask, "a");
  return {runs.top, runs.left, runs.rows, ""};
}

inline double distance(Vec2 a, Vec2 b) {
  return std::sqrt(squared_distance(a, b));
}

/// The cell of ground that is farthest from the sea.
inline Vec2 most_inland(const World& world) {
  size_t best = 0;
  for (size_t cell = 0; cell < world.grid.cells(); ++cell)
    if (world.on_island(cell) && world.coast_m[cell] > world.coast_m[best]) best = cell;
  return world.grid.centre(best);
}

/// Points by class and place.
inline std::map<std::string, int> points_by_place(const World& world, bool landmarks) {
  std::map<std::string, int> out;
  for (const Point& p : world.points.points) {
    const PointClassInfo& cls = world.points.class_of(p);
    if ((cls.category == Category::landmark) != landmarks) continue;
    ++out[cls.slug + " " + std::to_string(p.position_m.x) + " " + std::to_string(p.position_m.y)];
  }
  return out;
}

/// How many of the points of one are missing in the other.
inline int missing(const std::map<std::string, int>& of, const std::map<std::string, int>& in) {
  int count = 0;
  for (const auto& [place, n] : of) {
    const auto found = in.find(place);
    count += std::max(0, n - (found == in.end() ? 0 : found->second));
  }
  return count;
}

}  // namespace fw::test
