#pragma once

#include <vector>

#include "core/world/points/content.h"

namespace fw {

/// The enemies among some points, in point order.
struct Enemies {
  std::vector<size_t> points;   ///< indices
  std::vector<uint32_t> cells;  ///< of each; kNoCell: off the frame
  std::vector<Rarity> stated;   ///< by pins; none = by the rules
};

/// Fills intensity (rank of power inside the band), rarity and combat features of every enemy. The rows of
/// `rarities` follow their ladders (docs/world.md, 5.3); what falls short or gives way is reported.
void grade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks, const Enemies& enemies,
                   std::vector<Point>& points, Findings& findings);

/// The same in a world with a hand. Stated rarities come first and count; enemies of the natural world keep
/// rank and rarity while its distances hold, and only what is missing then is looked for. Ranks are taken
/// among the natural enemies.
void regrade_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks, const Enemies& enemies,
                     const NaturalContent& natural, std::vector<Point>& points, Findings& findings);

}  // namespace fw
