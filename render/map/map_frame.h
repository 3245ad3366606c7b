#pragma once

#include <cairo.h>

#include "core/base/geometry.h"
#include "render/map/outline.h"
#include "render/map/palette.h"
#include "render/page/painter.h"

namespace fw {

/// Where a square of the island lies on the page.
struct MapFrame {
  double west_m = 0;
  double south_m = 0;
  double side_m = 1;
  Box box;

  double units_per_m() const { return box.width() / side_m; }
  /// Page position, as x right and y down.
  Vec2 to_page(Vec2 m) const {
    return {box.x0 + (m.x - west_m) * units_per_m(), box.y1 - (m.y - south_m) * units_per_m()};
  }
  bool holds(Vec2 m, double inside_m = 0) const {
    return m.x >= west_m + inside_m && m.y >= south_m + inside_m && m.x <= west_m + side_m - inside_m &&
           m.y <= south_m + side_m - inside_m;
  }
};

/// Strokes all lines as one path: where they meet, transparent ink does not add up.
void stroke(const Painter& pen, const MapFrame& frame, const Polylines& lines, const LineStyle& style);

}  // namespace fw
