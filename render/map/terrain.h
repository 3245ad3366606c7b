#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/field/raster.h"
#include "core/model/world.h"
#include "render/page/large_array.h"

namespace fw {

/// What every view draws from, on the world's own grid; prepared once per world.
struct MapTerrain {
  GridSpec grid;
  double look_m = 1;           ///< side_m / 8000: lengths that are looks, not world, shrink with the island
  double vertical_factor = 1;  ///< exaggeration of the relief
  Raster<float> height_m;      ///< 0 at sea
  Raster<float> shore_m;       ///< signed distance to the main island's coast, > 0 on it
  Raster<float> islet_m;       ///< the same for islets, valid near their coasts
  Raster<float> low_light;     ///< hillshade blurred over 420 m: what the high pass takes out
  Raster<float> slope;         ///< rise over run
};
MapTerrain prepare_terrain(const World& world);

/// A square cut of the map at a pixel size.
struct Window {
  double west_m = 0;
  double south_m = 0;
  double side_m = 0;
  int pixels = 0;

  double pixel_m() const { return side_m / pixels; }
};

/// The part of a map picture that is the same for every view: relief, sea, coast.
struct PixelBase {
  Window window;
  LargeArray<uint32_t> sea;    ///< alpha = coverage by the main island, rgb = sea, waterlines, islets
  LargeArray<uint16_t> light;  ///< relief, 1.0 = kLightOne
  LargeArray<uint8_t> beach;   ///< share of sand, 255 = all
  size_t room = 0;             ///< how many pixels the arrays hold

  static constexpr int kLightOne = 16384;
};
/// Arrays for a square of so many pixels a side, of any value, unless they are there.
void reserve_base(PixelBase& base, int pixels);
/// Into the arrays of an older base, if it has some. Cancelled on the way, it returns early with pixels
/// missing.
PixelBase render_base(const MapTerrain& terrain, const Window& window, const Progress& progress = {},
                      PixelBase older = {});

/// Positions of a window's pixel centres along one axis of the grid, with interpolation weights.
struct AxisSampling {
  std::vector<int> first;                ///< cell left of (above) the pixel, clamped so that first + 1 exists
  std::vector<float> fraction;           ///< [0, 1]
  std::vector<std::array<int, 4>> taps;  ///< clamped cells for the cubic
  std::vector<std::array<float, 4>> weight;  ///< cubic B-spline
  std::vector<std::array<float, 4>> slope;   ///< its derivative, per cell
};
AxisSampling sample_columns(const GridSpec& grid, const Window& window);
AxisSampling sample_rows(const GridSpec& grid, const Window& window);

}  // namespace fw
