#pragma once

#include <vector>

#include "render/map/relief/class_rows.h"
#include "render/map/scene/map_window.h"
#include "render/map/scene/style.h"

namespace fw {

/// Ink patterns on the land of some classes, pixel by pixel; they keep their place on the ground while the
/// map is moved.
class Hatch {
 public:
  struct Entry {
    uint8_t code;  ///< of the class
    HatchStyle style;
  };
  Hatch(const Leaders& classes, std::vector<Entry> entries, const GroundAxes& axes, const MapWindow& window);
  /// Lays the ink over the colours of pixels [from, to) of row y.
  void row(int y, size_t from, size_t to, float opacity, ColourRow& colours) const;

 private:
  float ink(const HatchStyle& style, double x, double y) const;

  ClassRows classes_;
  std::vector<Entry> entries_;
  double scale_;              ///< pixels per unit
  double x_shift_, y_shift_;  ///< pattern position of the window's corner, units
};

}  // namespace fw
