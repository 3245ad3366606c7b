#include "core/field/arrival.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/field/least_cost.h"
#include "core/field/shape.h"

namespace fw {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kStart_cells = 2;

/// Of each cell the least value, by cell.
std::vector<ArrivalStart> least_by_cell(std::vector<ArrivalStart> starts) {
  std::sort(starts.begin(), starts.end(), [](const ArrivalStart& a, const ArrivalStart& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.value_m < b.value_m;
  });
  starts.erase(std::unique(starts.begin(), starts.end(),
                           [](const ArrivalStart& a, const ArrivalStart& b) { return a.cell == b.cell; }),
               starts.end());
  return starts;
}

void add_starts(const Raster<float>& pace, Vec2 place, double reach_m, std::vector<ArrivalStart>& out) {
  const GridSpec& grid = pace.grid;
  const int west = grid.column_at(place.x - reach_m), east = grid.column_at(place.x + reach_m);
  const int north = grid.row_at(place.y + reach_m), south = grid.row_at(place.y - reach_m);
  for (int row = north; row <= south; ++row)
    for (int column = west; column <= east; ++column) {
      const size_t cell = grid.index(column, row);
      const double distance_m = std::sqrt(squared_distance(grid.centre(column, row), place));
      if (!(pace[cell] > 0) || distance_m > reach_m) continue;
      out.push_back({static_cast<uint32_t>(cell), distance_m * static_cast<double>(pace[cell])});
    }
}

/// The value of a cell from the lowest of its neighbours along either axis: the greater root of
/// (E - a)^2 + (E - b)^2 = f^2, or the way along one axis.
double upwind(double a, double b, double f) {
  const double least = std::min(a, b), most = std::max(a, b), gap = most - least;
  if (!(gap < f)) return least + f;
  return 0.5 * (least + most + std::sqrt(2 * f * f - gap * gap));
}

}  // namespace

std::vector<ArrivalStart> arrival_starts(const Raster<float>& pace, std::span<const Vec2> places) {
  std::vector<ArrivalStart> out;
  for (const Vec2 place : places) {
    const size_t before = out.size();
    add_starts(pace, place, kStart_cells * pace.grid.cell_m, out);
    if (out.size() > before) continue;
    std::vector<ArrivalStart> far;
    add_starts(pace, place, kFarthestStart_cells * pace.grid.cell_m, far);
    const auto nearest = std::min_element(far.begin(), far.end(), [&](const auto& a, const auto& b) {
      return squared_distance(pace.grid.centre(a.cell), place) <
             squared_distance(pace.grid.centre(b.cell), place);
    });
    if (nearest != far.end()) out.push_back(*nearest);
  }
  return least_by_cell(std::move(out));
}

std::vector<ArrivalStart> arrival_starts(const Raster<float>& pace, const Shape& shape, double radius_m) {
  std::vector<ArrivalStart> out;
  const auto begin_within = [&](double reach_cells) {
    visit_shape(shape, radius_m, pace.grid, reach_cells * pace.grid.cell_m,
                [&](uint32_t cell, double inside) {
                  if (pace[cell] > 0)
                    out.push_back({cell, std::max(0.0, -inside) * static_cast<double>(pace[cell])});
                });
  };
  begin_within(kStart_cells);
  if (out.empty()) begin_within(kFarthestStart_cells);
  return least_by_cell(std::move(out));
}

namespace {

/// What the search knows of a cell; side by side, for every step reads it all.
struct MarchedCell {
  double known = kNever;  ///< final
  double value = kNever;  ///< the least so far
  double cost = 0;        ///< of crossing it; 0 = closed
};

}  // namespace

Raster<float> arrival(const Raster<float>& pace, std::span<const ArrivalStart> starts) {
  const GridSpec& grid = pace.grid;
  Raster<float> out(grid, std::numeric_limits<float>::infinity());
  // A rim of closed cells, so that no step asks for the edge.
  const std::ptrdiff_t stride = grid.columns + 2;
  std::vector<MarchedCell> cells(static_cast<size_t>(stride) * static_cast<size_t>(grid.rows + 2));
  const auto row_of = [&](int row) { return cells.data() + (row + 1) * stride + 1; };
  double cheapest = kNever;
  for (int row = 0; row < grid.rows; ++row) {
    MarchedCell* const line = row_of(row);
    for (int column = 0; column < grid.columns; ++column) {
      const double f = static_cast<double>(pace.at(column, row)) * grid.cell_m;
      if (!(f > 0)) continue;
      line[column].cost = f;
      cheapest = std::min(cheapest, f);
    }
  }
  double least = kNever;
  for (const ArrivalStart& start : starts) least = std::min(least, start.value_m);
  if (!(cheapest < kNever) || !(least < kNever)) return out;
  // Buckets a quarter of the cheapest cell wide leave few nodes in each, and hardly any comes to the nearest.
  OpenNodes open;
  open.start(least, cheapest / 4);
  for (const ArrivalStart& start : starts) {
    MarchedCell& cell = row_of(grid.row_of(start.cell))[grid.column_of(start.cell)];
    if (cell.cost == 0 || start.value_m >= cell.value) continue;
    cell.value = start.value_m;
    open.push(start.value_m, static_cast<int>(&cell - cells.data()));
  }
  const std::array<std::ptrdiff_t, 4> beside{-1, 1, -stride, stride};
  while (!open.empty()) {
    MarchedCell* const at = cells.data() + open.pop();
    if (at->known < kNever) continue;
    at->known = at->value;
    for (const std::ptrdiff_t step : beside) {
      MarchedCell* const next = at + step;
      if (next->cost == 0 || next->known < kNever) continue;
      const double reached = upwind(std::min(next[-1].known, next[1].known),
                                    std::min(next[-stride].known, next[stride].known), next->cost);
      if (reached >= next->value) continue;
      next->value = reached;
      open.push(reached, static_cast<int>(next - cells.data()));
    }
  }
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      out.at(column, row) = static_cast<float>(row_of(row)[column].known);
  return out;
}

namespace {

/// The direction of steepest descent at a cell that a way reaches, by the lower neighbour along either axis.
Vec2 downwards(const Raster<float>& arrival, int column, int row) {
  const GridSpec& grid = arrival.grid;
  const float here = arrival.at(column, row);
  const auto fall = [&](int c, int r) {
    return grid.contains(c, r) ? std::max(0.0f, here - arrival.at(c, r)) : 0.0f;
  };
  const float west = fall(column - 1, row), east = fall(column + 1, row);
  const float north = fall(column, row - 1), south = fall(column, row + 1);
  Vec2 d{static_cast<double>(east >= west ? east : -west),
         static_cast<double>(north >= south ? north : -south)};
  const double length = std::sqrt(d.x * d.x + d.y * d.y);
  return length > 0 ? Vec2{d.x / length, d.y / length} : Vec2{0, 0};
}

}  // namespace

Descent descent_at(const Raster<float>& arrival, double x_m, double y_m) {
  const GridSpec& grid = arrival.grid;
  const double column = std::clamp(grid.column_position(x_m), 0.0, grid.columns - 1.0);
  const double row = std::clamp(grid.row_position(y_m), 0.0, grid.rows - 1.0);
  const int west = std::min(static_cast<int>(column), std::max(grid.columns - 2, 0));
  const int north = std::min(static_cast<int>(row), std::max(grid.rows - 2, 0));
  const double right = column - west, down = row - north;
  double x = 0, y = 0, value = 0, share = 0;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i) {
      const int c = west + i, r = north + j;
      if (!grid.contains(c, r) || !std::isfinite(arrival.at(c, r))) continue;
      const double w = (i == 0 ? 1 - right : right) * (j == 0 ? 1 - down : down);
      if (w == 0) continue;
      const Vec2 d = downwards(arrival, c, r);
      x += w * d.x, y += w * d.y;
      value += w * static_cast<double>(arrival.at(c, r));
      share += w;
    }
  if (share == 0) return {0, 0, kNever};
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 1e-9)) return {0, 0, value / share};
  return {x / length, y / length, value / share};
}

}  // namespace fw
