#pragma once

#include <vector>

#include "core/world/explain/explain.h"

namespace fw {

/// Rivers, lakes, shore and roads about a place: which water it is in, the nearest river with its discharge
/// and how high above it the ground lies, and the distances that conditions measure. Empty where the world
/// has none of them.
std::vector<ExplainRow> explain_water(const World& world, Vec2 position_m);

}  // namespace fw
