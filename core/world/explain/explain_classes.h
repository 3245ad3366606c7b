#pragma once

#include <vector>

#include "core/world/explain/explain.h"
#include "core/world/explain/explain_ground.h"

namespace fw {

/// One row per point class: allowed or refused at this cell, at sea too, and by which mask or rule.
std::vector<ExplainRow> explain_classes(const ExplainInputs& inputs, size_t cell);

}  // namespace fw
