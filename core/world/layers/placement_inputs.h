#pragma once

#include "core/world/layers/layers.h"

namespace fw {

/// Everything that placement may look at, by reference; nothing in it is changed.
struct PlacementInputs {
  const Template& tmpl;
  const SeedBundle& seeds;
  const Island& island;
  const Relief& relief;
  const RegionMap& map;
  const DangerLayer& danger;
  const ClassLayer& biome;
  const ClassLayer& faction;
};

}  // namespace fw
