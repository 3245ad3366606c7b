#include "core/world/roads/roads_in_world.h"

#include <algorithm>
#include <utility>

namespace fw {
namespace {

/// Where the landmarks begin among the points.
int first_landmark(const World& world) {
  const std::vector<Point>& points = world.points.points;
  return static_cast<int>(
      std::find_if(points.begin(), points.end(),
                   [&](const Point& p) { return world.points.class_of(p).category == Category::landmark; }) -
      points.begin());
}

}  // namespace

void put_roads(Roads roads, World& world) {
  const int first = first_landmark(world);
  for (RoadNode& node : roads.nodes)
    if (node.point >= 0) node.point += first;
  world.roads = std::move(roads);
}

void put_ground_plans(GroundPlans plans, LevelledGround levelled, World& world) {
  const std::vector<uint32_t>& cells = levelled.cells;
  world.height_m = std::move(levelled.height_m);
  for (Raster<float>* ground : {&world.bed_m, &world.surface_m})
    if (ground->size() != 0)
      for (const uint32_t cell : cells) (*ground)[cell] = world.height_m[cell];
  for (Point& p : world.points.points) {
    const auto cell = static_cast<uint32_t>(world.grid.cell_at(p.position_m));
    if (p.region != 0 && std::binary_search(cells.begin(), cells.end(), cell))
      p.height_m = static_cast<double>(world.height_m[cell]);
  }
  const int first = first_landmark(world);
  for (Footprint& plan : plans.footprints) plan.point += first;
  world.footprints = std::move(plans.footprints);
  world.findings.insert(world.findings.end(), plans.findings.begin(), plans.findings.end());
}

}  // namespace fw
