#pragma once

#include "core/world/layers/layers.h"

namespace fw {

/// A finished world as the stages of its generation saw it, for explanations.
struct ExplainInputs {
  const World& world;
  const Template& tmpl;
  SeedBundle seeds;  ///< that the generator drew from
  Island island;
  Relief relief;
  RegionMap map;
  DangerLayer danger;
  ClassLayer biome, faction;

  /// World and template are kept by the caller.
  ExplainInputs(const World& of, const Template& made_from);
  PlacementInputs inputs() const {
    return {tmpl,
            seeds,
            island,
            relief,
            map,
            danger,
            biome,
            faction,
            world.water.size() != 0 ? &world.water_network : nullptr,
            &world.water,
            world.shore.size() != 0 ? &world.coast : nullptr};
  }
};

}  // namespace fw
