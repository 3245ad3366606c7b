#pragma once

#include <vector>

#include "core/model/template/hand/hand.h"
#include "core/model/world/world.h"

namespace fw {

/// One outcome for every row of the hand, in canonical order: rows that are off, and what stages told of the
/// others (several stages of one row are added up). Rows that no stage acted on are suspended in a `whole`
/// world; where the world has layers alone, pins and the like are yet to act and are left out. Rows beside
/// the world (is_beside_world) are held.
std::vector<HandOutcome> order_outcomes(const Hand& hand, const std::vector<HandOutcome>& told, bool whole);

/// A finding for every suspended row that none of `told` is about.
Findings tell_suspended(const std::vector<HandOutcome>& outcomes, const Findings& told);

}  // namespace fw
