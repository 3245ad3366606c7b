#pragma once

#include <numbers>
#include <string>

// The page's plane: Web Mercator about (0, 0), and its tiles. Private to this room.
namespace fw {

inline constexpr double kEarth_m = 6378137;
/// Pixels along a tile's side.
inline constexpr int kTile_px = 256;

/// Plane metres as degrees. The latitude is the Gudermannian by its series, whose first term left out is
/// below 1e-17 for 100 km.
inline double longitude(double x_m) {
  return x_m / kEarth_m * (180 / std::numbers::pi);
}
inline double latitude(double y_m) {
  const double t = y_m / kEarth_m, s = t * t;
  return t * (1 - s * (1.0 / 6 - s * (1.0 / 24 - s * 61.0 / 5040))) * (180 / std::numbers::pi);
}

/// How wide a tile is.
inline double tile_m(int z) {
  return 2 * std::numbers::pi * kEarth_m / (1 << z);
}

/// One square of the map, x east, y south.
struct TileAt {
  int z = 0, x = 0, y = 0;

  std::string name() const { return std::to_string(z) + "/" + std::to_string(x) + "/" + std::to_string(y); }
};

}  // namespace fw
