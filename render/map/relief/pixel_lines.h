#pragma once

#include <vector>

#include "render/map/scene/map_window.h"
#include "render/map/scene/outline.h"

namespace fw {

/// Lines brought to a window's pixels: clipped, thinned to what a pixel can show, smoothed where cells are
/// many pixels wide, dashed; in pieces that a strip of the picture takes or leaves.
struct PixelLines {
  struct Piece {
    size_t first = 0, last = 0;  ///< vertices [first, last]; neighbours share one
    bool joined = false;         ///< goes on where the piece before it ended
    bool closes = false;         ///< ends where its line began
    double top = 0, bottom = 0;  ///< pixels
  };
  std::vector<Vec2> points;  ///< pixels
  std::vector<Piece> pieces;
};
/// `more_smoothing`: passes beyond those that a cell's pixels ask for. `dash` in pixels; empty = solid.
/// Dashes are counted from the line's own beginning, so that they keep their place while the map is moved.
PixelLines pixel_lines(const Polylines& lines, const MapWindow& window, double cell_m,
                       const std::vector<double>& dash = {}, int more_smoothing = 0);

}  // namespace fw
