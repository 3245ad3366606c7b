#pragma once

#include <vector>

#include "render/map/atlas.h"
#include "render/map/class_rows.h"
#include "render/map/ground_rows.h"
#include "render/map/map_window.h"

namespace fw {

/// Which bands are hatched: all (sparse dots, dots, lines, crossed lines) or Black alone (lines).
enum class HatchOf : uint8_t { every_band, black_alone };

/// Ink patterns that tell danger bands apart without colour, pixel by pixel; they keep their place on the
/// ground while the map is moved.
class DangerHatch {
 public:
  DangerHatch(const Atlas& atlas, const MapWindow& window, HatchOf of);
  /// Lays the ink over the colours of pixels [from, to) of a row.
  void row(const GroundAxes& axes, int y, size_t from, size_t to, float opacity, ColourRow& colours) const;

 private:
  float ink(size_t band, double x, double y) const;

  ClassRows classes_;
  double scale_;              ///< pixels per unit
  double x_shift_, y_shift_;  ///< pattern position of the window's corner, units
  HatchOf of_;
};

}  // namespace fw
