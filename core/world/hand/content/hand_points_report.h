#pragma once

#include "core/world/hand/content/class_hand.h"
#include "core/world/points/content.h"

namespace fw {

/// What became of the rows that place points: pins, bans (points taken away) and areas (asked = density times
/// the natural points inside, got = the generated ones there). `natural` = the classes without the hand.
std::vector<HandOutcome> point_outcomes(const PlacementInputs& inputs, const ClassHands& hands,
                                        const PlacedClasses& natural, const Content& content);

}  // namespace fw
