#pragma once

#include <vector>

#include "core/world/points/content.h"

namespace fw {

/// Fills intensity (rank of power inside the band), rarity and combat features of every enemy of `points`.
/// `enemies` = indices into points, in point order; `cells` = their raster cells. The rows of `rarities`
/// follow their ladders (docs/world.md, 5.3); what falls short or gives way is reported.
void grade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                   const std::vector<size_t>& enemies, const std::vector<uint32_t>& cells,
                   std::vector<Point>& points, Findings& findings);

}  // namespace fw
