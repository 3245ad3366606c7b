#include "render/plate/furniture.h"
#include "render/plate/views/view.h"

namespace fw {

MapFrame island_frame(const Atlas& atlas, const Sheet& sheet) {
  return {0, 0, atlas.side_m(), sheet.map};
}

void draw_map_furniture(const Sheet& sheet, const MapFrame& frame) {
  draw_scale_bar(sheet.pen, frame);
  draw_north_arrow(sheet.pen, frame);
  draw_frame(sheet.pen, frame, round_length(frame.side_m / 6), true);
}

}  // namespace fw
