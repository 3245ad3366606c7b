#include "core/world/roads/dry_ways.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fw {
namespace {

constexpr double kShoreMargin_m = 3;  // of roads to lakes, in an 8 km frame
constexpr double kLeastMargin_m = 0.001;

/// The column and row of the ground's cell at a place; they may lie outside its masks.
std::pair<int, int> ground_cell_of(const RoadNodes& road_nodes, Vec2 at) {
  const double cell_m = road_nodes.dry.grid.cell_m;
  return {static_cast<int>(at.x / cell_m), static_cast<int>((road_nodes.frame_height_m - at.y) / cell_m)};
}

bool set_at(const RoadNodes& road_nodes, const Mask& mask, Vec2 at) {
  const auto [column, row] = ground_cell_of(road_nodes, at);
  return !mask.grid.contains(column, row) || mask.at(column, row) != 0;
}

/// The cells that a line may run over: dry ones, or, where it ends beside a lake, those of land.
const Mask& cells_for(const RoadNodes& road_nodes, Vec2 from, Vec2 to) {
  return set_at(road_nodes, road_nodes.dry, from) && set_at(road_nodes, road_nodes.dry, to) ? road_nodes.dry
                                                                                            : road_nodes.land;
}

/// Whether the cells on the way between two places are set; the places themselves are not looked at.
bool set_between(const RoadNodes& road_nodes, const Mask& cells, Vec2 from, Vec2 to) {
  const double length = std::sqrt(squared_distance(from, to));
  const int steps = 2 * std::max(1, static_cast<int>(std::ceil(length / cells.grid.cell_m)));
  for (int k = 1; k < steps; ++k)
    if (!set_at(road_nodes, cells, from + (to - from) * (static_cast<double>(k) / steps))) return false;
  return true;
}

/// How far the outlines of lakes stay off a line between two places: less where one stands nearer to a lake.
double shore_margin_m(const RoadNodes& road_nodes, Vec2 from, Vec2 to) {
  const double most_m = kShoreMargin_m * road_nodes.stretch;
  const double nearer_m =
      std::min(road_nodes.lakes.distance_m(from, 2 * most_m), road_nodes.lakes.distance_m(to, 2 * most_m));
  return std::clamp(nearer_m / 2, kLeastMargin_m, most_m);
}

/// Whether no outline of a lake lies within a margin of a straight line.
bool off_lakes(const RoadNodes& road_nodes, Vec2 from, Vec2 to, double margin_m) {
  const double length = std::sqrt(squared_distance(from, to));
  for (double at = 0; at < length;) {  // nothing lies nearer than the nearest
    const double clear_m = road_nodes.lakes.distance_m(from + (to - from) * (at / length), length + margin_m);
    if (clear_m <= margin_m) return false;
    at += std::max(clear_m - margin_m, margin_m);
  }
  return true;
}

}  // namespace

bool runs_dry(const RoadNodes& road_nodes, const std::vector<Vec2>& line) {
  const Mask& cells = cells_for(road_nodes, line.front(), line.back());
  const double margin_m = shore_margin_m(road_nodes, line.front(), line.back());
  for (size_t i = 1; i < line.size(); ++i)
    if ((i + 1 < line.size() && !set_at(road_nodes, cells, line[i])) ||
        !set_between(road_nodes, cells, line[i - 1], line[i]) ||
        !off_lakes(road_nodes, line[i - 1], line[i], margin_m))
      return false;
  return true;
}

std::optional<std::vector<Vec2>> dry_way(const RoadNodes& road_nodes, Vec2 from, Vec2 to) {
  std::vector<Vec2> way;
  if (runs_dry(road_nodes, {from, to})) return way;
  const Mask& open = cells_for(road_nodes, from, to);
  const GridSpec& cells = open.grid;
  const auto cell_of = [&](Vec2 v) {
    const auto [column, row] = ground_cell_of(road_nodes, v);
    return cells.index(std::clamp(column, 0, cells.columns - 1), std::clamp(row, 0, cells.rows - 1));
  };
  const size_t start = cell_of(to), end = cell_of(from);
  const auto place_of = [&](size_t cell) {
    if (cell == start) return to;
    if (cell == end) return from;
    return Vec2{(cells.column_of(cell) + 0.5) * cells.cell_m,
                road_nodes.frame_height_m - (cells.row_of(cell) + 0.5) * cells.cell_m};
  };
  const double margin_m = shore_margin_m(road_nodes, from, to);
  std::vector<size_t> next(cells.cells(), cells.cells());  // on the way to `to`
  std::vector<size_t> queue{start};
  next[start] = start;
  for (size_t i = 0; i < queue.size() && next[end] == cells.cells(); ++i) {  // the queue grows
    const int column = cells.column_of(queue[i]), row = cells.row_of(queue[i]);
    for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
      if (!cells.contains(column + dc, row + dr)) continue;
      const size_t other = cells.index(column + dc, row + dr);
      if ((open[other] == 0 && other != end) || next[other] != cells.cells() ||
          !off_lakes(road_nodes, place_of(queue[i]), place_of(other), margin_m))
        continue;
      next[other] = queue[i];
      queue.push_back(other);
    }
  }
  if (next[end] == cells.cells()) return std::nullopt;
  for (size_t cell = next[end]; cell != start && cell != end; cell = next[cell])
    way.push_back(place_of(cell));
  return way;
}

std::vector<Vec2> by_end_nodes(const RoadNodes& road_nodes, std::vector<Vec2> places, Vec2 first_node,
                               Vec2 last_node) {
  if (places.size() < 2) return places;
  const bool at_last = !dry_way(road_nodes, places[places.size() - 2], places.back());
  const bool at_first = places.size() > 2 ? !dry_way(road_nodes, places.front(), places[1]) : at_last;
  if (at_last && last_node != places.back()) places.insert(places.end() - 1, last_node);
  if (at_first && first_node != places.front()) places.insert(places.begin() + 1, first_node);
  return places;
}

std::vector<Vec2> kept_dry(const RoadNodes& road_nodes, const std::vector<Vec2>& places) {
  std::vector<Vec2> out{places.front()};
  for (size_t i = 1; i < places.size(); ++i) {
    if (const auto way = dry_way(road_nodes, places[i - 1], places[i]))
      out.insert(out.end(), way->begin(), way->end());
    out.push_back(places[i]);
  }
  return out;
}

}  // namespace fw
