#pragma once

#include <vector>

#include "core/model/template/hand.h"
#include "core/model/world/world.h"

namespace fw {

/// One outcome for every row of the hand, in canonical order: rows that are off, what stages told of the
/// others (several stages of one row are added up), and rows that nothing was told of as held.
std::vector<HandOutcome> order_outcomes(const Hand& hand, const std::vector<HandOutcome>& told);

}  // namespace fw
