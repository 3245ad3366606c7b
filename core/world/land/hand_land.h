#pragma once

#include <vector>

#include "core/model/world/hand_told.h"
#include "core/world/land/island_outline.h"

// Land and sea by hand (docs/hand-ground.md, land). Decided on the plan grid: where the outline without a row
// is as the row says, cell by cell, the row does nothing; the others are fixed in the search of the sea
// level.
namespace fw {

/// The outline on the plan grid, and the rows that it took.
struct PlannedLand {
  Outline outline;
  std::vector<uint8_t> in_force;  ///< by row of hand.land
};
PlannedLand plan_land(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                      const PlanOutline& natural, HandTold& told);

/// What the rows in force fix on a grid, later ones over earlier ones (FixedLand); empty without any.
Raster<uint8_t> fixed_land(const Template& tmpl, const std::vector<uint8_t>& in_force, const GridSpec& grid);

}  // namespace fw
