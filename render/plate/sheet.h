#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "render/map/list/display_list.h"
#include "render/map/relief/ground_pixels.h"
#include "render/map/scene/plate_style.h"
#include "render/page/canvas.h"
#include "render/page/page.h"
#include "render/page/painter.h"
#include "render/plate/furniture.h"
#include "render/plate/plate_figures.h"
#include "render/plate/zoom_windows.h"

namespace fw {

/// Where a page's parts stand, in plate units with the map's top left corner at the origin.
struct PageLayout {
  Vec2 map;                  ///< width and height
  double height = 0;         ///< of map and panel
  std::vector<Box> columns;  ///< of the panel, in the order in which they are filled
  std::optional<Vec2>
      paper_mm{};       ///< the page, where it is a sheet; else it is as large as map and panel need
  Vec2 room{};          ///< of map and panel on a sheet
  Vec2 corner{44, 93};  ///< free to the left of the map and above it

  /// Of map and panel.
  double width() const;
  /// One more column on the right of the page.
  void add_column();
};

/// The longer side of a map of the whole frame, and the map's width and height, in units.
double longer_units(const PlateStyle& style);
Vec2 map_units(const PlateStyle& style, const GridSpec& frame);
/// The N of the map's scale 1:N.
double map_scale(const PlateStyle& style, const GridSpec& frame);

/// The page of a map of that size: the panel stands beside it, and below it where that leaves room.
PageLayout page_layout(Vec2 map);
/// The page of a map of the whole frame, and of a square as large as it may be; on the sheet that the style
/// asks for, if any. `style`: of on_paper().
PageLayout frame_layout(const PlateStyle& style, const GridSpec& frame);
PageLayout square_layout(const PlateStyle& style, const GridSpec& frame);
/// A further page of the same size, for tables alone.
PageLayout table_layout(const PageLayout& first);

/// The page in pixels; fails as page_size(style) does.
Result<PageSize> page_size(const PlateStyle& style, const PageLayout& layout);

/// The parts of a page.
struct Sheet {
  Canvas& canvas;
  PageFormat format;
  Painter pen;
  const Atlas& atlas;
  int map_left_px = 0, map_top_px = 0;
  PageLayout layout;
  std::vector<ZoomWindow> windows = {};          ///< of the zoom plate
  Progress progress = {};                        ///< for its `cancel`
  std::vector<PlateFigures>* figures = nullptr;  ///< of its maps; null = nobody asks

  double px_per_unit() const { return fw::px_per_unit(atlas.style); }
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
