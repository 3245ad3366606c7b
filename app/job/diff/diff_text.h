#pragma once

#include <string>

#include "core/measure/world_diff.h"
#include "core/template/hand_rows.h"

namespace fw {

/// For a person: one line per layer and class, then at most `most_ids` ids of each kind of change; rows of
/// the hand that were added, are gone or changed.
std::string diff_text(const WorldDiff& diff, const HandDiff& hand = {}, size_t most_ids = 10);
/// Everything, fixed key order.
std::string diff_json(const WorldDiff& diff, const HandDiff& hand = {});

}  // namespace fw
