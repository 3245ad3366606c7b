#pragma once

#include <memory>

#include "core/water/erosion.h"
#include "core/water/plan/shore_openness.h"
#include "core/water/plan_water.h"
#include "core/water/shore/plan_coast.h"
#include "core/world/land/island.h"
#include "core/world/land/valley_field.h"

// Land whose heights water, rivers and shores decide on the plan grid (docs/water.md, 1).
namespace fw {

/// Whether the template asks for erosion, rivers or types of shore.
bool has_plan_relief(const Template& tmpl);

/// The land of the plan grid with its relief, drained where only erosion is asked for. Its rivers follow the
/// `valleys`.
struct PlanRelief {
  Island island;
  Openness openness;
};
PlanRelief make_plan_relief(const Template& tmpl, const SeedBundle& seeds, const ImportedGround& imported,
                            const Shores& plan_shores, const ValleyField& valleys,
                            const Progress& progress = {});

/// The island within its shores, on their grid; `water` and `coast` may be null.
Island make_watered_island(const Template& tmpl, const Shores& shores, const PlanRelief& relief,
                           std::shared_ptr<const WaterPlan> water, std::shared_ptr<const CoastPlan> coast);

/// The shore with the best places where ships may lie, in every region; `water` may be null. `peopled`: 1 =
/// people may settle there as far as regions and danger tell, on the grid of the codes.
Coast coast_with_harbours(const Template& tmpl, const CoastPlan& coast, const PlanRelief& relief,
                          const WaterPlan* water, const Raster<uint8_t>& region_codes, const Mask& peopled);

}  // namespace fw
