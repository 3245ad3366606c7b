#pragma once

#include "core/model/world/world.h"
#include "core/world/roads/footprints.h"

// Roads and ground plans in a world that has its points already.
namespace fw {

/// The network; its landmarks become points.
void put_roads(Roads roads, World& world);
/// Ground plans, and their ground levelled; the points on it stand at its new height.
void put_ground_plans(GroundPlans plans, LevelledGround ground, World& world);

}  // namespace fw
