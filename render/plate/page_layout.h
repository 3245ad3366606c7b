#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "render/map/scene/plate_style.h"
#include "render/page/page.h"
#include "render/page/painter.h"

namespace fw {

/// Plate units along the longer side of a plate's map.
inline constexpr double kMapUnits = 1500;

/// Where a page's parts stand, in plate units with the map's top left corner at the origin.
struct PageLayout {
  Vec2 map{kMapUnits, kMapUnits};  ///< width and height
  double height = kMapUnits;       ///< of map and panel
  std::vector<Box> columns;        ///< of the panel, in the order in which they are filled

  double width() const;
  /// One more column on the right of the page.
  void add_column();
};

/// Width and height of a map of the whole frame.
Vec2 map_units(const GridSpec& frame);

/// The page of a map of that size: the panel stands beside it, and below it where that leaves room.
PageLayout page_layout(Vec2 map);

/// The page in pixels; fails as page_size(style) does.
Result<PageSize> page_size(const PlateStyle& style, const PageLayout& layout);

}  // namespace fw
