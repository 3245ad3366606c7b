#pragma once

#include <vector>

#include "core/world/explain/explain.h"
#include "core/world/explain/explain_ground.h"

namespace fw {

/// For every landmark kind of the world: the terms of its utility at this cell of the ground, as they were
/// when the kind was placed.
std::vector<ExplainRow> explain_landmarks(const ExplainInputs& inputs, size_t cell);

}  // namespace fw
