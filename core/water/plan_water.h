#pragma once

#include "core/base/parallel/progress.h"
#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/water/drainage/water_plan.h"
#include "core/water/plan/shore_openness.h"

namespace fw {

/// The ground of the plan as water reads it.
struct WaterInputs {
  const Mask& land;
  const Raster<float>& coast_m;   ///< distance to the sea
  const Raster<float>& height_m;  ///< the relief; may hold depressions
  const Openness& openness;
};

/// Height of the land above the first cell of rivers or lakes on its way to the sea, else above its outlet;
/// 0 off the land.
Raster<float> height_above_water(const Drainage& drainage, const Mask& water, const Raster<float>& height_m);

/// Where water goes on land without lakes, and how much of it.
struct LandFlow {
  Raster<float> height_m;  ///< the land with its depressions filled; as given off it
  Raster<float> rain;      ///< mean 1
  Drainage drainage;
  std::vector<double> catchment_m2;  ///< of every cell
  std::vector<double> weighted_m2;   ///< the same by rain
};
LandFlow land_flow(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                   const Raster<float>& height_m);

/// Lowers the ways out of depressions until all land drains, and widens the cuts.
void drain_land(const Template& tmpl, const SeedBundle& seeds, const Mask& land, const HeldLakes& lakes,
                Raster<float>& height_m);

/// Lakes, flow and rivers. Deterministic; reads water.*, lakes.*, noise.rain and relief.* of the template.
WaterPlan make_water(const Template& tmpl, const SeedBundle& seeds, const WaterInputs& inputs,
                     const Progress& progress = {});

/// The same with the rows of hand.waters on the ground that make_water() left, `natural`
/// (docs/hand-ground.md): lakes and rivers stand where no row concerns them. What became of the rows is in
/// WaterPlan::hand.
WaterPlan make_water_by_hand(const Template& tmpl, const SeedBundle& seeds, const WaterInputs& inputs,
                             const WaterPlan& natural, const Progress& progress = {});
/// Whether a row of hand.waters is on.
bool draws_waters(const Template& tmpl);

}  // namespace fw
