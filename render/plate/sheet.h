#pragma once

#include <span>
#include <vector>

#include "core/base/result.h"
#include "render/map/list/display_list.h"
#include "render/map/relief/ground_pixels.h"
#include "render/page/canvas.h"
#include "render/plate/furniture.h"
#include "render/plate/page_layout.h"
#include "render/plate/zoom_windows.h"

namespace fw {

/// The parts of a page.
struct Sheet {
  Canvas& canvas;
  PageFormat format;
  Painter pen;
  const Atlas& atlas;
  int map_left_px = 0, map_top_px = 0;
  PageLayout layout;
  std::vector<ZoomWindow> windows = {};  ///< of the zoom plate
  Progress progress = {};                ///< for its `cancel`

  double px_per_unit() const { return atlas.style.map_px / kMapUnits; }
};

/// A part of the world on whole pixels of the page, so that pixels are written in place.
struct PlateArea {
  PageMap map;
  MapWindow window;
  int left_px = 0, top_px = 0;  ///< from the map's corner
};
/// `corner` and `width` in units; `size_m` is the part's width and height.
PlateArea plate_area(double px_per_unit, Vec2 corner, double width, Vec2 south_west_m, Vec2 size_m);

/// Draws layers of the map onto an area of the page; `furniture` are the boxes that symbols and names keep
/// off. What is shown comes back.
Result<DisplayList> draw_layers(const Sheet& sheet, const PlateArea& area,
                                const std::vector<StyledLayer>& layers, std::vector<Box> furniture,
                                const GroundPixels* ground = nullptr);

}  // namespace fw
