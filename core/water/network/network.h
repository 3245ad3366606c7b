#pragma once

#include <vector>

#include "core/model/template/template.h"
#include "core/water/drainage/water_plan.h"
#include "core/water/lakes/lakes.h"
#include "core/water/rivers/river_lines.h"
#include "core/water/rivers/river_paths.h"

namespace fw {

/// What the values of World are made of.
struct NetworkParts {
  const Raster<uint8_t>& order;  ///< Strahler, by cell
  const std::vector<RiverPath>& paths;
  const std::vector<RiverLine>& lines;  ///< by path
  const std::vector<PlanLake>& lakes;
};

/// Fills WaterPlan::network and floor_m: rivers by discharge, their reaches between confluences and lakes,
/// and the lakes with their outlines.
void build_network(const Template& tmpl, const NetworkParts& parts, WaterPlan& plan);

}  // namespace fw
