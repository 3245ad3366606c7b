#pragma once

#include <functional>

#include "core/base/geometry.h"
#include "core/field/raster.h"

namespace fw {

/// Nodes that ways lead over, the same at every raster resolution: 256 along the longer side of the frame,
/// each at the north-west cell of its block on the plan grid. Row 0 is north; of a frame that is not square,
/// some lie beyond the shorter side.
struct NodeGrid {
  static constexpr int kSide = 256;
  double spacing_m = 0;
  double frame_height_m = 0;

  Vec2 position_m(int node) const;
  /// The node in whose square a place lies; clamped to the grid.
  int square_at(Vec2 place) const;
  /// The nearest node that may be used (ties to the lowest index); -1 if there is none.
  int nearest(Vec2 place, const std::function<bool(int)>& usable) const;
};

NodeGrid node_grid(const GridSpec& frame);

}  // namespace fw
