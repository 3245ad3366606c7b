#pragma once

#include <functional>

#include "core/world/points/class_field.h"
#include "core/world/points/content.h"

namespace fw {

/// Whether a class has spare spots: its nodes move.
bool has_spare_spots(const PointClass& cls);

/// Spare spots of a class (docs/ecology.md): PointClass::renewal.spare for every node of its quota, by the
/// same clocks, budgets, spacing and ladder as its points, which are there already, with numbers of their own
/// (`place/spot.resource.hemp`). Where the quota counts regions or islands, so do the spots. `field` = where
/// the class lives, with the hand; `placed` = its points as they finally stand; `banned` says where the
/// hand forbids points.
PlacedSpots place_spots(const PlacementInputs& inputs, Category category, const PointClass& cls,
                        const LandmarkPlan& landmarks, const ClassField& field, const PlacedClass& placed,
                        const std::function<bool(Vec2 position_m)>& banned = {});

}  // namespace fw
