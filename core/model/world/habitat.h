#pragma once

#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// The one rule of which class may live where. Resources and wildlife: band in [danger_min, danger_max]
/// (wildlife: times band_weight()); enemies: danger_affinity. 0 = never.
double habitat_weight(const Vocabulary& vocabulary, Category category, const PointClass& cls, Biome biome,
                      Danger danger);
/// What a band makes of a class of wildlife: 0 outside danger_min..danger_max, else the weight that the class
/// states for it, else the band's `wildlife`.
double band_weight(const Vocabulary& vocabulary, const PointClass& cls, Danger danger);

/// Whether a ground is water.
constexpr bool of_water(GroundKind ground) {
  return ground == GroundKind::river || ground == GroundKind::lake || ground == GroundKind::fresh ||
         ground == GroundKind::sea;
}
/// Below this share of the smaller one's ground a predator hardly meets its prey.
inline constexpr double kLeastCommonGround = 0.05;

/// Whether what walks may be in a cell: on the ground and not in a lake.
bool is_open(const World& world, size_t cell);

/// Least distance to the sea for any content, metres.
inline constexpr double kCoastMargin_m = 45;

}  // namespace fw
