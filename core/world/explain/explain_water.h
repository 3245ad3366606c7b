#pragma once

#include <optional>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/world/explain/explain.h"

namespace fw {

/// Where water goes on a world's ground, for explanations: found again on the heights that the world shows,
/// on the plan grid at most. Fields differ a little from those that decided the rivers, which saw the ground
/// before channels were cut.
struct ExplainedFlow {
  Raster<float> rain;                ///< mean 1
  std::vector<double> catchment_m2;  ///< of every cell
  std::vector<double> weighted_m2;   ///< the same by rain
  Raster<float> above_m;             ///< height above the river or lake that a cell drains to
};

/// Nothing without rivers.
std::optional<ExplainedFlow> explain_flow(const World& world, const Template& tmpl);

/// Rivers, lakes, shore and roads about a place: which water it is in, rain and what drains through it, the
/// nearest river with its discharge and how high above it the ground lies, and the distances that conditions
/// measure. Empty where the world has none of them. `flow` may be null.
std::vector<ExplainRow> explain_water(const World& world, const Template& tmpl, const ExplainedFlow* flow,
                                      Vec2 position_m);

}  // namespace fw
