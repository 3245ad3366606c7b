#pragma once

#include <string>

#include "core/measure/world_diff.h"

namespace fw {

/// For a person: one line per layer and class, then at most `most_ids` ids of each kind of change.
std::string diff_text(const WorldDiff& diff, size_t most_ids = 10);
/// Everything, fixed key order.
std::string diff_json(const WorldDiff& diff);

}  // namespace fw
