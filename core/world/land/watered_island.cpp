#include "core/world/land/watered_island.h"

#include <utility>

#include "core/field/filter.h"
#include "core/water/drainage/drainage.h"
#include "core/water/erosion.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"
#include "core/world/land/imported_ground.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr double kHarbourSpacing_m = 700;
constexpr double kGentleSlope = 0.24;  // ground behind a harbour on which people may settle

}  // namespace

bool has_plan_relief(const Template& tmpl) {
  return tmpl.relief.erosion != Erosion::none || tmpl.water.rivers != Nature::none ||
         tmpl.coast.types != Nature::none;
}

PlanRelief make_plan_relief(const Template& tmpl, const SeedBundle& seeds, const ImportedGround& imported,
                            const Shores& plan_shores, const ValleyField& valleys, const Progress& progress) {
  PlanRelief out{{plan_shores}, {}};
  Island& island = out.island;
  lift_ground(tmpl, seeds, island);
  out.openness = measure_openness(island.main, frame_factor(tmpl));
  stop_if_cancelled(progress);
  if (tmpl.relief.erosion == Erosion::fluvial) {
    island.height_m =
        erode(tmpl, seeds, island.main, island.height_m, valleys.height, out.openness, progress);
    stop_if_cancelled(progress);
    if (tmpl.water.rivers == Nature::none) drain_land(tmpl, seeds, island.main, {}, island.height_m);
    sink_sea(island);
  }
  raise_islets(tmpl, island);
  put_heights(imported, island);
  return out;
}

Island make_watered_island(const Template& tmpl, const Shores& shores, const PlanRelief& relief,
                           std::shared_ptr<const WaterPlan> water, std::shared_ptr<const CoastPlan> coast) {
  const Island& plan = relief.island;
  Island island{shores};
  island.hand = plan.hand;  // with that of the heights
  island.stated = plan.stated;
  island.height_m = resample_ground(water ? water->height_m : plan.height_m, plan.main, island.main);
  scale_heights(island.main, highest(plan.main, plan.height_m), island.height_m);
  // Where no river is cut in, the spline closes narrow ways out by less than a metre.
  if (!water && tmpl.relief.erosion == Erosion::fluvial) fill_depressions(island.main, {}, island.height_m);
  sink_sea(island);
  raise_islets(tmpl, island);
  if (coast) deepen_sea(tmpl, *coast, island.main, island.islets, island.sea_m, island.height_m);
  if (water) {
    WaterRasters rasters = conform(tmpl, *water, island.main, island.height_m);
    island.water = std::move(rasters.code);
    island.bed_m = std::move(rasters.bed_m);
    island.surface_m = std::move(rasters.surface_m);
    for (size_t cell = 0; cell < island.islets.size(); ++cell)
      if (island.islets[cell] != 0 && island.height_m[cell] > 0) {
        island.water[cell] = static_cast<uint8_t>(WaterCode::dry);
        island.surface_m[cell] = island.height_m[cell];
      }
  }
  if (coast) island.shore = shore_on(*coast, island.main);
  island.water_plan = std::move(water);
  island.coast_plan = std::move(coast);
  return island;
}

Coast coast_with_harbours(const Template& tmpl, const CoastPlan& coast, const PlanRelief& relief,
                          const WaterPlan* water, const Raster<uint8_t>& region_codes, const Mask& peopled) {
  const Raster<float> slope = gradient_norm(water != nullptr ? water->height_m : relief.island.height_m);
  Mask settled = relief.island.main;
  for (size_t cell = 0; cell < settled.size(); ++cell)
    settled[cell] = settled[cell] != 0 && static_cast<double>(slope[cell]) < kGentleSlope &&
                    (water == nullptr || water->lakes.at(cell) == 0) &&
                    peopled[peopled.grid.cell_at(settled.grid.centre(cell))] != 0;
  const double scale = tmpl.frame.longer_m() / 8000;
  return {coast.stretches, choose_harbours(coast, region_codes, settled, kHarbourSpacing_m * scale)};
}

}  // namespace fw
