#pragma once

#include <memory>

#include "core/world/points/content.h"

namespace fw::test {

/// A ground made without the generator: a disc island with a noisy cone, Voronoi regions, danger bands that
/// rise to the north, biomes cut from one noise. Owns everything a Ground refers to.
struct SyntheticGround {
  Template tmpl;
  SeedBundle seeds;
  Island island;
  Relief relief;
  RegionMap map;
  DangerLayer danger;
  ClassLayer biome;
  ClassLayer faction;

  Ground ground() const { return {tmpl, seeds, island, relief, map, danger, biome, faction}; }
};

std::unique_ptr<SyntheticGround> make_synthetic(const Template& tmpl, uint64_t seed, int resolution);

/// Nine classes, every landmark kind, on an island of 4 km with six controllable and two neutral regions.
Template small_template();

}  // namespace fw::test
