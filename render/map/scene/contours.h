#pragma once

#include <vector>

#include "render/map/scene/map_window.h"
#include "render/map/scene/outline.h"
#include "render/map/scene/terrain.h"

namespace fw {

/// A line of equal height; higher ground lies to the left of its direction, seen on the map.
struct Contour {
  Polyline line;
  double height_m = 0;
  bool index = false;  ///< every fifth one
};

/// Lines of equal height in a window, cut from the very surface that is lit: the cubic B-spline through the
/// heights, at every second pixel of the window or a third of a cell, whichever is farther apart.
struct Contours {
  double interval_m = 0;
  double spacing_m = 0;  ///< between places where the surface was read
  std::vector<Contour> lines;
};

/// The least of 5, 10, 20, 50, 100, 200, 500 m whose lines stand 0.45 mm apart on slopes that only a tenth of
/// the ground exceeds.
double contour_interval_m(const MapTerrain& terrain, double metres_per_mm);

/// The contours of the ground that a window shows, none in a world without heights. `least_m`: closed lines
/// that are shorter are left out.
Contours cut_contours(const MapTerrain& terrain, const MapWindow& window, double interval_m, double least_m);

}  // namespace fw
