#pragma once

#include <string>
#include <vector>

#include "core/world/explain/explain.h"
#include "core/world/hand/content/class_hand.h"

namespace fw {

/// Topic "hand": the pins, bans and areas over a place in the order of their lists, and of the points in its
/// cell whether they are pinned, natural or fill a gap.
std::vector<ExplainRow> explain_hand_points(const World& world, const Template& tmpl, Vec2 position_m);

/// "ban b1", "area a1 of density 0": what of the hand keeps a class from a place; empty if nothing does.
std::string refused_by_hand(const World& world, const ClassHand& hand, double spacing_m, Vec2 position_m);

}  // namespace fw
