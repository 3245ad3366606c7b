#include "core/world/land/hand_places.h"

#include <algorithm>
#include <cmath>

#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/world/land/island_outline.h"

namespace fw {

std::string letters_of(const HandCells& cells) {
  std::string letters;
  for (const std::string& row : cells.cells)
    for (const char c : row)
      if (c != ' ' && (c < '0' || c > '9') && letters.find(c) == std::string::npos) letters += c;
  return letters;
}

Result<Mask> cells_of_place(const HandPlace& place, const FrameParams& frame, const GridSpec& grid) {
  Mask out(grid);
  if (place.shape.empty()) {
    const Result<Raster<uint8_t>> codes =
        read_runs(place.runs.cells, place.runs.top, place.runs.left, letters_of(place.runs),
                  frame_grid(frame, kPlanResolution));
    if (!codes) return codes.error();
    out = resample_nearest(codes.value(), grid);
    for (uint8_t& cell : out.cells) cell = cell != 0;
    return out;
  }
  const Result<Shape> shape = read_shape(place.shape);
  if (!shape) return shape.error();
  visit_shape(shape.value(), place.radius_m, grid, 0,
              [&](uint32_t cell, double inside_m) { out[cell] = inside_m >= 0 ? 1 : 0; });
  return out;
}

bool is_off_frame(const Shape& shape, double reach_m, const FrameParams& frame) {
  double west = INFINITY, east = -INFINITY, south = INFINITY, north = -INFINITY;
  for (const std::vector<Vec2>& part : shape.parts)
    for (const Vec2 v : part) {
      west = std::min(west, v.x), east = std::max(east, v.x);
      south = std::min(south, v.y), north = std::max(north, v.y);
    }
  return west - reach_m > frame.width_m || east + reach_m < 0 || south - reach_m > frame.height_m ||
         north + reach_m < 0;
}

}  // namespace fw
