#pragma once

#include "core/world/hand/content/class_hand.h"
#include "core/world/points/class_field.h"
#include "core/world/points/content.h"

// Pins and bans of one class (docs/hand.md, points): its placement without them is moved as little as they
// need.

namespace fw {

/// `placed` = the class's placement without pins and bans, on these layers, with `field`. The
/// intensity is left empty.
PlacedClass adapt_class(const PlacementInputs& inputs, const PointClassRow& row,
                        const LandmarkPlan& landmarks, const ClassField& field, const PlacedClass& placed,
                        const ClassHand& hand);

/// Gives points that stand where `natural` has one that one's number, others the numbers from the quota on.
void keep_numbers(const PointClassRow& row, const RegionMap& map, const PlacedClass& natural,
                  PlacedClass& placed);

/// That areas leave the class no cell.
void report_emptied(const PointClassRow& row, const ClassHand& hand, PlacedClass& placed);

}  // namespace fw
