#pragma once

#include "core/world/regions/regions_internal.h"

// Regions by hand, decided on the plan grid (docs/hand-ground.md, regions).
namespace fw {

/// Puts the rows of hand.regions into the template's own plan: regions that are exactly as drawn, with the
/// rest drawn anew on what is left; cells that a region holds; names, owners, neutral ground and mixes. Rows
/// that the plan meets do nothing. `ground` = Island::plan.
void adapt_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                   const Progress& progress, RegionPlan& plan);

/// Land whose region on this grid was cut off takes the nearest region of the plan.
void adopt_rest(const Raster<uint8_t>& plan_code, const Mask& land, Raster<uint8_t>& code);

}  // namespace fw
