#pragma once

#include <optional>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

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

}  // namespace fw
