#include "core/template/parameters/parameter_rows.h"

// Rivers, lakes, shores, roads and ground plans. A row that has its default is not written, so a template
// that asks for none of them keeps its text.
namespace fw::table {
namespace {

void add_water(Builder& table) {
  using Water = WaterParams;
  auto water = columns(
      table, "water", [](auto& t, size_t) -> auto& { return t.water; });
  omit_default(water.choice("rivers", &Water::rivers, kNatureSlugs, "Whether water runs: rivers and lakes."));
  omit_default(
      water.number("source_km2", &Water::source_km2, "km^2", 0, 10000,
                   "Catchment, weighted by rain, at which a river begins; 0 = 0.12 km^2 in a frame of "
                   "8 km, growing with its area."));
  omit_default(water.number("runoff_mm", &Water::runoff_mm, "mm", 1, 20000, "Mean yearly runoff."));
  omit_default(
      water.number("rain_noise", &Water::rain_noise, "", 0, 2, "How much rain varies with noise.rain."));
  omit_default(
      water.number("rain_height", &Water::rain_height, "", 0, 2, "How much more it rains on high ground."));
  omit_default(
      water.number("width_scale", &Water::width_scale, "", 0.05, 50, "Channel width over nature's."));
  using Lakes = LakeParams;
  auto lakes = columns(
      table, "lakes", [](auto& t, size_t) -> auto& { return t.lakes; });
  omit_default(lakes.number("largest_share", &Lakes::largest_share, "", 0, 0.1,
                            "The largest lake's share of the land; the k-th has 1/k of it."));
  omit_default(lakes.add(ParameterType::integer, "count", &Lakes::count, "", 0, 200, "How many lakes."));
  omit_default(lakes.number("spacing_m", &Lakes::spacing_m, "m", 0, 100000,
                            "Least distance between lakes; 0 = 700 m in a frame of 8 km, growing with it."));
}

void add_coast_and_roads(Builder& table) {
  auto coast = columns(
      table, "coast", [](auto& t, size_t) -> auto& { return t.coast; });
  omit_default(coast.choice("types", &CoastParams::types, kNatureSlugs,
                            "natural: types of shore, a sea floor, places for harbours."));
  omit_default(
      coast.number("depth_max_m", &CoastParams::depth_max_m, "m", 1, 5000, "Depth of the open sea."));
  using Roads = RoadParams;
  auto roads = columns(
      table, "roads", [](auto& t, size_t) -> auto& { return t.roads; });
  omit_default(
      roads.choice("mode", &Roads::mode, kRoadModeSlugs,
                   "tracks: paths between landmarks; network: roads, tracks, trails and crossings."));
  omit_default(roads.number("detour", &Roads::detour, "", 1, 20,
                            "No pair of near towns pays more than this times its own best way."));
  omit_default(roads.number("grade", &Roads::grade, "", 0.01, 2, "Grade at which a metre costs double."));
  omit_default(roads.number("reuse", &Roads::reuse, "", 0.05, 1, "Price factor on what is built."));
  omit_default(roads.number("ford_m", &Roads::ford_m, "m", 0, 100,
                            "Narrower rivers are forded by roads and tracks, up to twice that by trails."));
  omit_default(roads.yes_no("trails", &Roads::trails, "Trails to sites off the network."));
  omit_default(
      roads.number("town_water", &Roads::town_water, "", 0, 5, "Pull of water and harbours on settlements."));
  omit_default(roads.number("toll", &Roads::toll, "", 0, 10, "Pull of bridges on forts."));
  using Footprints = FootprintParams;
  auto footprints = columns(
      table, "footprints", [](auto& t, size_t) -> auto& { return t.footprints; });
  omit_default(footprints.number("settlement_ha", &Footprints::settlement_ha, "ha", 0, 100,
                                 "Area of a settlement's ground plan; 0 = none."));
  omit_default(footprints.number("fort_ha", &Footprints::fort_ha, "ha", 0, 100,
                                 "Area of a fort's ground plan; 0 = none."));
  omit_default(footprints.number("grade", &Footprints::grade, "", 0.01, 1,
                                 "Steepest grade that a ground plan is levelled to."));
}

}  // namespace

void add_water_rows(Builder& table) {
  add_water(table);
  add_coast_and_roads(table);
}

}  // namespace fw::table
