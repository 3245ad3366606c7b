#include "core/base/seed.h"
#include "core/model/template/towards.h"
#include "core/template/parameters/parameter_rows.h"

namespace fw::table {
namespace {

constexpr std::array<std::string_view, 2> kLayerModeWords{"balanced", "strict_quantile"};
constexpr std::array<std::string_view, 2> kDangerModeWords{"calibrated", "raw_thresholds"};
constexpr int kMostControllable = 200;
constexpr int kMostNeutral = 60;

std::vector<std::string_view> compass_and(std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> words(kCompassWords.begin(), kCompassWords.end());
  words.insert(words.end(), more);
  return words;
}

void add_identity(Builder& table) {
  table.add(required(row(
      ParameterType::name, {"name", "", "", 1, 64, "What the template is called; no slashes."},
      [](auto& t, size_t) -> auto& { return t.name; })));
  table.add(outside_digest(row(
      ParameterType::text, {"description", "", "", 0, 2000, "For people; outside the digest."},
      [](auto& t, size_t) -> auto& { return t.description; })));
  table.add(outside_digest(row(
      ParameterType::integer,
      {"seed", "", "", 0, static_cast<double>(kMaxSeed),
       "Seed used when none is given on the command line; outside the digest."},
      [](auto& t, size_t) -> auto& { return t.seed; })));
  table.number(
      {"anchor_lon_deg", "", "deg", -180, 180, "Longitude of the frame's centre in the WGS 84 copy."},
      [](auto& t, size_t) -> auto& { return t.anchor_lon_deg; });
  table.number(
      {"anchor_lat_deg", "", "deg", -90, 90, "Latitude of the frame's centre in the WGS 84 copy."},
      [](auto& t, size_t) -> auto& { return t.anchor_lat_deg; });
}

void add_frame_and_land(Builder& table) {
  auto frame = columns(
      table, "frame", [](auto& t, size_t) -> auto& { return t.frame; });
  frame.number("width_m", &FrameParams::width_m, "m", 500, 200000, "West to east; sides are 4 : 1 at most.");
  frame.number("height_m", &FrameParams::height_m, "m", 500, 200000, "South to north.");
  table.add(outside_digest(row(
      ParameterType::colour,
      {"frame.sea", "", "", 0, 0, "Colour of the sea on maps; absent: the map style's. Outside the digest."},
      [](auto& t, size_t) -> auto& { return t.view.sea; })));
  auto land = columns(
      table, "land", [](auto& t, size_t) -> auto& { return t.land; });
  using Land = LandParams;
  land.choice(
      "shape", &Land::shape, kLandShapeSlugs,
      "island: one piece in the sea; archipelago: several; coast: sea along sea_sides; inland: no sea.");
  land.number("fraction", &Land::fraction, "", kLeastLandFraction, 1,
              "The ground's share of the frame: island and archipelago at most 0.9, inland always 1.");
  land.number("roughness", &Land::roughness, "", 0, 1.5,
              "How far capes and bays depart from a smooth outline.");
  land.number("detail", &Land::detail, "", 0, 1, "The same for short waves, below 560 m in a frame of 8 km.");
  land.number("drowned", &Land::drowned, "", 0, 1,
              "How far the sea has risen over valleys: 0 smooth or volcanic, 0.3 rias, 0.6 fjords.");
  land.number("stretch", &Land::stretch, "", 1, 3,
              "Island: its greatest length over width before noise; 1 = round.");
  land.number("scale_m", &Land::scale_m, "m", 0, 20000,
              "Distance over which the ground rises from the shore; 0: 0.075 of the frame's shorter side.");
  land.number("superellipse", &Land::superellipse, "", 1, 20,
              "Exponent of the outline: 2 = ellipse, larger = closer to the frame's rectangle.");
  land.number("islets", &Land::islets, "", 0, 1,
              "Roughness of the small islands beside, without content; 0 = none.");
  table.add(outside_digest(row(
      ParameterType::colour,
      {"land.islet", "", "", 0, 0,
       "Colour of the small islands on maps; absent: the map style's. Outside the digest."},
      [](auto& t, size_t) -> auto& { return t.view.islet; })));
  land.add(ParameterType::integer, "islands", &Land::islands, "", 2, 12, "Archipelago: main islands.");
  land.number("evenness", &Land::evenness, "", 0, 1, "Archipelago: 1 = islands of one size.");
  land.number("strait_m", &Land::strait_m, "m", 0, 20000, "Archipelago: least water between main islands.");
  land.words("sea_sides", &Land::sea_sides, 4, "Coast: sides of the frame with sea.").choices = {
      "north", "east", "south", "west"};
  auto relief = columns(
      table, "relief", [](auto& t, size_t) -> auto& { return t.relief; });
  relief.number("height_max_m", &ReliefParams::height_max_m, "m", 1, 9000, "Height of the highest land.");
  relief.number("ridge", &ReliefParams::ridge, "", 0, 2, "Strength of the ridged mountains.");
  table.number(
      {"relief.massif.weight", "", "", 0, 2, "Extra uplift."},
      [](auto& t, size_t) -> auto& { return t.relief.massif; });
  table
      .add(row(
          ParameterType::direction,
          {"relief.massif.towards", "", "", 0, 360, "Where the extra uplift grows."},
          [](auto& t, size_t) -> auto& { return t.relief.massif_towards; }))
      .choices = compass_and({"centre", "rim"});
  relief.choice("erosion", &ReliefParams::erosion, kErosionSlugs,
                "none: the noise relief; fluvial: rivers and slopes have shaped it.");
  omit_default(
      relief.number("valley_m", &ReliefParams::valley_m, "m", 40, 2000,
                    "Fluvial: length of a hillside in a frame of 8 km; larger = fewer, wider valleys."));
  omit_default(relief.number("cliffs", &ReliefParams::cliffs, "", 0, 0.5,
                             "Fluvial: height of the highest sea cliffs over height_max_m."));
  relief.number("plains", &ReliefParams::plains, "", 0, 0.7,
                "Fluvial: share of the land that uplift leaves low, as ground to build on.");
  relief.number("grain", &ReliefParams::grain, "", 0.3, 3,
                "Size of mountains against the frame: factor on the wavelengths of the relief.");
  relief.number("detail", &ReliefParams::detail, "", 0, 2,
                "Gullies and crests below the plan grid, in rasters and exports; 0 = none.");
}

void add_region_settings(Builder& table) {
  auto regions = columns(
      table, "regions", [](auto& t, size_t) -> auto& { return t.regions; });
  using Regions = RegionParams;
  regions.add(ParameterType::integer, "controllable", &Regions::controllable, "", 1, kMostControllable,
              "Regions with an owner.");
  regions.add(ParameterType::integer, "neutral", &Regions::neutral, "", 0, kMostNeutral,
              "Regions without an owner.");
  regions.number("warp_m", &Regions::warp_m, "m", 0, 5000, "How far noise bends the regions' borders.");
  table.add(word_row(
      {"regions.neutral_at", "", "", 0, 0,
       "Where regions without an owner lie; border: between owners, spread: everywhere."},
      compass_and({"centre", "rim", "border", "spread", "none"}),
      [](auto& t, size_t) -> auto& { return t.regions.neutral_at; }));
  regions
      .add(ParameterType::direction, "tier_towards", &Regions::tier_towards, "", 0, 360,
           "Where danger grows.")
      .choices = compass_and({"centre", "rim", "border", "spread", "none"});
  regions.number("tier_weight", &Regions::tier_weight, "", 0, 2, "Regional tier from one end to the other.");
  regions.number("tier_noise", &Regions::tier_noise, "", 0, 1, "Standard deviation of the luck in it.");
}

void add_region_mixes(Builder& table) {
  ParameterList list{"region_mixes", "region_mixes", "region", kMaxRegions,
                     "Mixes fixed for single regions; the rest is derived from the world's mixes."};
  list.size = [](const Template& t, ParameterPlace) { return t.region_mixes.size(); };
  list.resize = [](Template& t, size_t n, ParameterPlace) { t.region_mixes.resize(n); };
  table.lists.push_back(std::move(list));
  table.add(required(row(
      ParameterType::integer,
      {"region_mixes[].region", "", "", 1, kMaxRegions,
       "Region number from 1, neutral ones first, each group from north to south by its anchors: a region "
       "that moves keeps its number."},
      [](auto& t, size_t i) -> auto& { return t.region_mixes[i].region; })));
  const char* help = "Share of the region's land; sums to 1. Leave the group out to have it derived.";
  table.keyed(
      "region_mixes[].danger", "danger", 1, help,
      [](auto& t, size_t i) -> auto& { return t.region_mixes[i].danger; });
  table.keyed(
      "region_mixes[].biomes", "biomes", 1, help,
      [](auto& t, size_t i) -> auto& { return t.region_mixes[i].biomes; });
}

void add_modes(Builder& table) {
  table.add(choice_row(
      {"modes.layers", "", "", 0, 0,
       "balanced: seamless fields with exact regional counts; strict_quantile: every "
       "region sorted and cut alone, as the paper words it."},
      kLayerModeWords, 0, [](auto& t, size_t) -> auto& { return t.layer_mode; }));
  table.add(choice_row(
      {"modes.danger", "", "", 0, 0,
       "calibrated: bands follow the mix; raw_thresholds: the raw field cut at the bands' "
       "thresholds, the mix not enforced."},
      kDangerModeWords, 0, [](auto& t, size_t) -> auto& { return t.danger_mode; }));
  // Left out of texts: modes.layers strict_quantile alone means field.
  omit_default(table.add(choice_row(
      {"modes.factions", "", "", 0, 0,
       "regions: a faction's ground is its regions' ground; field: a noise field of its own, cut in every "
       "region, as the paper words it."},
      kFactionModeSlugs, 0, [](auto& t, size_t) -> auto& { return t.faction_mode; })));
  table.number(
      {"modes.ground", "", "", 0, 10,
       "Weight of heights, slopes, coast and wetness against noise in the choice of biomes; 0: noise alone."},
      [](auto& t, size_t) -> auto& { return t.ground_weight; });
}

}  // namespace

void add_world_rows(Builder& table) {
  add_identity(table);
  add_frame_and_land(table);
  add_region_settings(table);
}

void add_mix_rows(Builder& table) {
  add_region_mixes(table);
  add_modes(table);
}

// Rivers, lakes, shores, roads and ground plans. A row that has its default is not written, so a template
// that asks for none of them keeps its text.

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
  omit_default(footprints.number("batter", &Footprints::batter, "", 0.2, 2,
                                 "Slope of cut and fill round a ground plan."));
}

}  // namespace

void add_water_rows(Builder& table) {
  add_water(table);
  add_coast_and_roads(table);
}

}  // namespace fw::table
