#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

// How wet and how sunny the ground is: what biomes read of the flow of water and of the aspect (docs/world.md,
// 4.3).
namespace fw {

struct Island;
struct WaterPlan;

struct WetGround {
  Raster<float> wet;  ///< rank over the ground, [0, 1]: low above the drainage, large catchment, much rain
  Raster<float> sun;  ///< rise to the north, [-1, 1]: 1 = falls steeply to the south; 0 = flat
};

/// Of the natural ground on the plan grid. `water`: its flow where the template asks for rivers; null: the
/// ground is drained for this alone.
WetGround survey_wet_ground(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                            const WaterPlan* water);

/// The same on another grid over the frame, with the ranks of its ground.
WetGround wet_ground_on(const WetGround& plan, const Mask& land);

}  // namespace fw
