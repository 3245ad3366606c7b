#pragma once

#include "core/template/text/json_tree.h"

// Files of the format before this one; private to this room.
namespace fw {

/// The oldest format that is read beside the present one.
inline constexpr int kEarliestFormat = 2;

/// Puts today's values where a tree states them as an earlier format did: land.islets true is its default,
/// false is 0.
void read_earlier_values(json::Node& root);

}  // namespace fw
