#include "core/steer/walls.h"

#include <algorithm>
#include <cmath>

namespace fw {

namespace {

/// Cells of the grid of shapes along the frame's longer side, at most.
constexpr double kMostWallCells = 1024;
/// Places that out_of_walls() tries, each out of the nearest wall of the one before.
constexpr int kWallTries = 8;

/// Squared distance to a segment, and the nearest place on it.
struct Foot {
  double squared_m2, x, y;
};
Foot foot_on(const Walls::Segment& s, double x, double y) {
  const double along_x = s.x1 - s.x0, along_y = s.y1 - s.y0;
  const double length2 = along_x * along_x + along_y * along_y;
  const double t =
      length2 > 0 ? std::clamp(((x - s.x0) * along_x + (y - s.y0) * along_y) / length2, 0.0, 1.0) : 0.0;
  const double foot_x = s.x0 + t * along_x, foot_y = s.y0 + t * along_y;
  const double dx = x - foot_x, dy = y - foot_y;
  return {dx * dx + dy * dy, foot_x, foot_y};
}

/// Whether the way from a to b crosses a segment: an odd number of crossings leads out or in.
bool crosses(const Walls::Segment& s, Vec2 a, Vec2 b) {
  const auto left = [](Vec2 from, Vec2 to, double x, double y) {
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
  };
  const Vec2 begin{s.x0, s.y0}, end{s.x1, s.y1};
  return left(a, b, s.x0, s.y0) != left(a, b, s.x1, s.y1) &&
         left(begin, end, a.x, a.y) != left(begin, end, b.x, b.y);
}

/// Even-odd, by the way from a place beyond all segments.
bool is_inside(const std::vector<Walls::Segment>& segments, Vec2 place) {
  double west = place.x;
  for (const Walls::Segment& s : segments) west = std::min({west, s.x0, s.x1});
  const Vec2 far{west - 1, place.y + 0.1234567};
  bool inside = false;
  for (const Walls::Segment& s : segments) inside ^= crosses(s, far, place);
  return inside;
}

/// The place of a cell from which crossings are counted: near its centre, on no drawn line.
Vec2 mark_of(const GridSpec& grid, size_t cell) {
  const Vec2 centre = grid.centre(cell);
  return {centre.x + 0.0137035999 * grid.cell_m, centre.y + 0.0219474631 * grid.cell_m};
}

std::vector<Walls::Segment> segments_of(const Shape& shape) {
  std::vector<Walls::Segment> out;
  for (const std::vector<Vec2>& part : shape.parts) {
    const size_t n = part.size();
    if (shape.kind == Shape::Kind::points || n == 1) {
      for (const Vec2 p : part) out.push_back({p.x, p.y, p.x, p.y});
      continue;
    }
    for (size_t k = 1; k < n; ++k) out.push_back({part[k - 1].x, part[k - 1].y, part[k].x, part[k].y});
    if (shape.kind == Shape::Kind::polygons)
      out.push_back({part[n - 1].x, part[n - 1].y, part[0].x, part[0].y});
  }
  return out;
}

/// One shape's entries of the grid.
struct ShapeCells {
  uint32_t shape;
  std::vector<Walls::Segment> segments;
  std::vector<std::vector<uint32_t>> near;  ///< per cell: segments within reach
  std::vector<uint8_t> inside;              ///< per cell: its centre lies in the polygon
};

void list_segments(const Walls& walls, double margin_m, ShapeCells& out) {
  const GridSpec& grid = walls.grid;
  const double corner_m = grid.cell_m * 0.7072;
  for (size_t k = 0; k < out.segments.size(); ++k) {
    const Walls::Segment& s = out.segments[k];
    const int west = grid.column_at(std::min(s.x0, s.x1) - margin_m);
    const int east = grid.column_at(std::max(s.x0, s.x1) + margin_m);
    const int north = grid.row_at(std::max(s.y0, s.y1) + margin_m);
    const int south = grid.row_at(std::min(s.y0, s.y1) - margin_m);
    const double limit = margin_m + corner_m;
    for (int row = north; row <= south; ++row)
      for (int column = west; column <= east; ++column)
        if (foot_on(s, grid.x_of(column), grid.y_of(row)).squared_m2 <= limit * limit)
          out.near[grid.index(column, row)].push_back(static_cast<uint32_t>(k));
  }
}

void index_shapes(Walls& walls) {
  const double side_m = std::max(walls.width_m, walls.height_m);
  const double cell_m = std::max({side_m / kMostWallCells, 4 * walls.reach_m, 1e-6 * side_m});
  walls.grid = {std::max(1, static_cast<int>(std::ceil(walls.width_m / cell_m))),
                std::max(1, static_cast<int>(std::ceil(walls.height_m / cell_m))), cell_m};
  std::vector<ShapeCells> lists;
  for (size_t k = 0; k < walls.shapes.size(); ++k) {
    const WallShape& wall = walls.shapes[k];
    ShapeCells list{static_cast<uint32_t>(k), segments_of(wall.shape), {}, {}};
    list.near.resize(walls.grid.cells());
    list.inside.assign(walls.grid.cells(), 0);
    list_segments(walls, walls.reach_m + wall.radius_m, list);
    if (wall.shape.kind == Shape::Kind::polygons)
      visit_shape(wall.shape, 0, walls.grid, 0.5 * cell_m, [&](uint32_t cell, double inside) {
        const bool clear = std::abs(inside) > 0.05 * cell_m;
        list.inside[cell] = clear ? inside > 0 : is_inside(list.segments, mark_of(walls.grid, cell));
      });
    lists.push_back(std::move(list));
  }
  walls.cell_first.assign(1, 0);
  for (size_t cell = 0; cell < walls.grid.cells(); ++cell) {
    for (const ShapeCells& list : lists) {
      if (list.near[cell].empty() && list.inside[cell] == 0) continue;
      const auto first = static_cast<uint32_t>(walls.segment.size());
      // Deep inside no segment is near: all of them are looked at, so that a body finds its way out.
      if (list.near[cell].empty())
        walls.segment.insert(walls.segment.end(), list.segments.begin(), list.segments.end());
      else
        for (const uint32_t k : list.near[cell]) walls.segment.push_back(list.segments[k]);
      walls.near.push_back(
          {list.shape, first, static_cast<uint32_t>(walls.segment.size()), list.inside[cell] != 0});
    }
    walls.cell_first.push_back(static_cast<uint32_t>(walls.near.size()));
  }
}

void take(WallReading& nearest, double distance_m, double away_x, double away_y) {
  if (distance_m < nearest.distance_m) nearest = {distance_m, away_x, away_y};
}

void read_rim(const Walls& walls, double x, double y, double within_m, WallReading& nearest) {
  if (x < within_m) take(nearest, x, 1, 0);
  if (walls.width_m - x < within_m) take(nearest, walls.width_m - x, -1, 0);
  if (y < within_m) take(nearest, y, 0, 1);
  if (walls.height_m - y < within_m) take(nearest, walls.height_m - y, 0, -1);
}

void read_coast(const Shore& shore, double x, double y, double within_m, WallReading& nearest) {
  if (!near_coast(shore, x, y, within_m)) return;
  const ShoreReading r = read_shore(shore, x, y);
  if (!(r.distance_m < within_m)) return;
  const double length = std::sqrt(r.slope_x * r.slope_x + r.slope_y * r.slope_y);
  if (length > 0) return take(nearest, r.distance_m, r.slope_x / length, r.slope_y / length);
  take(nearest, r.distance_m, 0, 0);
}

void read_shape_wall(const Walls& walls, const Walls::Near& near, Vec2 mark, double x, double y,
                     double within_m, WallReading& nearest) {
  const WallShape& wall = walls.shapes[near.shape];
  bool inside = near.mark_inside;
  const bool polygons = wall.shape.kind == Shape::Kind::polygons;
  Foot foot{std::numeric_limits<double>::infinity(), x, y};
  for (uint32_t k = near.first; k < near.end; ++k) {
    const Walls::Segment& s = walls.segment[k];
    const Foot here = foot_on(s, x, y);
    if (here.squared_m2 < foot.squared_m2) foot = here;
    if (polygons && crosses(s, mark, {x, y})) inside = !inside;
  }
  const double apart_m = std::sqrt(foot.squared_m2);
  const double distance_m = (inside ? -apart_m : apart_m) - wall.radius_m;
  if (!(distance_m < within_m)) return;
  if (!(apart_m > 0)) return take(nearest, distance_m, 1, 0);
  const double away = inside ? -1 / apart_m : 1 / apart_m;
  take(nearest, distance_m, (x - foot.x) * away, (y - foot.y) * away);
}

}  // namespace

Walls bind_walls(const Arena& arena, double width_m, double height_m, const Shore* shore,
                 std::span<const WallShape> shapes, double reach_m) {
  Walls walls;
  walls.width_m = width_m, walls.height_m = height_m;
  walls.rim = !arena.torus();
  walls.reach_m = reach_m;
  if (shore != nullptr) walls.shore = *shore;
  walls.shapes.assign(shapes.begin(), shapes.end());
  if (!walls.shapes.empty()) index_shapes(walls);
  return walls;
}

Walls bind_walls(const Arena& arena) {
  return bind_walls(arena, arena.side_m, arena.side_m, nullptr, {}, 0);
}

WallReading read_walls(const Walls& walls, double x_m, double y_m, double within_m) {
  WallReading nearest;
  if (walls.rim) read_rim(walls, x_m, y_m, within_m, nearest);
  if (walls.shore) read_coast(*walls.shore, x_m, y_m, within_m, nearest);
  if (!walls.shapes.empty()) {
    const size_t cell = walls.grid.cell_at({x_m, y_m});
    for (uint32_t k = walls.cell_first[cell]; k < walls.cell_first[cell + 1]; ++k)
      read_shape_wall(walls, walls.near[k], mark_of(walls.grid, cell), x_m, y_m, within_m, nearest);
  }
  return nearest;
}

Vec2 out_of_walls(const Walls& walls, Vec2 place, double clear_m) {
  for (int k = 0; k < kWallTries; ++k) {
    const WallReading wall = read_walls(walls, place.x, place.y, clear_m);
    if (!(wall.distance_m < clear_m)) break;
    const double way_m = clear_m - wall.distance_m;
    place.x += way_m * wall.away_x, place.y += way_m * wall.away_y;
  }
  return place;
}

}  // namespace fw
