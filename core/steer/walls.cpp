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

/// Cells of the grid that a shape can have entries in.
struct CellBox {
  int west, north, columns, rows;
  size_t cells() const { return static_cast<size_t>(columns) * static_cast<size_t>(rows); }
  size_t at(int column, int row) const {
    return static_cast<size_t>(row - north) * static_cast<size_t>(columns) +
           static_cast<size_t>(column - west);
  }
};
CellBox box_round(const GridSpec& grid, double west, double south, double east, double north,
                  double margin_m) {
  const int first_column = grid.column_at(west - margin_m), first_row = grid.row_at(north + margin_m);
  return {first_column, first_row, grid.column_at(east + margin_m) - first_column + 1,
          grid.row_at(south - margin_m) - first_row + 1};
}
CellBox box_round(const GridSpec& grid, std::span<const Walls::Segment> segments, double margin_m) {
  Walls::Segment all = segments.front();  // x0, y0: the least; x1, y1: the greatest
  for (const Walls::Segment& s : segments) {
    all.x0 = std::min({all.x0, s.x0, s.x1}), all.x1 = std::max({all.x1, s.x0, s.x1});
    all.y0 = std::min({all.y0, s.y0, s.y1}), all.y1 = std::max({all.y1, s.y0, s.y1});
  }
  return box_round(grid, all.x0, all.y0, all.x1, all.y1, margin_m);
}

/// Calls visit(column, row, segment) for the segments within margin_m of any place of a cell.
template <typename Visit>
void visit_near(const GridSpec& grid, std::span<const Walls::Segment> segments, double margin_m,
                const Visit& visit) {
  const double limit = margin_m + grid.cell_m * 0.7072;
  for (const Walls::Segment& s : segments) {
    const CellBox box = box_round(grid, {&s, 1}, margin_m);
    for (int row = box.north; row < box.north + box.rows; ++row)
      for (int column = box.west; column < box.west + box.columns; ++column)
        if (foot_on(s, grid.x_of(column), grid.y_of(row)).squared_m2 <= limit * limit) visit(column, row, s);
  }
}

/// An entry of the grid before all are sorted by cells.
struct CellNear {
  uint32_t cell;
  Walls::Near near;
};
/// Memory of index_shape(), by cells of a shape's box.
struct ShapeCells {
  std::vector<uint32_t> count, end;  ///< segments near a cell; where its next one is put
  std::vector<uint8_t> inside;       ///< its mark lies in the polygon
};

/// Adds one shape's segments and entries. Cells near a few segments have a copy of them side by side. Others
/// share all of the shape's: deep inside, so that a body finds its way out, and where many are near.
void index_shape(uint32_t shape, Walls& walls, std::vector<CellNear>& out, ShapeCells& work) {
  const WallShape& wall = walls.shapes[shape];
  const GridSpec& grid = walls.grid;
  const std::vector<Walls::Segment> segments = segments_of(wall.shape);
  if (segments.empty()) return;
  const double margin_m = walls.reach_m + wall.radius_m;
  const CellBox box = box_round(grid, segments, margin_m + grid.cell_m);
  work.count.assign(box.cells(), 0), work.end.assign(box.cells(), 0), work.inside.assign(box.cells(), 0);
  visit_near(grid, segments, margin_m,
             [&](int column, int row, const Walls::Segment&) { ++work.count[box.at(column, row)]; });
  if (wall.shape.kind == Shape::Kind::polygons)
    visit_shape(wall.shape, 0, grid, 0.5 * grid.cell_m, [&](uint32_t cell, double inside) {
      const bool clear = std::abs(inside) > 0.05 * grid.cell_m;
      work.inside[box.at(grid.column_of(cell), grid.row_of(cell))] =
          clear ? inside > 0 : is_inside(segments, mark_of(grid, cell));
    });
  const auto all_first = static_cast<uint32_t>(walls.segment.size());
  walls.segment.insert(walls.segment.end(), segments.begin(), segments.end());
  const auto all_end = static_cast<uint32_t>(walls.segment.size());
  uint32_t end = all_end;
  const auto has_copy = [&](size_t at) {
    return work.count[at] > 0 && 4 * work.count[at] <= segments.size();
  };
  for (int row = box.north; row < box.north + box.rows; ++row)
    for (int column = box.west; column < box.west + box.columns; ++column) {
      const size_t at = box.at(column, row);
      if (work.count[at] == 0 && work.inside[at] == 0) continue;
      Walls::Near near{shape, all_first, all_end, work.inside[at] != 0};
      if (has_copy(at)) {
        near.first = work.end[at] = end;
        near.end = end += work.count[at];
      }
      out.push_back({static_cast<uint32_t>(grid.index(column, row)), near});
    }
  walls.segment.resize(end);
  visit_near(grid, segments, margin_m, [&](int column, int row, const Walls::Segment& s) {
    const size_t at = box.at(column, row);
    if (has_copy(at)) walls.segment[work.end[at]++] = s;
  });
}

void index_shapes(Walls& walls) {
  const double side_m = std::max(walls.width_m, walls.height_m);
  const double cell_m = std::max({side_m / kMostWallCells, 4 * walls.reach_m, 1e-6 * side_m});
  walls.grid = {std::max(1, static_cast<int>(std::ceil(walls.width_m / cell_m))),
                std::max(1, static_cast<int>(std::ceil(walls.height_m / cell_m))), cell_m};
  std::vector<CellNear> entries;
  ShapeCells work;
  for (size_t k = 0; k < walls.shapes.size(); ++k)
    index_shape(static_cast<uint32_t>(k), walls, entries, work);
  // By cells; in a cell by shapes.
  walls.cell_first.assign(walls.grid.cells() + 1, 0);
  for (const CellNear& entry : entries) ++walls.cell_first[entry.cell + 1];
  for (size_t cell = 0; cell < walls.grid.cells(); ++cell)
    walls.cell_first[cell + 1] += walls.cell_first[cell];
  walls.near.resize(entries.size());
  std::vector<uint32_t> next(walls.cell_first.begin(), walls.cell_first.end() - 1);
  for (const CellNear& entry : entries) walls.near[next[entry.cell]++] = entry.near;
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
