#pragma once

#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/model/world/water.h"
#include "core/water/drainage/drainage.h"
#include "core/water/shore/shore_openness.h"

namespace fw {

/// The ground of the plan as water reads it.
struct WaterInputs {
  const Mask& land;
  const Raster<float>& coast_m;   ///< distance to the sea
  const Raster<float>& height_m;  ///< the relief; may hold depressions
  const Openness& openness;
};

/// All that is decided about water on the plan grid (docs/water.md); the raster of any resolution agrees with
/// it.
struct WaterPlan {
  Raster<float> height_m;  ///< the ground, drained, with lakes at their levels; 0 at sea
  HeldLakes lakes;
  Drainage drainage;
  std::vector<double> catchment_m2;         ///< of every cell
  std::vector<double> weighted_m2;          ///< the same by rain
  Raster<float> above_m;                    ///< of the land: height above the river that it drains to
  Water network;                            ///< without names
  std::vector<std::vector<Vec2>> axis_m;    ///< by reach and vertex: the axis of the valley
  std::vector<std::vector<float>> floor_m;  ///< half the width of the flat ground along the axis
  Findings findings;
};

/// Height of the land above the first cell of rivers or lakes on its way to the sea, else above its outlet;
/// 0 off the land.
Raster<float> height_above_water(const Drainage& drainage, const Mask& water, const Raster<float>& height_m);

/// Lowers the ways out of depressions until all land drains, and widens the cuts.
void drain_land(const Template& tmpl, const SeedBundle& seeds, const Mask& land, const HeldLakes& lakes,
                Raster<float>& height_m);

/// Lakes, flow and rivers. Deterministic; reads water.*, lakes.*, noise.rain and relief.* of the template.
WaterPlan make_water(const Template& tmpl, const SeedBundle& seeds, const WaterInputs& ground,
                     const Progress& progress = {});

}  // namespace fw
