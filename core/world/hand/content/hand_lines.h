#pragma once

#include "core/world/landmarks/landmarks.h"
#include "core/world/roads/road_routes.h"

// The designer's lines (docs/hand-ground.md, lines).
namespace fw {

/// The lines drawn by hand as the first routes of the network, and what is told of them.
RoadRoutes draw_road_lines(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks);

}  // namespace fw
