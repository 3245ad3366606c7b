#pragma once

#include <string>

#include "core/field/raster.h"
#include "render/plate/furniture.h"

namespace fw {

/// Squares over the frame by which places are found: letters from west to east, numbers from the north.
struct MapGrid {
  double square_m = 1;
  Vec2 frame_m;
};
/// Its squares are the largest of 1, 2, 5 times a power of ten metres of which sixteen lie along the longer
/// side.
MapGrid map_grid(const GridSpec& frame);

/// "A" to "Z", then "AA".
std::string column_letters(int column);
/// "C7" of a place in metres from the frame's south-west corner; outside, of the nearest square.
std::string square_at(const MapGrid& grid, Vec2 position_m);

/// Where the letters and numbers stand: above and to the right, where ticks have figures on the other sides,
/// or all round.
enum class GridSides : uint8_t { above_and_right, all };
/// Lines over a part of the frame, and letters and numbers beside it, as many as have room.
void draw_grid(const Painter& pen, const PageMap& map, const MapGrid& grid, Vec2 south_west_m,
               GridSides sides = GridSides::above_and_right);

}  // namespace fw
