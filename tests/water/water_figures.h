#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/world/land/watered_island.h"

namespace fw {

/// The plan of an island's water, with what rows of the hand draw.
struct WateredPlan {
  Template tmpl;
  SeedBundle seeds;
  PlanRelief relief;
  std::shared_ptr<const WaterPlan> water;
  std::shared_ptr<const CoastPlan> coast;
};
WateredPlan make_watered_plan(Template tmpl, uint64_t seed);
Island island_on(const WateredPlan& plan, int resolution);

/// A built-in template with rivers and shores switched on.
Template with_water(std::string_view builtin, Erosion erosion);

/// Figures of docs/water.md, 11, by name.
using Figures = std::vector<std::pair<std::string, double>>;
Figures plan_figures(const WateredPlan& plan);
/// How the raster of an island agrees with the lines of its plan.
Figures raster_figures(const WateredPlan& plan, const Island& island);

double figure(const Figures& figures, std::string_view name);

}  // namespace fw
