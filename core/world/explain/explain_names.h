#pragma once

#include <vector>

#include "core/world/explain/explain.h"
#include "core/world/explain/explain_ground.h"

namespace fw {

/// Why things about a place have their names (topic name): the region, the landmarks and named places near
/// it; whose tongue, which parts, and which candidate of its address a name was.
std::vector<ExplainRow> explain_names(const ExplainInputs& inputs, Vec2 position_m);

/// The nearest way (topic way): what it is, how many routes use it, how steep it is, what it joins. Empty
/// where none is near.
std::vector<ExplainRow> explain_ways(const World& world, Vec2 position_m);

}  // namespace fw
