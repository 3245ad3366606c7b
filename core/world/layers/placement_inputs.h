#pragma once

#include "core/model/world/water.h"
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
  // Null where the template asks for none.
  const Water* water = nullptr;
  const Raster<uint8_t>* water_code = nullptr;  ///< WaterCode by cell
  const Coast* coast = nullptr;
};

}  // namespace fw
