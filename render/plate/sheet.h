#pragma once

#include <span>
#include <vector>

#include "core/base/result.h"
#include "render/map/display_list.h"
#include "render/map/ground_pixels.h"
#include "render/page/canvas.h"
#include "render/plate/furniture.h"

namespace fw {

/// Plate units along a map square's side.
inline constexpr double kMapUnits = 1500;

/// The parts of a page, in plate units with the map's top left corner at the origin.
struct Sheet {
  Canvas& canvas;
  PageFormat format;
  Painter pen;
  const Atlas& atlas;
  int map_left_px = 0, map_top_px = 0;
  Box map{0, 0, kMapUnits, kMapUnits};
  Box panel{1530, 0, 2000, kMapUnits};
  Progress progress = {};  ///< for its `cancel`

  double px_per_unit() const { return atlas.style.map_px / kMapUnits; }
};

/// A square of the island on whole pixels of the page, so that pixels are written in place.
struct PlateSquare {
  MapSquare map;
  MapWindow window;
  int left_px = 0, top_px = 0;  ///< from the map's corner
};
PlateSquare plate_square(const Sheet& sheet, Vec2 corner, double side, Vec2 south_west_m, double side_m);

/// Draws layers of the map onto a square of the page; `furniture` are the boxes that symbols and names keep
/// off. What is shown comes back.
Result<DisplayList> draw_layers(const Sheet& sheet, const PlateSquare& square,
                                const std::vector<StyledLayer>& layers, std::vector<Box> furniture,
                                const GroundPixels* ground = nullptr);

}  // namespace fw
