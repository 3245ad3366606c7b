#pragma once

#include <cstdint>
#include <vector>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/water.h"
#include "core/water/plan/shore_openness.h"

namespace fw {

/// A coast cell where a ship may lie.
struct HarbourPlace {
  uint32_t cell = 0;  ///< plan grid
  double utility = 0;
};

/// All that is decided about the shore on the plan grid (docs/water.md, 9).
struct CoastPlan {
  Raster<uint8_t> type;  ///< ShoreType of coast cells; 0 elsewhere
  Raster<float> grade;   ///< of the sea floor at the shore
  Raster<float> noise;   ///< of the sea floor, about 1 standard deviation
  std::vector<ShoreStretch> stretches;
  std::vector<HarbourPlace> places;  ///< by descending utility
};

/// The plan's ground as coasts read it.
struct CoastInputs {
  const Mask& land;
  const Raster<float>& sea_m;     ///< sea: distance to the land
  const Raster<float>& height_m;  ///< of the land
  const Openness& openness;
  const Water* water = nullptr;  ///< its mouths; null: no rivers
};

CoastPlan make_coast(const Template& tmpl, const SeedBundle& seeds, const CoastInputs& inputs);

/// Gives the sea of any grid its depth: `height_m` below 0 off land and islets.
void deepen_sea(const Template& tmpl, const CoastPlan& coast, const Mask& land, const Mask& islets,
                const Raster<float>& sea_m, Raster<float>& height_m);

/// ShoreType of the coast cells of any grid.
Raster<uint8_t> shore_on(const CoastPlan& coast, const Mask& land);

/// The best place of each region, `spacing_m` apart, by descending utility. `region` = codes on any grid;
/// `settled` = where people may settle, on the plan: places near such ground of their region come first.
std::vector<HarbourSite> choose_harbours(const CoastPlan& coast, const Raster<uint8_t>& region,
                                         const Mask& settled, double spacing_m);

}  // namespace fw
