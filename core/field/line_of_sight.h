#pragma once

#include "core/field/raster.h"

namespace fw {

/// Two places above a surface that may see each other.
struct SightEnds {
  Vec2 from, to;
  double from_m = 0, to_m = 0;  ///< above the surface
};

/// What a line of sight meets.
struct SightClearance {
  double length_m = 0;
  double visible_m = 0;  ///< from the first end to the first place that rises above the line
  double clearance_m =
      0;  ///< least height of the line above the surface; < 0: so far the surface rises above it
  double least_at_m = 0;  ///< how far from the first end that is
  bool open() const { return visible_m >= length_m; }
};

/// Along the surface (bilinear heights, the sea at 0), sampled every half cell; it may touch the line.
SightClearance line_of_sight(const SightEnds& ends, const Raster<float>& height_m);

}  // namespace fw
