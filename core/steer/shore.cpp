#include "core/steer/shore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/habitat.h"

namespace fw {

namespace {

/// Weights and slopes (per cell) of a quadratic B-spline at offset u in [-1/2, 1/2] from the middle cell.
struct Spline {
  std::array<double, 3> weight, slope;
};
Spline spline_at(double u) {
  const double low = 0.5 - u, high = 0.5 + u;
  return {{0.5 * low * low, 0.75 - u * u, 0.5 * high * high}, {-low, -2.0 * u, high}};
}

/// Distances end at the first centre beyond the coast, half a cell past it. A mask without any sea (or land)
/// has infinite distances; the frame's diagonal replaces them.
float signed_distance(float to_sea, float to_land, const GridSpec& grid) {
  const float half = static_cast<float>(0.5 * grid.cell_m);
  const float far = static_cast<float>(grid.width_m() + grid.height_m());
  return to_sea > 0 ? std::min(to_sea, far) - half : half - std::min(to_land, far);
}

}  // namespace

ShoreReading read_shore(const Shore& shore, double x_m, double y_m) {
  const GridSpec& grid = shore.distance_m.grid;
  const int column = grid.column_at(x_m), row = grid.row_at(y_m);
  const Spline across = spline_at(std::clamp(grid.column_position(x_m) - column, -0.5, 0.5));
  const Spline down = spline_at(std::clamp(grid.row_position(y_m) - row, -0.5, 0.5));
  double value = 0, by_column = 0, by_row = 0;
  for (int j = 0; j < 3; ++j) {
    const int r = std::clamp(row + j - 1, 0, grid.rows - 1);
    double line = 0, line_slope = 0;
    for (int i = 0; i < 3; ++i) {
      const int c = std::clamp(column + i - 1, 0, grid.columns - 1);
      const double d = shore.distance_m.at(c, r);
      line += across.weight[static_cast<size_t>(i)] * d;
      line_slope += across.slope[static_cast<size_t>(i)] * d;
    }
    value += down.weight[static_cast<size_t>(j)] * line;
    by_column += down.weight[static_cast<size_t>(j)] * line_slope;
    by_row += down.slope[static_cast<size_t>(j)] * line;
  }
  return {value, by_column / grid.cell_m, -by_row / grid.cell_m};  // rows count southwards, y northwards
}

Shore shore_of(const World& world) {
  if (!world.water_network.lakes.empty()) {
    Mask open(world.grid);
    for (size_t i = 0; i < open.size(); ++i) open[i] = is_open(world, i) ? 1 : 0;
    return shore_of(open);
  }
  Shore shore{Raster<float>(world.grid)};
  for (size_t i = 0; i < shore.distance_m.size(); ++i)
    shore.distance_m[i] = signed_distance(world.coast_m[i], world.sea_m[i], world.grid);
  return shore;
}

Shore shore_of(const Mask& land) {
  Mask sea(land.grid);
  for (size_t i = 0; i < land.size(); ++i) sea[i] = land[i] == 0;
  const Raster<float> to_sea = distance_to(sea), to_land = distance_to(land);
  Shore shore{Raster<float>(land.grid)};
  for (size_t i = 0; i < land.size(); ++i)
    shore.distance_m[i] = signed_distance(to_sea[i], to_land[i], land.grid);
  return shore;
}

Shore walking_shore(const World& world) {
  const GridSpec& grid = world.grid;
  Mask open(grid);
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const int west = std::max(column - 1, 0), east = std::min(column + 1, grid.columns - 1);
      const int north = std::max(row - 1, 0), south = std::min(row + 1, grid.rows - 1);
      const auto height = [&](int c, int r) {
        return std::max(0.0, static_cast<double>(world.height_m.at(c, r)));
      };
      const double across =
          (height(east, row) - height(west, row)) / (std::max(1, east - west) * grid.cell_m);
      const double down =
          (height(column, south) - height(column, north)) / (std::max(1, south - north) * grid.cell_m);
      const size_t cell = grid.index(column, row);
      open[cell] = is_open(world, cell) && across * across + down * down <= kWallSlope * kWallSlope;
    }
  // A road leads over ground that is too steep beside it.
  for (const RoadPiece& piece : world.roads.pieces)
    for (size_t k = 1; k < piece.vertices_m.size(); ++k) {
      const Vec2 a = piece.vertices_m[k - 1], b = piece.vertices_m[k];
      const int steps =
          std::max(1, static_cast<int>(std::ceil(2 * std::sqrt(squared_distance(a, b)) / grid.cell_m)));
      for (int s = 0; s <= steps; ++s) {
        const size_t cell = grid.cell_at(a + (b - a) * (static_cast<double>(s) / steps));
        if (is_open(world, cell)) open[cell] = 1;
      }
    }
  return shore_of(open);
}

}  // namespace fw
