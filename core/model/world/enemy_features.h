#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

// How strong an enemy is (docs/world.md, 5.4).
namespace fw {

/// Power at the centres of some cells: what enemies of one band are ranked by. `seeds` are salted.
std::vector<float> enemy_power(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                               std::span<const uint32_t> cells);

struct EnemyFeatures {
  double hp_mult = 1, dps_mult = 1;
  int level = 0;
  double loot = 0;
  double respawn_s = 0;
};
/// The ranges of a band at a rank in [0, 1]; hp_factor is of the rarity.
EnemyFeatures enemy_features(const BandRow& band, double hp_factor, double rank);

}  // namespace fw
