#pragma once

#include <cstdint>

#include "core/field/raster.h"
#include "core/model/template/template.h"

// Pieces of land of an exact size, cut out of a raster of scores. Private to the land and to what the
// designer draws of it.

namespace fw {

/// A cell with this score (or its negative) is land (or sea) whatever the noise says.
inline constexpr double kForcedScore = 1e6;

/// What the designer decided of a cell; an empty raster: nothing.
inline constexpr uint8_t kFixedLand = 1;
inline constexpr uint8_t kFixedSea = 2;

/// The frame's edges at which land goes on; the others lie in the sea.
struct LandEdges {
  bool north = false, east = false, south = false, west = false;

  bool any() const { return north || east || south || west; }
};

/// What is added to a score before its cells are ranked, so that no part of the land on a neck and no bay
/// with a mouth comes or goes at once when the score or the target moves a little: a bay behind a mouth rises
/// inland, a cape behind a neck sinks outwards, both by a small slope. Land goes on at `edges`.
Raster<float> sloped_shore(const Raster<float>& score, const Mask& allowed, int64_t target,
                           const LandEdges& edges);

/// One piece of land.
struct FittedShore {
  Mask land;            ///< one 4-connected piece without holes but those that are fixed
  int64_t cells = 0;    ///< of it
  float sea_level = 0;  ///< the score at which land begins; infinite where there is none
};

/// The piece of `target` cells (fewer if `allowed` has no room) of highest score. Cells at an edge in the sea
/// are never land. `allowed` leaves out the cells that are fixed as sea; those fixed as land have the highest
/// score, and what of them is joined to the piece belongs to it.
FittedShore make_shore(const Raster<float>& score, const Mask& allowed, int64_t target,
                       const LandEdges& edges, const Raster<uint8_t>& fixed = {});

/// Puts what is fixed into scores; at the rim in the sea (force_rim) nothing can be.
void force_fixed(Raster<uint8_t>& fixed, Raster<float>& score);
/// The piece of all that is not fixed as sea, cleaned: ground without a sea about it.
Mask ground_of_all(const Raster<uint8_t>& fixed);

/// Adds the highest allowed cells along the shore one by one until `target` is met; the piece stays one
/// without holes.
void grow_shore(FittedShore& shore, const Raster<float>& score, const Mask& allowed, int64_t target,
                const LandEdges& edges);

/// What an islet is at least; both grow with the frame.
struct LeastIslet {
  double area_m2 = 0;
  double gap_m = 0;  ///< between it and the ground
};
LeastIslet least_islet(const Template& tmpl);

/// The pieces of `raw` (what lies above the sea level) that hang on no ground, at a distance from it and
/// worth drawing.
Mask find_islets(const Mask& raw, const Mask& ground, const LeastIslet& least);
/// Islets after what is fixed: no sea, and all land that is not ground.
void fix_islets(const Raster<uint8_t>& fixed, const Mask& ground, Mask& islets);

}  // namespace fw
