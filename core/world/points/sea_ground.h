#pragma once

#include "core/world/layers/placement_inputs.h"

namespace fw {

/// The layers carried over the sea, so that classes can stand there.
struct SeaLayers {
  RegionMap map;
  DangerLayer danger;
  ClassLayer biome;
  ClassLayer faction;
};

/// Sea cells within kSeaReach_m of the ground take region, owner, biome and band of the nearest cell of
/// ground; everything else is as it was.
SeaLayers extend_to_sea(const PlacementInputs& inputs);

}  // namespace fw
