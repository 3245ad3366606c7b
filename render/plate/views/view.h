#pragma once

#include "core/base/result.h"
#include "render/page/canvas.h"
#include "render/map/atlas.h"
#include "render/map/map_frame.h"

namespace fw {

/// The parts of a page, in plate units (map side = 1500) with the map's top left corner at the origin.
struct Sheet {
  Canvas& canvas;
  Painter pen;
  int map_left_px = 0;
  int map_top_px = 0;
  Box map{0, 0, 1500, 1500};
  Box panel{1530, 0, 2000, 1500};
  Progress progress = {};  ///< for its `cancel`, which the views look at between layers

  /// An error once nobody wants the plate any more.
  Result<Done> go_on() const;
  /// Fills a square of the page with a class layer over its relief.
  Result<Done> place(const PixelBase& base, const SmoothClasses& classes, const FillStyle& style, int left_px,
                     int top_px) const;
};

/// The relief under the map views, at map resolution; not needed by the zooms.
using MapBase = PixelBase;

Result<Done> draw_overview(Sheet& sheet, const Atlas& atlas, const MapBase& base);
Result<Done> draw_resources_biomes(Sheet& sheet, const Atlas& atlas, const MapBase& base);
Result<Done> draw_enemies_danger(Sheet& sheet, const Atlas& atlas, const MapBase& base);
Result<Done> draw_landmarks_admin(Sheet& sheet, const Atlas& atlas, const MapBase& base);
Result<Done> draw_zoom_quadrants(Sheet& sheet, const Atlas& atlas);

/// The island on the whole map square.
MapFrame island_frame(const Atlas& atlas, const Sheet& sheet);
/// Frame, ticks, scale bar, north arrow.
void draw_map_furniture(const Sheet& sheet, const MapFrame& frame);

}  // namespace fw
