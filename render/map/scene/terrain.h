#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/field/raster.h"
#include "core/model/world/world.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/turned_sun.h"

namespace fw {

/// How deep the sea is along its lines of depth.
inline constexpr std::array<float, 2> kDepthLines_m{5, 20};

/// What every view draws from, on the world's own grid; prepared once per world.
struct MapTerrain {
  GridSpec grid;
  double look_m = 1;  ///< longer side / 8000: lengths that are looks, not world, shrink with the frame
  double vertical_factor = 1;  ///< exaggeration of the relief
  bool meets_frame = false;    ///< ground lies on the frame's edge: nothing is shown beyond it
  Raster<float> height_m;      ///< 0 at sea
  Raster<float> shore_m;       ///< signed distance to the ground's coast, > 0 on it
  Raster<float> ripple;        ///< [0, 1]: how much of the lines along the coast is drawn; empty = all
  Raster<float> islet_m;       ///< the same for islets, valid near their coasts
  Raster<float> islet_m2;      ///< area of the nearest islet; empty = there are none
  Raster<float> low_light;     ///< hillshade blurred over 420 m: what the high pass takes out
  Raster<float> slope;         ///< rise over run
  double steep = 0;            ///< slope that a tenth of the ground exceeds
  double highest_m = 0;        ///< of the ground
  TurnedSun sun;               ///< of the relief that is lit across its ridges
};
MapTerrain prepare_terrain(const World& world);

/// Positions of a window's pixel centres along one axis of the grid, with interpolation weights.
struct AxisSampling {
  std::vector<int> first;                ///< cell left of (above) the pixel, clamped so that first + 1 exists
  std::vector<float> fraction;           ///< [0, 1]
  std::vector<std::array<int, 4>> taps;  ///< clamped cells for the cubic
  std::vector<std::array<float, 4>> weight;  ///< cubic B-spline
  std::vector<std::array<float, 4>> slope;   ///< its derivative, per cell
};
AxisSampling sample_columns(const GridSpec& grid, const MapWindow& window);
AxisSampling sample_rows(const GridSpec& grid, const MapWindow& window);
/// The same on cells that are `cells` of the grid wide, from its north-west corner on.
AxisSampling sample_columns(const GridSpec& grid, const MapWindow& window, int cells, int coarse_columns);
AxisSampling sample_rows(const GridSpec& grid, const MapWindow& window, int cells, int coarse_rows);

/// The surface that maps light and cut contours from, at a window's pixel centres, m: the cubic spline
/// through the heights. Cancelled on the way, rows are left out.
Raster<float> surface_heights(const MapTerrain& terrain, const MapWindow& window,
                              const Progress& progress = {});
/// One pixel row of a raster on the terrain's grid, linear between cells.
void read_row(const Raster<float>& raster, const AxisSampling& columns, const AxisSampling& rows, size_t y,
              float* out);

}  // namespace fw
