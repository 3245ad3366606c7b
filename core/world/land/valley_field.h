#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

namespace fw {

/// Valleys that the seed alone decides, over the whole frame and on a grid of 96 cells (docs/world.md, 2.1):
/// the drowned coast and the rivers of the relief follow them, so that a tick of a slider leaves both where
/// they are. No key that a slider of the coast or of the relief moves is read.
struct ValleyField {
  int draw = 0;          ///< which of the outline's draws; 0 for shapes with land at an edge and archipelagos
  Raster<float> height;  ///< after erosion, over its maximum; 0 outside its own land
  Raster<float> depth;   ///< how far a place lies below the mean of those as near the rim, in standard
                         ///< deviations: > 0 in valleys, [-2.5, 2.5]; 0 outside its own land, and where no
                         ///< edge of the frame lies in the sea
};

/// Reads the frame, the moment in the noise, land.shape and land.sea_sides, and of an archipelago its
/// islands, their evenness and the number of regions.
ValleyField make_valley_field(const Template& tmpl, const SeedBundle& seeds);

}  // namespace fw
