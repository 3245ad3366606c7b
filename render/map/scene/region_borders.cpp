#include "render/map/scene/region_borders.h"

#include <algorithm>
#include <cmath>

#include "core/field/filter.h"

namespace fw {
namespace {

// In a frame of 8 km or more; less in smaller ones.
constexpr double kBeside_m = 150;  // from a border of factions
constexpr double kAlong_m = 600;   // a shorter stretch there crosses it

/// Whether the political border is that of the regions.
bool has_one_frontier(const World& world) {
  for (size_t cell = 0; cell < world.faction.size(); ++cell)
    if (world.on_island(cell) &&
        world.faction[cell] != static_cast<size_t>(world.regions[world.region[cell] - 1U].owner) + 1)
      return false;
  return true;
}

/// The stretches of lines that lie in no lake.
Polylines off_lakes(const World& world, Polylines lines) {
  if (world.water.size() == 0) return lines;
  Raster<float> off(world.grid, 1.0F);
  for (size_t cell = 0; cell < off.size(); ++cell)
    if (world.water[cell] == static_cast<uint8_t>(WaterCode::lake)) off[cell] = -1;
  return clipped_to(lines, off, 0);
}

/// The parts of a line that do not run beside a border of factions.
void add_apart(const Polyline& line, double along_m, const std::function<bool(Vec2)>& is_beside,
               Polylines& out) {
  std::vector<Vec2> points = line.points;
  if (line.closed && !points.empty()) points.push_back(points.front());
  std::vector<Vec2> part;
  const auto end = [&] {
    if (part.size() > 1) out.push_back({part, false});
    part.clear();
  };
  bool whole = true;
  for (size_t i = 0; i < points.size();) {
    size_t last = i;
    double length = 0;
    while (last + 1 < points.size() && is_beside(points[last]) && is_beside(points[last + 1])) {
      length += std::sqrt(squared_distance(points[last], points[last + 1]));
      ++last;
    }
    if (length > along_m) {
      part.push_back(points[i]);
      end();
      whole = false;
    } else {
      part.insert(part.end(), points.begin() + static_cast<std::ptrdiff_t>(i),
                  points.begin() + static_cast<std::ptrdiff_t>(last));
    }
    part.push_back(points[last]);
    i = last + 1;
  }
  if (whole)
    out.push_back(line);
  else
    end();
}

}  // namespace

/// The stretches of lines that lie on the ground, up to the frame.
Polylines lines_on_land(const World& world, const AtlasLayers& ground, const Polylines& lines) {
  return up_to_frame(clipped_to(lines, ground.terrain.shore_m, 0), world.grid);
}

void prepare_region_borders(const World& world, AtlasLayers& ground) {
  const int count = static_cast<int>(world.regions.size());
  ground.region_border = off_lakes(world, lines_on_land(world, ground, shared_borders(ground.region, count)));
  ground.region_border_within = ground.region_border;
  if (!has_one_frontier(world)) return;
  const auto one_owner = [&](uint8_t a, uint8_t b) {
    return world.regions[a - 1U].owner == world.regions[b - 1U].owner;
  };
  ground.region_border_within =
      off_lakes(world, lines_on_land(world, ground, shared_borders(ground.region, count, one_owner)));
}

void join_borders(const World& world, AtlasLayers& ground) {
  if (has_one_frontier(world) || ground.frontier_m.size() == 0) return;
  const double look = std::min(ground.terrain.look_m, 1.0);
  const auto is_beside = [&](Vec2 p) { return bilinear(ground.frontier_m, p) < kBeside_m * look; };
  Polylines apart;
  for (const Polyline& line : ground.region_border) add_apart(line, kAlong_m * look, is_beside, apart);
  ground.region_border_within = std::move(apart);
}

}  // namespace fw
