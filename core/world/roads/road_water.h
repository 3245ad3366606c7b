#pragma once

#include "core/world/roads/road_ground.h"

namespace fw {

/// Fills in `land`, `dry`, `lakes`, `river` and `river_width` of a ground with its spacing: two cells a node.
void put_water(const PlacementInputs& inputs, RoadNodes& road_nodes);

}  // namespace fw
