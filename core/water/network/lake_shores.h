#pragma once

#include <vector>

#include "core/model/world/features.h"
#include "core/water/drainage/water_plan.h"
#include "core/water/rivers/river_lines.h"

namespace fw {

/// Of one lake, by its rings.
FeatureIndex outline_of(const Lake& lake, const GridSpec& grid);

/// Rivers meet lakes on the outlines that are drawn: their lines enter, leave, begin and end there, and what
/// a lake covers of an inlet is the lake's; where two would meet inside, both end in the lake. Lakes' outlets
/// move to where their water leaves them.
void meet_lakes(std::vector<RiverPath>& paths, std::vector<RiverLine>& lines, WaterPlan& plan);

}  // namespace fw
