#pragma once

#include <vector>

#include "core/world/explain/explain.h"
#include "core/world/explain/explain_ground.h"

namespace fw {

/// How high the place is lifted and whether it is a plain, on the ground of a template with erosion; and how
/// deep the seed's valleys are there, where rivers run and the sea drowns (docs/world.md, 2).
std::vector<ExplainRow> explain_land(const ExplainInputs& inputs, size_t cell);

}  // namespace fw
