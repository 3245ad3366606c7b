#include "core/world/explain/explain_water.h"

#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/model/template/conditions.h"
#include "core/model/template/plan_grid.h"
#include "core/model/world/features.h"
#include "core/model/world/world_layers.h"
#include "core/water/drainage/drainage.h"
#include "core/water/drainage/rain.h"
#include "core/water/plan_water.h"
#include "core/world/explain/explain_text_internal.h"

namespace fw {

std::optional<ExplainedFlow> explain_flow(const World& world, const Template& tmpl) {
  if (world.water.size() == 0) return std::nullopt;
  const GridSpec plan = plan_grid(tmpl.frame);
  const GridSpec& grid = world.grid.cell_m < plan.cell_m ? plan : world.grid;
  const Raster<uint8_t> code = grid == world.grid ? world.water : resample_codes(world.water, grid);
  Mask land = grid == world.grid ? world.region : resample_codes(world.region, grid);
  Mask water(grid);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    land[cell] = land[cell] != 0 ? 1 : 0;
    water[cell] = code[cell] > static_cast<uint8_t>(WaterCode::sea) ? 1 : 0;
  }
  const Raster<float> height_m = grid == world.grid ? world.height_m : resample_values(world.height_m, grid);
  const LandFlow flow = land_flow(tmpl, salted_seeds(world.seeds, tmpl), land, height_m);
  ExplainedFlow out;
  out.rain = flow.rain;
  out.catchment_m2 = flow.catchment_m2;
  out.weighted_m2 = flow.weighted_m2;
  out.above_m = height_above_water(flow.drainage, water, height_m);
  return out;
}

namespace {

constexpr const char* kTopic = "water";

/// The nearest vertex of a river.
struct NearestRiver {
  const Reach* reach = nullptr;
  size_t vertex = 0;
  double distance_m = 0;
};

NearestRiver nearest_river(const Water& water, Vec2 at) {
  NearestRiver best;
  for (const Reach& reach : water.reaches) {
    if (reach.form == ReachForm::lake_path) continue;
    for (size_t i = 0; i < reach.vertices_m.size(); ++i) {
      const double d = std::sqrt(squared_distance(reach.vertices_m[i], at));
      if (best.reach == nullptr || d < best.distance_m) best = {&reach, i, d};
    }
  }
  return best;
}

bool in_river(const World& world, Vec2 at) {
  return is_river(world.water[world.grid.cell_at(at)]);
}

void explain_river(const World& world, Vec2 at, std::vector<ExplainRow>& rows) {
  const NearestRiver near = nearest_river(world.water_network, at);
  if (near.reach == nullptr) return;
  const River& river = world.water_network.rivers[static_cast<size_t>(near.reach->river)];
  rows.push_back({kTopic, "nearest river",
                  (river.name.empty() ? "without a name" : river.name) + ", order " +
                      std::to_string(near.reach->order) + ", " + decimal_text(near.reach->discharge_m3_s, 2) +
                      " m3/s, " + decimal_text(static_cast<double>(near.reach->width_m[near.vertex]), 1) +
                      " m wide"});
  rows.push_back({kTopic, "catchment of that river", decimal_text(river.catchment_m2 * 1e-6, 2) + " km2"});
  const size_t cell = world.grid.cell_at(at);
  const auto ground_m = static_cast<double>(told_value(layer_of(&World::height_m), world, cell));
  if (in_river(world, at)) {  // its own water, and no height that differs from it
    rows.push_back({kTopic, "its water here",
                    "stands at " + decimal_text(static_cast<double>(world.surface_m[cell]), 1) + " m, " +
                        decimal_text(static_cast<double>(world.surface_m[cell] - world.bed_m[cell]), 1) +
                        " m deep"});
    return;
  }
  rows.push_back({kTopic, "height above its bed",
                  decimal_text(ground_m - static_cast<double>(near.reach->bed_m[near.vertex]), 1) + " m"});
}

/// Where most water goes through a cell: in a river, which is some cells wide, through it or a neighbour.
size_t main_cell(const World& world, const ExplainedFlow& flow, Vec2 at) {
  const size_t here = flow.rain.grid.cell_at(at);
  if (!in_river(world, at)) return here;
  size_t best = here;
  for (const uint32_t other : neighbours(flow.rain.grid, static_cast<uint32_t>(here)))
    if (flow.weighted_m2[other] > flow.weighted_m2[best]) best = other;
  return best;
}

/// Rain, and what drains through the cell.
void explain_here(const World& world, const Template& tmpl, const ExplainedFlow& flow, Vec2 at,
                  std::vector<ExplainRow>& rows) {
  if (flow.rain[flow.rain.grid.cell_at(at)] <= 0) return;
  const size_t cell = main_cell(world, flow, at);
  const auto rain = static_cast<double>(flow.rain[cell]);
  rows.push_back({kTopic, "rain",
                  decimal_text(rain, 2) + " of the mean, " + decimal_text(rain * tmpl.water.runoff_mm, 0) +
                      " mm a year run off"});
  rows.push_back({kTopic, "catchment here",
                  decimal_text(flow.catchment_m2[cell] * 1e-6, 4) + " km2, rivers begin at " +
                      decimal_text(source_m2(tmpl) * 1e-6, 3) + " km2 weighted by rain"});
  rows.push_back(
      {kTopic, "discharge here", decimal_text(discharge_of(tmpl, flow.weighted_m2[cell]), 4) + " m3/s"});
  rows.push_back({kTopic, "height above the river it drains to",
                  in_river(world, at) ? "0 m: it lies in it"
                                      : decimal_text(static_cast<double>(flow.above_m[cell]), 1) + " m"});
}

}  // namespace

std::vector<ExplainRow> explain_water(const World& world, const Template& tmpl, const ExplainedFlow* flow,
                                      Vec2 position_m) {
  std::vector<ExplainRow> rows;
  const size_t cell = world.grid.cell_at(position_m);
  if (world.water.size() > 0) {
    rows.push_back({kTopic, "kind", std::string(kWaterCodeSlugs[world.water[cell]])});
    if (flow != nullptr) explain_here(world, tmpl, *flow, position_m, rows);
    explain_river(world, position_m, rows);
    const FeatureSources sources = feature_sources(world);
    for (const Lake& lake : world.water_network.lakes) {
      Water alone;
      alone.lakes.push_back(lake);
      FeatureSources of = sources;
      of.water = &alone;
      if (feature_index("lake_m", of).distance_m(position_m) > 0) continue;
      rows.push_back({kTopic, "lake",
                      (lake.name.empty() ? "without a name" : lake.name) + ", level " +
                          whole_metres(lake.level_m) + ", up to " + whole_metres(lake.depth_max_m) +
                          " deep"});
    }
  }
  if (world.shore.size() > 0 && world.shore[cell] != 0)
    rows.push_back({kTopic, "shore", std::string(kShoreTypeSlugs[world.shore[cell]])});
  if (world.water.size() == 0 && world.roads.empty()) return rows;
  const FeatureSources sources = feature_sources(world);
  for (const SiteMeasure* measure : kNear) {
    const FeatureIndex index = feature_index(measure->slug, sources);
    if (!index.none())
      rows.push_back({"distances", "to the nearest " + std::string(near_key(*measure)),
                      whole_metres(index.distance_m(position_m))});
  }
  return rows;
}

}  // namespace fw
