#include "render/plate/sheet.h"

#include <cairo.h>

#include <cmath>
#include <utility>

#include "render/map/ground_paint.h"
#include "render/map/raster.h"
#include "render/map/vector.h"

namespace fw {
namespace {

/// The vector back end in the square's pixels.
void draw_over_ground(const Sheet& sheet, const PlateSquare& square, const DisplayList& list) {
  const ClipTo clip(sheet.pen, square.map.box);
  cairo_scale(sheet.pen.cr, 1 / sheet.px_per_unit(), 1 / sheet.px_per_unit());
  cairo_translate(sheet.pen.cr, square.left_px, square.top_px);
  draw_vector(list, sheet.pen);
}

}  // namespace

PlateSquare plate_square(const Sheet& sheet, Vec2 corner, double side, Vec2 south_west_m, double side_m) {
  const double px = sheet.px_per_unit();
  const auto whole = [px](double units) { return static_cast<int>(std::lround(units * px)); };
  const int left = whole(corner.x), top = whole(corner.y), side_px = std::max(2, whole(side));
  return {.map = {{left / px, top / px, (left + side_px) / px, (top + side_px) / px}, side_m},
          .window = {south_west_m.x, south_west_m.y + side_m, side_m / side_px, side_px, side_px, px},
          .left_px = left,
          .top_px = top};
}

Result<DisplayList> draw_layers(const Sheet& sheet, const PlateSquare& square,
                                const std::vector<StyledLayer>& layers, std::vector<Box> furniture,
                                const GroundPixels* ground) {
  const PlateStyle& style = sheet.atlas.style;
  for (Box& box : furniture)  // from the square's corner
    box = {box.x0 - square.map.box.x0, box.y0 - square.map.box.y0, box.x1 - square.map.box.x0,
           box.y1 - square.map.box.y0};
  MapContent content{.layers = layers,
                     .palette = &sheet.atlas.palette,
                     .medium = Medium::print,
                     .danger_patterns = style.danger_patterns,
                     .furniture = std::move(furniture)};
  for (StyledLayer& layer : content.layers)
    if (layer.most_per_tile == kMostAsAsked) layer.most_per_tile = style.symbols_per_km2;
  auto list = display_list(sheet.atlas, std::move(content), square.window, sheet.pen.type, sheet.progress);
  if (!list) return list.error();
  Result<Done> painted = Done{};
  const auto paint = [&](const PixelTarget& target) {
    if (sheet.format == PageFormat::png)
      painted = paint_raster(list.value(), target, sheet.pen.type, ground, sheet.progress);
    else
      paint_ground(list.value(), list.value().items.front().ground, GroundUnder::sea, ground, target,
                   sheet.progress);
  };
  const auto placed =
      sheet.canvas.place(square.window.width_px, square.window.height_px, sheet.map_left_px + square.left_px,
                         sheet.map_top_px + square.top_px, paint);
  if (!placed) return placed.error();
  if (!painted) return painted.error();
  if (sheet.format != PageFormat::png) draw_over_ground(sheet, square, list.value());
  if (sheet.progress.cancelled()) return Error{ErrorKind::cancelled, "plates: cancelled"};
  return list;
}

}  // namespace fw
