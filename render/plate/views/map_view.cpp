#include "render/map/furniture.h"
#include "render/plate/views/view.h"

namespace fw {

Result<Done> Sheet::go_on() const {
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "plates: cancelled"};
  return Done{};
}

Result<Done> Sheet::place(const PixelBase& base, const SmoothClasses& classes, const FillStyle& style,
                          int left_px, int top_px) const {
  auto placed =
      canvas.place(base.window.pixels, base.window.pixels, left_px, top_px,
                   [&](const PixelTarget& target) { render_fill(base, classes, style, target, progress); });
  return placed ? go_on() : placed;
}

MapFrame island_frame(const Atlas& atlas, const Sheet& sheet) {
  return {0, 0, atlas.side_m(), sheet.map};
}

void draw_map_furniture(const Sheet& sheet, const MapFrame& frame) {
  draw_scale_bar(sheet.pen, frame);
  draw_north_arrow(sheet.pen, frame);
  draw_frame(sheet.pen, frame, round_length(frame.side_m / 6), true);
}

}  // namespace fw
