#include "core/spawn/area.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/geometry.h"

namespace fw {

namespace {

/// A uniform point of a cell, slightly inside its edges so that rounding never moves it to a neighbour.
Vec2 point_in_cell(const GridSpec& grid, uint32_t cell, RandomCursor& cursor) {
  constexpr double kInside = 1 - 1e-9;
  const Vec2 centre = grid.centre(cell);
  const double u = cursor.uniform() - 0.5;
  const double v = cursor.uniform() - 0.5;
  return {centre.x + u * kInside * grid.cell_m, centre.y + v * kInside * grid.cell_m};
}

int curve_order(const GridSpec& grid) {
  int bits = 1;
  while ((1 << bits) < std::max(grid.columns, grid.rows)) ++bits;
  return bits;
}

}  // namespace

SpawnArea square_area(double side_m) {
  return {side_m, nullptr, nullptr};
}

SpawnArea masked_area(Raster<uint8_t> open) {
  const GridSpec grid = open.grid;
  const int bits = curve_order(grid);
  std::vector<std::pair<uint32_t, uint32_t>> along;
  for (size_t cell = 0; cell < open.size(); ++cell) {
    if (open[cell] == 0) continue;
    const auto column = static_cast<uint32_t>(grid.column_of(cell));
    const auto row = static_cast<uint32_t>(grid.row_of(cell));
    along.emplace_back(hilbert_index(column, row, bits), static_cast<uint32_t>(cell));
  }
  std::sort(along.begin(), along.end());
  auto mask = std::make_shared<AreaCells>();
  mask->open = std::move(open);
  mask->cells.reserve(along.size());
  for (const auto& [position, cell] : along) mask->cells.push_back(cell);
  return {std::max(grid.width_m(), grid.height_m()), std::move(mask), nullptr};
}

double eligible_area_m2(const SpawnArea& area) {
  if (area.whole()) return area.side_m * area.side_m;
  return static_cast<double>(area.mask->cells.size()) * area.mask->open.grid.cell_area_m2();
}

bool in_area(const SpawnArea& area, Vec2 at) {
  if (at.x < 0 || at.y < 0) return false;
  if (area.whole()) return at.x < area.side_m && at.y < area.side_m;
  const GridSpec& grid = area.mask->open.grid;
  return at.x < grid.width_m() && at.y < grid.height_m() && area.mask->open[grid.cell_at(at)] != 0;
}

Vec2 settled(const SpawnArea& area, Vec2 at) {
  return area.places ? area.places->settle(area.mask->open.grid.cell_at(at), at) : at;
}

Vec2 draw_point(const SpawnArea& area, RandomCursor& cursor) {
  if (area.whole()) {
    const double x = area.side_m * cursor.uniform();
    return {x, area.side_m * cursor.uniform()};
  }
  const std::vector<uint32_t>& cells = area.mask->cells;
  assert(!cells.empty());
  return point_in_cell(area.mask->open.grid, cells[cursor.below(cells.size())], cursor);
}

Vec2 draw_point(const SpawnArea& area, std::span<const double> upto, RandomCursor& cursor) {
  const std::vector<uint32_t>& cells = area.mask->cells;
  assert(upto.size() == cells.size() && upto.back() > 0);
  const auto at = std::upper_bound(upto.begin(), upto.end(), upto.back() * cursor.uniform());
  const size_t i = std::min(static_cast<size_t>(at - upto.begin()), cells.size() - 1);
  return point_in_cell(area.mask->open.grid, cells[i], cursor);
}

std::vector<Vec2> stratified_points(const SpawnArea& area, int per_side, RandomCursor& cursor) {
  const auto parts = static_cast<size_t>(per_side) * static_cast<size_t>(per_side);
  std::vector<Vec2> points;
  points.reserve(parts);
  if (area.whole()) {
    const GridSpec grid = GridSpec::square(area.side_m, per_side);
    for (uint32_t part = 0; part < parts; ++part) points.push_back(point_in_cell(grid, part, cursor));
    return points;
  }
  const std::vector<uint32_t>& cells = area.mask->cells;
  for (size_t part = 0; part < parts; ++part) {
    const size_t begin = part * cells.size() / parts;
    const size_t end = std::max(begin + 1, (part + 1) * cells.size() / parts);
    points.push_back(point_in_cell(area.mask->open.grid, cells[begin + cursor.below(end - begin)], cursor));
  }
  return points;
}

std::vector<Vec2> area_lattice(const SpawnArea& area, double step_m) {
  std::vector<Vec2> points;
  if (area.whole()) {
    const int per_side = std::max(1, static_cast<int>(std::floor(area.side_m / step_m + 0.5)));
    const GridSpec grid = GridSpec::square(area.side_m, per_side);
    for (size_t cell = 0; cell < grid.cells(); ++cell) points.push_back(grid.centre(cell));
    return points;
  }
  const std::vector<uint32_t>& cells = area.mask->cells;
  const double wanted = std::floor(eligible_area_m2(area) / (step_m * step_m));
  const auto top = static_cast<double>(cells.size());
  const auto count = static_cast<size_t>(std::clamp(wanted, std::min(1.0, top), top));
  for (size_t i = 0; i < count; ++i)
    points.push_back(area.mask->open.grid.centre(cells[(2 * i + 1) * cells.size() / (2 * count)]));
  return points;
}

}  // namespace fw
