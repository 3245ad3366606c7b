#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw::test {

/// A line between two places of a frame of side 1, bent sideways, in metres.
inline std::vector<Vec2> bent_line(const GridSpec& grid, Vec2 from, Vec2 to, double bend, int steps = 40) {
  std::vector<Vec2> line;
  const Vec2 along = to - from, across{-along.y, along.x};
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const Vec2 p = from + along * t + across * (bend * std::sin(2 * std::numbers::pi * t));
    line.push_back({p.x * grid.width_m(), p.y * grid.height_m()});
  }
  return line;
}

inline Reach straight_reach(std::vector<Vec2> line, int river, double flow, float top_m, float foot_m) {
  Reach reach;
  reach.river = river;
  reach.discharge_m3_s = flow;
  reach.depth_m = 0.8;
  reach.length_m = line_length_m(line);
  reach.slope = static_cast<double>(top_m - foot_m) / reach.length_m;
  for (size_t i = 0; i < line.size(); ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(line.size() - 1);
    reach.bed_m.push_back(top_m + (foot_m - top_m) * t);
    reach.width_m.push_back(4 + 6 * t);
  }
  reach.vertices_m = std::move(line);
  return reach;
}

/// Makes the rasters of the network: rivers by their vertices, lakes by their rings.
inline void flood_rasters(World& world) {
  const GridSpec& grid = world.grid;
  world.water = Raster<uint8_t>(grid);
  world.bed_m = world.height_m;
  world.surface_m = world.height_m;
  for (size_t cell = 0; cell < grid.cells(); ++cell)
    if (world.land[cell] == 0) world.water[cell] = static_cast<uint8_t>(WaterCode::sea);
  for (const Reach& reach : world.water_network.reaches)
    for (size_t i = 1; i < reach.vertices_m.size(); ++i)
      for (double t = 0; t <= 1; t += 0.05) {
        const size_t cell =
            grid.cell_at(reach.vertices_m[i - 1] + (reach.vertices_m[i] - reach.vertices_m[i - 1]) * t);
        if (world.land[cell] != 0) world.water[cell] = static_cast<uint8_t>(WaterCode::river);
      }
  for (const Lake& lake : world.water_network.lakes)
    for (size_t cell = 0; cell < grid.cells(); ++cell) {
      const Vec2 at = grid.centre(cell);
      bool inside = false;
      const std::vector<Vec2>& ring = lake.rings_m.front();
      for (size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if ((ring[i].y > at.y) != (ring[j].y > at.y) &&
            at.x < ring[i].x + (at.y - ring[i].y) / (ring[j].y - ring[i].y) * (ring[j].x - ring[i].x))
          inside = !inside;
      if (inside) world.water[cell] = static_cast<uint8_t>(WaterCode::lake);
    }
}

/// A network made by hand, in any frame with ground about its middle: the river Alder with its brook Birch
/// through a lake to the south, a road with a bridge and a ford, a track, a trail, a shore of every type, a
/// ground plan round the first landmark. The template asks for all of it.
inline void add_small_waters(World& world, Template& tmpl) {
  const GridSpec& grid = world.grid;
  const double w = grid.width_m(), h = grid.height_m();
  tmpl.water.rivers = Nature::natural;
  tmpl.coast.types = Nature::natural;
  tmpl.footprints.settlement_ha = 3;

  Water& water = world.water_network;
  water.reaches.push_back(straight_reach(bent_line(grid, {0.44, 0.74}, {0.50, 0.56}, 0.10), 0, 0.6, 90, 60));
  water.reaches.push_back(straight_reach(bent_line(grid, {0.64, 0.68}, {0.50, 0.56}, 0.08), 1, 0.3, 95, 60));
  water.reaches.push_back(straight_reach(bent_line(grid, {0.50, 0.56}, {0.50, 0.47}, 0.05), 0, 1.0, 60, 50));
  water.reaches.push_back(straight_reach(bent_line(grid, {0.50, 0.47}, {0.51, 0.40}, 0), 0, 1.0, 50, 50));
  water.reaches.push_back(straight_reach(bent_line(grid, {0.51, 0.40}, {0.54, 0.12}, 0.07), 0, 1.6, 50, 0));
  water.reaches[0].into = water.reaches[1].into = ReachInto::river;
  water.reaches[0].into_index = water.reaches[1].into_index = 0;
  water.reaches[2].into = ReachInto::lake;
  water.reaches[2].into_index = 0;
  water.reaches[3].form = ReachForm::lake_path;
  water.reaches[3].into = ReachInto::river;
  water.reaches[3].into_index = 0;
  water.reaches[2].order = water.reaches[3].order = water.reaches[4].order = 2;
  water.rivers.push_back({"Alder", 7, 0, 1.6, 0.3 * w * h, {0, 2, 3, 4}});
  water.rivers.push_back({"Birch", 9, 0, 0.3, 0.05 * w * h, {1}});
  for (River& river : water.rivers)
    for (const int reach : river.reaches)
      river.length_m += water.reaches[static_cast<size_t>(reach)].length_m;
  water.falls.push_back({water.reaches[0].vertices_m[8], 0, 8, 9});
  Lake lake;
  lake.name = "Mere";
  lake.level_m = 50;
  lake.depth_max_m = 7;
  std::vector<Vec2> ring;
  for (int i = 0; i < 40; ++i) {
    const double a = 2 * std::numbers::pi * i / 40, r = 0.042 + 0.008 * std::sin(3 * a);
    ring.push_back({(0.505 + 1.3 * r * std::cos(a)) * w, (0.435 + r * std::sin(a)) * h});
  }
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    lake.area_m2 += 0.5 * (a.x * b.y - b.x * a.y);
  }
  lake.volume_m3 = 3 * lake.area_m2;
  lake.outlet_m = water.reaches[4].vertices_m.front();
  lake.rings_m = {ring};
  water.lakes.push_back(std::move(lake));
  flood_rasters(world);

  world.shore = Raster<uint8_t>(grid);
  const Vec2 corners[]{{0.2, 0.5}, {0.35, 0.25}, {0.55, 0.13}, {0.75, 0.3}, {0.82, 0.55}};
  for (size_t k = 0; k < 4; ++k) {
    ShoreStretch stretch;
    stretch.type = static_cast<ShoreType>(k + 1);
    stretch.vertices_m = bent_line(grid, corners[k], corners[k + 1], 0.02);
    stretch.length_m = line_length_m(stretch.vertices_m);
    for (const Vec2 v : stretch.vertices_m) world.shore[grid.cell_at(v)] = static_cast<uint8_t>(k + 1);
    world.coast.stretches.push_back(std::move(stretch));
  }

  Roads& roads = world.roads;
  const std::pair<RoadClass, std::vector<Vec2>> pieces[]{
      {RoadClass::road, bent_line(grid, {0.34, 0.66}, {0.50, 0.51}, -0.05)},
      {RoadClass::road, bent_line(grid, {0.50, 0.51}, {0.68, 0.50}, 0.06)},
      {RoadClass::track, bent_line(grid, {0.50, 0.51}, {0.40, 0.32}, 0.08)},
      {RoadClass::trail, bent_line(grid, {0.40, 0.32}, {0.60, 0.27}, 0.05)}};
  const Vec2 nodes[]{{0.34, 0.66}, {0.50, 0.51}, {0.68, 0.50}, {0.40, 0.32}, {0.60, 0.27}};
  for (const Vec2 node : nodes) roads.nodes.push_back({{node.x * w, node.y * h}, -1, 1});
  const std::array<int, 2> ends[]{{0, 1}, {1, 2}, {1, 3}, {3, 4}};
  for (size_t k = 0; k < 4; ++k) {
    RoadPiece piece;
    piece.type = pieces[k].first;
    piece.traffic = static_cast<int>(4 - k);
    piece.vertices_m = pieces[k].second;
    piece.length_m = line_length_m(piece.vertices_m);
    piece.grade_max = 0.07;
    piece.nodes = ends[k];
    roads.pieces.push_back(std::move(piece));
  }
  world.places.push_back({PlaceKind::bay, "Bay of Aldow", "classic", {0.3 * w, 0.2 * h}, 400, 0, {}, 1, ""});
  world.places.push_back({PlaceKind::summit, "Bewer Tor", "classic", {0.6 * w, 0.6 * h}, 90, 210, {}, 2, ""});
  roads.crossings.push_back({CrossingType::bridge, {0.50 * w, 0.51 * h}, 1, 2, 8, 7, 80, {1, 0}});
  roads.crossings.push_back({CrossingType::ford, {0.515 * w, 0.285 * h}, 3, 4, 6, 5, 70, {1, 0}});
  roads.detours = {2, 2, 1.1, 1.2};

  const auto landmark = std::find_if(
      world.points.points.begin(), world.points.points.end(),
      [&world](const Point& p) { return world.points.class_of(p).category == Category::landmark; });
  if (landmark == world.points.points.end()) return;
  Footprint plan;
  plan.point = static_cast<int>(landmark - world.points.points.begin());
  plan.grade = 0.05;
  const double side = 0.02 * w;
  const Vec2 at = landmark->position_m;
  plan.outline_m = {at + Vec2{-side, -side}, at + Vec2{side, -side}, at + Vec2{1.2 * side, side},
                    at + Vec2{-side, 0.8 * side}};
  plan.area_m2 = 4 * side * side;
  plan.walls_m = 8 * side;
  plan.gates.push_back({at + Vec2{side, 0}, 0});
  world.footprints.push_back(std::move(plan));
}

/// Round ground of 3400 m in a frame of 8 km, as rasters of land, heights and distances.
inline World round_ground(int resolution = 128) {
  World world;
  world.grid = GridSpec::square(8000, resolution);
  const GridSpec& grid = world.grid;
  world.land = world.region = Raster<uint8_t>(grid);
  world.height_m = world.coast_m = world.sea_m = Raster<float>(grid);
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    const double inside_m = 3400 - std::sqrt(squared_distance(grid.centre(cell), {4000, 4000}));
    world.land[cell] = world.region[cell] = inside_m > 0 ? 1 : 0;
    world.coast_m[cell] = static_cast<float>(std::max(inside_m, 0.0));
    world.sea_m[cell] = static_cast<float>(std::max(-inside_m, 0.0));
    world.height_m[cell] = static_cast<float>(inside_m / 20);
  }
  return world;
}

}  // namespace fw::test
