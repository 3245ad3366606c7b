#include "core/water/plan_water.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/field/lower_envelope.h"
#include "core/water/drainage/flood.h"
#include "core/water/drainage/hack.h"
#include "core/water/drainage/rain.h"
#include "core/water/lakes/hand_lakes.h"
#include "core/water/lakes/lakes.h"
#include "core/water/network/network.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"
#include "core/water/rivers/hand_rivers.h"
#include "core/water/rivers/river_lines.h"
#include "core/water/rivers/river_paths.h"
#include "core/water/shore/plan_coast_internal.h"

namespace fw {
namespace {

constexpr double kDeepestCut = 0.2;                           // of the greatest height
constexpr double kBreachRipple = 0.08, kErodedRipple = 0.01;  // of the same, by the noise that bends cuts
constexpr double kLakeTolerance = 0.05;                       // of the area asked
constexpr double kLevelTolerance_m = 0.005;                   // of a lake by hand
const NoiseStack kBreachStack{260, 3, 0.6, 2.0};

std::vector<double> cell_areas(const Mask& land) {
  std::vector<double> area(land.size(), 0.0);
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0) area[cell] = land.grid.cell_area_m2();
  return area;
}

std::vector<double> rain_volumes(const Raster<float>& rain) {
  std::vector<double> volume(rain.size());
  for (size_t cell = 0; cell < rain.size(); ++cell)
    volume[cell] = static_cast<double>(rain[cell]) * rain.grid.cell_area_m2();
  return volume;
}

/// Flow over drained ground; what is left of depressions is filled.
Drainage drain_ground(const SeedBundle& seeds, const Mask& land, const HeldLakes& lakes,
                      Raster<float>& height_m) {
  const Flood flood = fill_depressions(land, lakes, height_m);
  return drain(flood, lakes, height_m, flow_dice(derive(seeds.noise_stream(), "water.dither"), land.size()));
}

double land_area_m2(const Mask& land) {
  return static_cast<double>(std::count(land.cells.begin(), land.cells.end(), 1)) * land.grid.cell_area_m2();
}

std::vector<PlanLake> make_lakes(const Template& tmpl, const SeedBundle& seeds, const WaterInputs& inputs,
                                 WaterPlan& plan) {
  std::vector<double> asked = lake_areas(tmpl, land_area_m2(inputs.land));
  if (tmpl.lakes.largest_share <= 0) asked.clear();
  std::vector<PlanLake> lakes;
  if (tmpl.relief.erosion == Erosion::none)
    lakes = keep_lakes(tmpl, seeds, inputs.land, asked, plan.height_m);
  const size_t kept = lakes.size();
  const HeldLakes held = held_lakes(inputs.land.grid, lakes);
  drain_land(tmpl, seeds, inputs.land, held, plan.height_m);
  const Drainage drainage = drain_ground(seeds, inputs.land, held, plan.height_m);
  const std::vector<double> catchment = accumulate(drainage, cell_areas(inputs.land));
  choose_lakes(tmpl, seeds, {inputs.land, inputs.coast_m, plan.height_m, drainage, catchment}, asked, lakes,
               plan.findings);
  if (lakes.size() == kept && kept == 0) return lakes;
  order_levels(drainage, lakes);
  sink_lakes(tmpl, inputs.land, drainage, lakes, plan.height_m);
  return lakes;
}

Mask rivers_and_lakes(const Raster<uint8_t>& order, const HeldLakes& lakes) {
  Mask out(order.grid);
  for (size_t cell = 0; cell < out.size(); ++cell) out[cell] = order[cell] != 0 || lakes.at(cell) != 0;
  return out;
}

/// A lake stands as high as its outlet, and below the lakes above it.
void settle_lakes(const Drainage& drainage, std::vector<PlanLake>& lakes, HeldLakes& held,
                  Raster<float>& height_m) {
  for (PlanLake& lake : lakes) lake.level_m = height_m[lake.outlet];
  order_levels(drainage, lakes);
  for (size_t k = 0; k < lakes.size(); ++k) {
    if (lakes[k].level_m < height_m[lakes[k].outlet]) lower_outlet(lakes[k], drainage.receiver, height_m);
    held.level_m[k] = lakes[k].level_m;
    for (const uint32_t cell : lakes[k].cells) height_m[cell] = lakes[k].level_m;
  }
}

/// Where no site has the right size lakes come out smaller or larger.
void tell_lake_areas(const Template& tmpl, double land_m2, WaterPlan& plan) {
  if (tmpl.lakes.largest_share <= 0) return;
  double asked = 0, got = 0;
  for (const double area : lake_areas(tmpl, land_m2)) asked += area;
  for (const Lake& lake : plan.network.lakes) got += lake.area_m2;
  if (std::fabs(got - asked) > kLakeTolerance * asked)
    plan.findings.push_back({Severity::info, "lake_areas", "lakes.largest_share",
                             "The lakes cover " + rounded_text(got / 1e6, 4) + " km^2 instead of " +
                                 rounded_text(asked / 1e6, 4) +
                                 " km^2: the ground has no site that fits better."});
}

}  // namespace

Raster<float> way_ripple(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid) {
  Raster<float> ripple = plan_noise(tmpl, seeds, grid, "water.breach", kBreachStack);
  const double share = tmpl.relief.erosion == Erosion::none ? kBreachRipple : kErodedRipple;
  for (float& r : ripple.cells)
    r = static_cast<float>(share * tmpl.relief.height_max_m * static_cast<double>(r));
  return ripple;
}

Raster<float> height_above_water(const Drainage& drainage, const Mask& water, const Raster<float>& height_m) {
  Raster<float> out(height_m.grid), base(height_m.grid);
  for (const uint32_t cell : drainage.order) {
    const uint32_t to = drainage.receiver[cell];
    base[cell] = to == cell || water[cell] != 0 ? height_m[cell] : base[to];
    out[cell] = height_m[cell] - base[cell];
  }
  return out;
}

LandFlow land_flow(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                   const Raster<float>& height_m) {
  LandFlow out;
  out.height_m = height_m;
  out.drainage = drain_ground(seeds, land, {}, out.height_m);
  out.rain = make_rain(tmpl, seeds, land, height_m);
  out.catchment_m2 = accumulate(out.drainage, cell_areas(land));
  out.weighted_m2 = accumulate(out.drainage, rain_volumes(out.rain));
  return out;
}

void drain_land(const Template& tmpl, const SeedBundle& seeds, const Mask& land, const HeldLakes& lakes,
                Raster<float>& height_m) {
  const double maximum = tmpl.relief.height_max_m;
  const Raster<float> ripple = way_ripple(tmpl, seeds, land.grid);
  const Mask cut = breach_depressions(land, lakes, kDeepestCut * maximum, height_m, ripple);
  Raster<float> start(land.grid, std::numeric_limits<float>::infinity());
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (cut[cell] != 0) start[cell] = height_m[cell];
  const Raster<float> envelope = lower_envelope(start, valley_curvature(tmpl));
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0 && lakes.at(cell) == 0) height_m[cell] = std::min(height_m[cell], envelope[cell]);
}

namespace {

/// Rain, and at heads of rivers by hand the spring that makes them rivers.
std::vector<double> weighted_catchments(const Template& tmpl, const Raster<float>& rain,
                                        const std::vector<HandReach>& drawn, const Drainage& drainage) {
  std::vector<double> volume = rain_volumes(rain);
  std::vector<double> weighted = accumulate(drainage, volume);
  bool springs = false;
  for (const HandReach& reach : drawn) {
    const double lacks = source_m2(tmpl) - weighted[reach.cells.front()];
    if (lacks < 0) continue;
    volume[reach.cells.front()] += lacks + rain.grid.cell_area_m2();
    springs = true;
  }
  return springs ? accumulate(drainage, volume) : weighted;
}

/// Flow, rivers and the network over lakes that the plan's ground has, and what is drawn by hand.
void make_rivers(const Template& tmpl, const SeedBundle& seeds, const WaterInputs& inputs,
                 const std::vector<HandReach>& drawn, std::vector<PlanLake>& lakes, WaterPlan& plan) {
  plan.drainage = drain_ground(seeds, inputs.land, plan.lakes, plan.height_m);
  lead_drainage(drawn, plan.drainage);
  settle_lakes(plan.drainage, lakes, plan.lakes, plan.height_m);
  plan.catchment_m2 = accumulate(plan.drainage, cell_areas(inputs.land));
  plan.weighted_m2 = weighted_catchments(tmpl, plan.rain, drawn, plan.drainage);
  const std::map<uint32_t, Vec2> drawn_m = drawn_cells(drawn);
  const RiverInputs flow{plan.drainage, plan.lakes, plan.weighted_m2, source_m2(tmpl), &drawn_m};
  const Raster<uint8_t> order = stream_orders(flow);
  plan.above_m = height_above_water(plan.drainage, rivers_and_lakes(order, plan.lakes), plan.height_m);
  const std::vector<RiverPath> paths = trace_rivers(flow, order);
  const Raster<uint8_t> shore = shore_types(tmpl, inputs.land, plan.height_m, inputs.openness, {});
  const std::vector<RiverLine> lines =
      draw_rivers(tmpl, seeds,
                  {inputs.land, plan.height_m, plan.lakes, plan.drainage, plan.catchment_m2, plan.weighted_m2,
                   inputs.openness, ends_of(plan.drainage), shore, drawn_m},
                  paths);
  build_network(tmpl, {order, paths, lines, lakes}, plan);
  plan.network.hack = hack_exponent(plan.drainage, plan.catchment_m2, plan.weighted_m2, source_m2(tmpl));
  if (plan.network.rivers.empty())
    plan.findings.push_back({Severity::warning, "no_rivers", "water.source_km2",
                             "No catchment reaches " + rounded_text(source_m2(tmpl) / 1e6, 4) +
                                 " km^2 with a channel long enough: lower water.source_km2."});
}

/// The lakes by hand and those that stand beside them, whose levels fall downstream.
std::vector<PlanLake> settle_drawn(const Drainage& drainage, const std::vector<PlanLake>& by_hand,
                                   std::vector<PlanLake> standing) {
  const auto with = [&](std::vector<PlanLake> lakes) {
    lakes.insert(lakes.end(), by_hand.begin(), by_hand.end());
    order_levels(drainage, lakes);
    return lakes;
  };
  // A lake that stands lower than one by hand which it drains into makes room.
  const std::vector<PlanLake> alone = with({});
  std::erase_if(standing, [&](const PlanLake& lake) {
    const std::vector<PlanLake> beside = with({lake});
    return !std::ranges::equal(std::span(beside).subspan(1), alone, {}, &PlanLake::level_m,
                               &PlanLake::level_m);
  });
  return with(std::move(standing));
}

/// What became of the rows of lakes.
void tell_drawn_lakes(const std::vector<PlanLake>& by_hand, WaterPlan& plan) {
  for (const PlanLake& drawn : by_hand)
    for (const Lake& lake : plan.network.lakes) {
      if (lake.hand != drawn.row->id) continue;
      const auto cells = static_cast<double>(drawn.cells.size());
      std::string reason;
      if (drawn.row->level_m && std::fabs(lake.level_m - *drawn.row->level_m) > kLevelTolerance_m)
        reason = "it stands at " + decimal_text(lake.level_m) + " m, lower than the lake that drains into it";
      plan.hand.outcomes.push_back(acting_row("waters", *drawn.row, cells, cells, std::move(reason)));
    }
}

/// Rivers that rows draw go by the rows; a river that two rows draw by the first.
void name_drawn_rivers(const std::vector<HandReach>& drawn, WaterPlan& plan) {
  for (const HandReach& reach : drawn) {
    uint32_t cell = reach.cells.back();
    const auto ends_a_river = [&](uint32_t at) {
      return std::ranges::find(plan.network.rivers, at, &River::mouth_cell);
    };
    auto river = ends_a_river(cell);
    while (river == plan.network.rivers.end() && plan.drainage.receiver[cell] != cell) {
      cell = plan.drainage.receiver[cell];
      river = ends_a_river(cell);
    }
    if (river == plan.network.rivers.end() || !river->hand.empty()) continue;
    river->hand = reach.row->id;
    river->name = reach.row->name;
  }
}

}  // namespace

WaterPlan make_water(const Template& tmpl, const SeedBundle& seeds, const WaterInputs& inputs,
                     const Progress& progress) {
  WaterPlan plan;
  plan.height_m = inputs.height_m;
  for (size_t cell = 0; cell < inputs.land.size(); ++cell)
    if (inputs.land[cell] == 0) plan.height_m[cell] = 0;
  std::vector<PlanLake> lakes;
  parallel_invoke({[&] { plan.rain = make_rain(tmpl, seeds, inputs.land, inputs.height_m); },
                   [&] { lakes = make_lakes(tmpl, seeds, inputs, plan); }});
  if (progress.cancelled()) return plan;
  plan.lakes = held_lakes(inputs.land.grid, lakes);
  if (!lakes.empty()) drain_land(tmpl, seeds, inputs.land, plan.lakes, plan.height_m);
  make_rivers(tmpl, seeds, inputs, {}, lakes, plan);
  tell_lake_areas(tmpl, land_area_m2(inputs.land), plan);
  return plan;
}

WaterPlan make_water_by_hand(const Template& tmpl, const SeedBundle& seeds, const WaterInputs& inputs,
                             const WaterPlan& natural, const Progress& progress) {
  WaterPlan plan;
  plan.rain = natural.rain;
  plan.height_m = natural.height_m;
  for (const Finding& finding : natural.findings)  // the others are told anew
    if (finding.code != "lake_areas" && finding.code != "no_rivers") plan.findings.push_back(finding);
  const Mask& land = inputs.land;
  const std::vector<PlanLake> by_hand = draw_lakes(
      tmpl, {land, inputs.coast_m, plan.height_m, natural.drainage, natural.catchment_m2}, plan.hand);
  std::vector<PlanLake> standing = standing_lakes(natural.lakes);
  make_room(land.grid, by_hand, static_cast<size_t>(std::max(tmpl.lakes.count, 0)), standing);
  std::vector<PlanLake> lakes = settle_drawn(natural.drainage, by_hand, std::move(standing));
  plan.lakes = held_lakes(land.grid, lakes);

  Drainage led = natural.drainage;
  const Mask outlets = outlet_cells(land);
  const HandRiverGround ground{land, outlets, plan.height_m, plan.lakes,
                               kMostHandCut * tmpl.relief.height_max_m};
  const LedRivers drawn_rivers = lead_rivers(tmpl, ground, led.receiver, plan.hand);
  const std::vector<HandReach>& drawn = drawn_rivers.reaches;
  for (const HandReach& reach : drawn)
    if (reach.from_lake >= 0) lakes[static_cast<size_t>(reach.from_lake)].outlet = reach.cells.front();
  if (progress.cancelled()) return plan;

  Mask others(land.grid), sinks = land;  // other lakes and the ground beside them stay
  std::vector<PlanLake> sunk;
  for (const PlanLake& lake : lakes) {
    if (lake.row != nullptr) {
      sunk.push_back(lake);
      continue;
    }
    for (const uint32_t cell : lake.cells) {
      others[cell] = 1;
      for (const uint32_t other : neighbours(land.grid, cell)) others[other] = 1;
    }
  }
  for (size_t cell = 0; cell < sinks.size(); ++cell)
    if (others[cell] != 0) sinks[cell] = 0;
  bank_up(land, others, sunk, plan.height_m);
  sink_lakes(tmpl, sinks, led, sunk, plan.height_m);
  plan.lakes = held_lakes(land.grid, lakes);
  drain_land(tmpl, seeds, land, plan.lakes, plan.height_m);
  cut_rivers(tmpl, ground, drawn, led.receiver, plan.height_m);
  make_rivers(tmpl, seeds, inputs, drawn, lakes, plan);
  tell_rivers(drawn_rivers, plan.drainage, plan.hand);
  tell_drawn_lakes(by_hand, plan);
  name_drawn_rivers(drawn, plan);
  if (by_hand.empty()) tell_lake_areas(tmpl, land_area_m2(land), plan);
  return plan;
}

bool draws_waters(const Template& tmpl) {
  for (const WaterRow& row : tmpl.hand.waters)
    if (row.on) return true;
  return false;
}

}  // namespace fw
