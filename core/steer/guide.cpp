#include "core/steer/guide.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/field/filter.h"
#include "core/field/shape.h"

namespace fw {
namespace {

/// The sway next to cells where there is none, by the distance to them and to the frame's edge; 0 where
/// `none` says so.
Raster<float> sway_room(const Mask& blocked, const Mask& none) {
  const GridSpec& grid = blocked.grid;
  const Raster<float> off_m = distance_to(blocked);
  Raster<float> sway(grid);
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const size_t cell = grid.index(column, row);
      const int edge =
          std::min(std::min(column, grid.columns - 1 - column), std::min(row, grid.rows - 1 - row));
      const double cells = std::min(static_cast<double>(off_m[cell]) / grid.cell_m, edge + 1.0);
      sway[cell] = none[cell] != 0
                       ? 0.0f
                       : static_cast<float>(std::clamp((cells - 1) / (kSwayClear_cells - 1), 0.0, 1.0));
    }
  return sway;
}

/// By the shares of the four cells round a place.
double sway_at(const Raster<float>& sway, double x_m, double y_m) {
  const GridSpec& grid = sway.grid;
  const double column = std::clamp(grid.column_position(x_m), 0.0, grid.columns - 1.0);
  const double row = std::clamp(grid.row_position(y_m), 0.0, grid.rows - 1.0);
  const int west = static_cast<int>(column), north = static_cast<int>(row);
  const int east = std::min(west + 1, grid.columns - 1), south = std::min(north + 1, grid.rows - 1);
  const double right = column - west, down = row - north;
  const auto at = [&](int c, int r) { return static_cast<double>(sway.at(c, r)); };
  const double upper = at(west, north) + right * (at(east, north) - at(west, north));
  const double lower = at(west, south) + right * (at(east, south) - at(west, south));
  return upper + down * (lower - upper);
}

Vec2 unit_or_none(Vec2 v) {
  const double length = std::sqrt(v.x * v.x + v.y * v.y);
  return length > 0 ? v * (1 / length) : Vec2{0, 0};
}

/// To the centre of the lowest cell among a place's own and the four beside it, of a cell that no way
/// reaches the eight; `else_way` where none of them is reached.
Vec2 to_lowest_beside(const Raster<float>& arrival, Vec2 place, Vec2 else_way) {
  const GridSpec& grid = arrival.grid;
  const int column = grid.column_at(place.x), row = grid.row_at(place.y);
  const bool reached = std::isfinite(arrival.at(column, row));
  float least = std::numeric_limits<float>::infinity();
  Vec2 to = place;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) {
      if (!grid.contains(column + i, row + j) || (reached && i != 0 && j != 0)) continue;
      if (!(arrival.at(column + i, row + j) < least)) continue;
      least = arrival.at(column + i, row + j);
      to = grid.centre(column + i, row + j);
    }
  const Vec2 way = unit_or_none(to - place);
  return std::isfinite(least) && (way.x != 0 || way.y != 0) ? way : else_way;
}

}  // namespace

float dearest_pace(const Raster<float>& pace) {
  constexpr float kUsual = 64;  // with room for ways round what is small
  return std::accumulate(pace.cells.begin(), pace.cells.end(), kUsual,
                         [](float a, float b) { return std::max(a, b); });
}

GuideGround guide_ground(const FootPaces& foot) {
  Mask blocked(foot.pace.grid), none(foot.pace.grid);
  for (size_t i = 0; i < blocked.size(); ++i) {
    const auto ground = static_cast<FootGround>(foot.ground[i]);
    blocked[i] = ground == FootGround::closed || ground == FootGround::wade ? 1 : 0;
    none[i] = ground == FootGround::way ? 1 : 0;
  }
  return {foot.pace, sway_room(blocked, none), dearest_pace(foot.pace)};
}

GuideGround guide_ground(Raster<float> pace) {
  Mask blocked(pace.grid);
  for (size_t i = 0; i < blocked.size(); ++i) blocked[i] = pace[i] > 0 ? 0 : 1;
  Raster<float> sway = sway_room(blocked, Mask(pace.grid));
  const float dearest = dearest_pace(pace);
  return {std::move(pace), std::move(sway), dearest};
}

GuideGround guide_ground(const World& world, const PlayParams& play, const Hand& hand) {
  constexpr double kWall_cells = 0.71;  // half a cell's diagonal: no way leads through a line
  FootPaces foot = foot_paces(world, play);
  for (const ZoneRow& zone : hand.zones) {
    if (zone.is != ZoneIs::wall || !zone.on) continue;
    const auto shape = read_shape(zone.shape);
    if (!shape) continue;
    const double reach_m = kWall_cells * world.grid.cell_m;
    visit_shape(shape.value(), zone.radius_m, world.grid, reach_m, [&](uint32_t cell, double) {
      foot.pace[cell] = 0;
      foot.ground[cell] = static_cast<uint8_t>(FootGround::closed);
    });
  }
  return guide_ground(foot);
}

GuideReading read_guide(const GuideGround& ground, const Raster<float>& arrival, double sway, double step_m,
                        Vec2 place) {
  const Descent d = descent_at(arrival, place.x, place.y);
  GuideReading out{0, 0, static_cast<float>(d.left_m)};
  Vec2 way{d.x, d.y};
  if (sway != 0 && (d.x != 0 || d.y != 0)) {
    const double share = sway * sway_at(ground.sway, place.x, place.y) * std::min(1.0, d.left_m / kSwayEnd_m);
    way = unit_or_none({d.x - share * d.y, d.y + share * d.x});
  }
  const Vec2 to = place + way * step_m;
  if (!std::isfinite(arrival[arrival.grid.cell_at(to)])) way = to_lowest_beside(arrival, place, way);
  out.x = static_cast<float>(way.x), out.y = static_cast<float>(way.y);
  return out;
}

float pace_at(const GuideGround& ground, Vec2 place) {
  const float pace = ground.pace[ground.pace.grid.cell_at(place)];
  return pace > 0 ? pace : 1.0f;
}

std::vector<Vec2> way_down(const Raster<float>& arrival, Vec2 from) {
  const GridSpec& grid = arrival.grid;
  const double step_m = grid.cell_m / 2;
  std::vector<Vec2> way;
  Descent d = descent_at(arrival, from.x, from.y);
  if (!std::isfinite(d.left_m)) return way;
  way.push_back(from);
  // Every stretch of steps leads farther down, so the way ends.
  constexpr size_t kStretch = 16;
  double before_m = d.left_m;
  while (d.x != 0 || d.y != 0) {
    const Vec2 next = way.back() + Vec2{d.x, d.y} * step_m;
    const Vec2 inside{std::clamp(next.x, 0.0, grid.width_m()), std::clamp(next.y, 0.0, grid.height_m())};
    d = descent_at(arrival, inside.x, inside.y);
    if (!std::isfinite(d.left_m)) break;
    way.push_back(inside);
    if (way.size() % kStretch != 0) continue;
    if (!(d.left_m < before_m)) break;
    before_m = d.left_m;
  }
  return way;
}

}  // namespace fw
