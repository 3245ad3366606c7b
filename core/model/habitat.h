#pragma once

#include "core/model/template.h"

namespace fw {

/// The one rule of which class may live where. Resources and wildlife: band in [danger_min, danger_max]
/// (wildlife weighs Green 1, Yellow .6, Red 0, Black 0 on top); enemies: danger_affinity. 0 = never.
double habitat_weight(Category category, const PointClass& cls, Biome biome, Danger danger);

/// Least distance to the sea for any content, metres.
inline constexpr double kCoastMargin_m = 45;

}  // namespace fw
