#pragma once

#include "core/world/landmarks/landmarks.h"
#include "core/world/roads/road_routes.h"

// The designer's lines (docs/hand-ground.md, lines).
namespace fw {

/// The lines drawn by hand as the first routes of the network, in their order, with the pins at their ends,
/// and what is told of them.
RoadRoutes draw_road_lines(const PlacementInputs& inputs);

}  // namespace fw
