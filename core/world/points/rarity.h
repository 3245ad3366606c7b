#pragma once

#include <vector>

#include "core/world/points/content.h"

namespace fw {

/// Fills intensity (rank of power inside the band), rarity and combat features of every enemy of `points`.
/// `enemies` = indices into points, in point order; `cells` = their raster cells. Boss, named and elite
/// follow their ladders (docs/world.md, 5.3); what falls short or gives way is reported.
void grade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                   const std::vector<size_t>& enemies, const std::vector<uint32_t>& cells,
                   std::vector<Point>& points, Findings& findings);

/// The factor of hit points by rarity: 1, 1.6, 2.4, 4.5.
double rarity_hp_factor(Rarity rarity);

}  // namespace fw
