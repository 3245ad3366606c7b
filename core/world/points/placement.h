#pragma once

#include <array>

#include "core/world/points/class_field.h"
#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"

namespace fw {

/// Nearest any-landmark distance of a point, metres, by Category (resource, wildlife, enemy).
inline constexpr std::array<double, 3> kLandmarkMargin_m{60, 60, 50};

/// Exponential clocks with exact quota, regional budgets, two-radius spacing, and the relaxation ladder
/// (docs/world.md, 5.1 and 5.2). `field` = find_cells of the class; not read where the quota is 0.
PlacedClass place_class(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                        const PointClass& cls, const LandmarkPlan& landmarks, const ClassField& field);

/// Points on cells whose dice rows of `rerolls` change go, and as many of every region come there by these
/// dice; all others stand. New points take the numbers of those that went.
PlacedClass roll_class(const PlacementInputs& inputs, Category category, const PointClass& cls,
                       const LandmarkPlan& landmarks, const ClassField& field, const PlacedClass& placed);

}  // namespace fw
