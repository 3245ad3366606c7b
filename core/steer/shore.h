#pragma once

#include "core/field/raster.h"
#include "core/model/world/world.h"

namespace fw {

/// The land mask for agents: the signed distance to the coast in metres at cell centres, > 0 on land, < 0 at
/// sea. A cell is entirely land or sea; between centres the distance is a smooth (C1) surface.
struct Shore {
  Raster<float> distance_m;

  /// Whether a point of the frame lies on a land cell.
  bool on_land(double x_m, double y_m) const { return distance_m[distance_m.grid.cell_at({x_m, y_m})] > 0; }
};

/// Distance to the coast at a point and its gradient, which points inland.
struct ShoreReading {
  double distance_m;
  double slope_x, slope_y;  ///< gradient of the distance, about one unit long
};
/// Quadratic B-spline through the neighbouring 3 x 3 cells: continuous value and gradient everywhere.
ShoreReading read_shore(const Shore& shore, double x_m, double y_m);

/// Whether the point may be less than reach_m inland (or at sea): reads one cell, no spline.
inline bool near_coast(const Shore& shore, double x_m, double y_m, double reach_m) {
  const GridSpec& grid = shore.distance_m.grid;
  // The spline averages over the neighbouring cells, at most 2 cells of path away.
  return static_cast<double>(shore.distance_m[grid.cell_at({x_m, y_m})]) < reach_m + 2 * grid.cell_m;
}

/// The ground's shore (islets and lakes count as sea: no agents live there). Built from World::coast_m and
/// sea_m, minus half a cell, as they measure to the first cell centre beyond the coast; with lakes from
/// is_open().
Shore shore_of(const World& world);

/// A shore around any land mask.
Shore shore_of(const Mask& land);

/// Cells where a body can stand: those that foot_paces() leaves open to guides.
Shore walking_shore(const World& world);

}  // namespace fw
