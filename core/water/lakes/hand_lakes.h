#pragma once

#include <vector>

#include "core/model/world/hand_told.h"
#include "core/water/lakes/lakes.h"

// Lakes that the designer draws (docs/hand-ground.md), on the plan.
namespace fw {

/// Part of the greatest height that ground is cut or banked up for water by hand.
inline constexpr double kMostHandCut = 0.1;

/// Rows that can act as lakes, in their order: their cells, levels, and the lowest way out; of those that
/// cannot the reason is in `told`.
std::vector<PlanLake> draw_lakes(const Template& tmpl, const LakeInputs& ground, HandTold& told);

/// The lakes of a plan as they stand on it, without rows.
std::vector<PlanLake> standing_lakes(const HeldLakes& held);
/// Takes away what lies over or beside a lake by hand, and while there are more than `count` lakes the one of
/// the most similar size.
void make_room(const GridSpec& plan, const std::vector<PlanLake>& by_hand, size_t count,
               std::vector<PlanLake>& natural);

/// Raises the ground about lakes by hand that stand above it, as banks; `others`: cells that stay.
void bank_up(const Mask& land, const Mask& others, const std::vector<PlanLake>& by_hand,
             Raster<float>& height_m);

/// Outlines as drawn: outer rings counter-clockwise, islands clockwise.
std::vector<std::vector<Vec2>> drawn_rings(const WaterRow& row, const GridSpec& plan);

}  // namespace fw
