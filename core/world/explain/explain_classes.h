#pragma once

#include <vector>

#include "core/world/explain/explain.h"

namespace fw {

/// One row per point class: allowed or refused at this cell, and by which mask or rule.
std::vector<ExplainRow> explain_classes(const World& world, const Template& tmpl, size_t cell);

}  // namespace fw
