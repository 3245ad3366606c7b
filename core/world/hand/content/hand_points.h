#pragma once

#include "core/world/hand/content/class_hand.h"
#include "core/world/points/class_field.h"
#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"

// Pins and bans of one class (docs/hand.md, points): its placement without them is moved as little as they
// need.

namespace fw {

/// `placed` = the class's placement without pins and bans, on these layers, with `field`. The
/// intensity is left empty.
PlacedClass adapt_class(const PlacementInputs& inputs, const PointClassRow& row,
                        const LandmarkPlan& landmarks, const ClassField& field, const PlacedClass& placed,
                        const ClassHand& hand);

/// Where the class lives on the ground of the hand and within its areas, with natural ranks. `natural` = the
/// natural field, with its feature where there is a natural survey; null: it is made here. `natural_survey`
/// is null where the hand moves no ground, `density` where the class has no area, `noise` where none is at
/// hand, `hand` where the hand has no points and areas.
ClassField field_by_hand(const PlacementInputs& inputs, const PointClassRow& row, const ClassHand* hand,
                         const HabitatSurvey& survey, const HabitatSurvey* natural_survey,
                         const ClassField* natural, const Raster<float>* density, const ClassNoise* noise);
/// The placement in that field. Points that stand where `natural` has one keep that one's number.
PlacedClass place_by_hand(const PlacementInputs& inputs, const PointClassRow& row, const ClassHand* hand,
                          const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                          const PlacedClass& natural, const ClassField& field);

}  // namespace fw
