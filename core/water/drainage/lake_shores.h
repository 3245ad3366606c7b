#pragma once

#include <vector>

#include "core/water/plan_water.h"
#include "core/water/rivers/river_lines.h"

namespace fw {

/// Rivers meet lakes on the outlines that are drawn: their lines enter, leave, begin and end there, and what
/// a lake covers of an inlet is the lake's; where two would meet inside, both end in the lake. Lakes' outlets
/// move to where their water leaves them.
void meet_lakes(std::vector<RiverPath>& paths, std::vector<RiverLine>& lines, WaterPlan& plan);

}  // namespace fw
