#pragma once

#include <vector>

#include "core/world/explain/explain.h"
#include "core/world/explain/explain_flow.h"

namespace fw {

/// Rivers, lakes, shore and roads about a place: which water it is in, rain and what drains through it, the
/// nearest river with its discharge and how high above it the ground lies, and the distances that conditions
/// measure. Empty where the world has none of them. `flow` may be null.
std::vector<ExplainRow> explain_water(const World& world, const Template& tmpl, const ExplainedFlow* flow,
                                      Vec2 position_m);

}  // namespace fw
