#pragma once

#include <cstdint>

#include "core/field/raster.h"

// Pieces of land of an exact size, cut out of a raster of scores. Private to island_outline and archipelago.

namespace fw {

/// A cell with this score (or its negative) is land (or sea) whatever the noise says.
inline constexpr double kForcedScore = 1e6;

/// The frame's edges at which land goes on; the others lie in the sea.
struct LandEdges {
  bool north = false, east = false, south = false, west = false;

  bool any() const { return north || east || south || west; }
};

/// One piece of land.
struct FittedShore {
  Mask land;            ///< one 4-connected piece without holes
  int64_t cells = 0;    ///< of it
  float sea_level = 0;  ///< the score at which land begins; infinite where there is none
};

/// The piece of `target` cells (fewer if `allowed` has no room) of highest score. Cells at an edge in the sea
/// are never land.
FittedShore make_shore(const Raster<float>& score, const Mask& allowed, int64_t target,
                       const LandEdges& edges);

/// Adds the highest allowed cells along the shore one by one until `target` is met; the piece stays one
/// without holes.
void grow_shore(FittedShore& shore, const Raster<float>& score, const Mask& allowed, int64_t target,
                const LandEdges& edges);

/// The other pieces of `raw` (what lies above the sea level), at a distance from the ground and worth
/// drawing.
Mask find_islets(const Mask& raw, const Mask& ground);

}  // namespace fw
