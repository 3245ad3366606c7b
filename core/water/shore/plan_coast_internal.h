#pragma once

#include "core/water/shore/plan_coast.h"

namespace fw {

/// A river's mouth at the sea.
struct Mouth {
  Vec2 at_m;
  double width_m = 0;
};
/// ShoreType of the plan's coast cells, by the heights of the land behind them.
Raster<uint8_t> shore_types(const Template& tmpl, const Mask& land, const Raster<float>& height_m,
                            const Openness& openness, const std::vector<Mouth>& mouths);

/// Fills grade and noise of a coast whose types are known.
void make_sea_floor(const Template& tmpl, const SeedBundle& seeds, CoastPlan& coast);

/// Coast cells with deep water near, by descending utility.
std::vector<HarbourPlace> harbour_places(const Template& tmpl, const CoastInputs& inputs,
                                         const CoastPlan& coast);

}  // namespace fw
