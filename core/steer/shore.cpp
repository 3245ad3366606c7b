#include "core/steer/shore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/habitat.h"
#include "core/model/world/pace.h"

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
  const FootPaces foot = foot_paces(world, PlayParams{});  // what is closed is so at any pace
  Mask open(world.grid);
  for (size_t i = 0; i < open.size(); ++i)
    open[i] = static_cast<FootGround>(foot.ground[i]) != FootGround::closed ? 1 : 0;
  return shore_of(open);
}

}  // namespace fw
