#pragma once

#include <vector>

#include "core/base/geometry.h"
#include "core/model/world/world.h"
#include "core/world/explain/explain.h"

namespace fw {

/// The standing of the first seat of the place's region (topic standing); nothing without one.
std::vector<ExplainRow> explain_standing(const World& world, Vec2 position_m);

}  // namespace fw
