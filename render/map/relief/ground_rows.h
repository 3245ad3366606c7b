#pragma once

#include <array>
#include <vector>

#include "render/map/scene/ground_light.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/terrain.h"

namespace fw {

/// Where a window's pixels lie on the terrain's grid.
struct GroundAxes {
  AxisSampling columns, rows;
  AxisSampling sun_columns, sun_rows;         ///< on the grid of MapTerrain::sun
  std::vector<float> beyond_x_m, beyond_y_m;  ///< how far a pixel lies outside the frame, 0 inside
  std::vector<std::array<int, 2>> land_px;    ///< per grid row: pixels [from, to) that may show land there
                                              ///< or on the next one
  std::vector<std::array<int, 2>> needed_px;  ///< per grid row: pixels that some row nearby needs it for
  double least_islet_m2 = 0;                  ///< smaller islets are sea
};
GroundAxes ground_axes(const MapTerrain& terrain, const MapWindow& window, double least_islet_m2 = 0);

/// One pixel row of the ground. Outside [from, to) there is only sea and only `shore_m` and `ripple` are
/// valid.
struct GroundRow {
  int from = 0, to = 0;
  const float* shore_m = nullptr;  ///< signed distance to the ground's coast, > 0 on it
  const float* ripple = nullptr;   ///< share of the lines along the coast, [0, 1]
  const float* islet_m = nullptr;
  const float* light = nullptr;  ///< brightness of the relief, about 1 on a plain
  const float* sand = nullptr;   ///< share of beach, [0, 1]
};

/// Reads the terrain row by row; one per thread. Neighbouring rows share what they need of the grid.
class GroundReader {
 public:
  GroundReader(const MapTerrain& terrain, const GroundAxes& axes, const MapWindow& window,
               GroundLight light = GroundLight::even);
  GroundRow read(int y);

 private:
  /// One row of the grid, interpolated along the row to the window's pixels.
  struct GridRow {
    int row = -1;
    std::vector<float> shore, ripple, islet, low, slope;
    std::vector<float> height, rise_east;  ///< spline coefficients summed along the row, and their slope
  };
  const GridRow& grid_row(int r);
  /// One row of the sun's directions, along the window's pixels.
  struct SunRow {
    int row = -1;
    std::vector<float> east, north;
  };
  const SunRow& sun_row(int r);

  const MapTerrain& terrain_;
  const GroundAxes& axes_;
  double pixel_m_;
  GroundLight light_kind_;
  Lights lights_;
  TurnedLights turned_lights_;
  std::array<GridRow, 4> held_;
  std::array<SunRow, 2> held_suns_;
  std::vector<float> shore_, ripple_, islet_, light_, sand_;
};

}  // namespace fw
