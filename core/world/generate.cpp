#include "core/world/generate.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/model/template/plan_grid.h"
#include "core/world/cancel.h"
#include "core/world/generate_internal.h"
#include "core/world/hand/content/hand_landmarks.h"
#include "core/world/hand/ground/hand_terrain.h"
#include "core/world/hand/hand_imports.h"
#include "core/world/hand/hand_outcomes.h"
#include "core/world/hand/hand_rerolls.h"

namespace fw {
namespace {

/// The stages whose values are in the world.
struct WorldStages {
  StageHandle<Island> island;
  StageHandle<Administration> admin;
  StageHandle<FittedFactions> factions;
  StageHandle<TypeLayer> type;
  StageHandle<Raster<float>> feature;
  StageHandle<FittedDanger> danger;
  StageHandle<FittedBiomes> biomes;
  StageHandle<std::vector<Region>> regions;
  StageHandle<LandmarkPlan> landmarks;
  StageHandle<Content> landmark_points;   ///< the landmarks as points, and tracks
  StageHandle<Roads> roads;               ///< none where roads.mode is tracks
  StageHandle<GroundPlans> ground_plans;  ///< none where none are asked for
  StageHandle<Content> points;
  StageHandle<WaterPlan> water;  ///< none without rivers
  StageHandle<Water> named_waters;
  StageHandle<Coast> coast;       ///< none without types of shore
  StageHandle<HandTold> views;    ///< none without views
  StageHandle<HandTold> rerolls;  ///< none without rerolls
};

/// A layer's noise, and the ids that its tags are made of.
void add_noise(const char* layer, const NoiseStack& stack, Paths& paths) {
  paths.push_back(std::string("noise.") + layer + ".");
  for (const std::string_view source : {std::string_view(layer), std::string_view(stack.seed_of)}) {
    if (source == "biome") paths.push_back("biomes[].id");
    if (source == "faction") paths.push_back("factions[].id");
  }
}

/// The rows of `imports` of these kinds.
void add_imports(std::initializer_list<std::string_view> what, const Template& tmpl, Paths& paths) {
  for (size_t k = 0; k < tmpl.hand.imports.size(); ++k)
    if (std::find(what.begin(), what.end(), tmpl.hand.imports[k].what) != what.end())
      paths.push_back("hand.imports[" + std::to_string(k) + "].");
}

/// The rows of `rerolls` that mix other dice into a layer.
void add_rerolls(SeedPart layer, const Template& tmpl, Paths& paths) {
  for (std::string& path : reroll_paths(tmpl, layer)) paths.push_back(std::move(path));
}

Paths danger_paths() {
  Paths paths{"modes.", "region_mixes[].region", "region_mixes[].danger"};
  add_columns("danger",
              {"id", "label", "share", "threshold", "tier_at", "floor", "in_neutral", "outside_neutral"},
              paths);
  return paths;
}

Paths biome_paths(const Template& tmpl) {
  Paths paths{"modes.", "region_mixes[].region", "region_mixes[].biomes", part_seed_path(SeedPart::biomes)};
  add_columns("biomes", {"id", "share", "fit_at_zero", "prior"}, paths);
  add_noise("biome", tmpl.noise.biome, paths);
  add_rerolls(SeedPart::biomes, tmpl, paths);
  return paths;
}

template <typename Row>
bool any_on(const HandRows<Row>& rows) {
  for (const Row& row : rows)
    if (row.on) return true;
  return false;
}

/// What moving a layer round its paint reads besides what the natural layer does.
Paths by_hand(Paths paths, PaintLayer layer) {
  const std::string table(kPaintTables[static_cast<size_t>(layer)]);
  paths.insert(paths.end(), {"hand.mix", table + "[].id", table + "[].label"});
  return paths;
}

Paths type_paths(const Template& tmpl) {
  Paths paths{"resources[].quota", "wildlife[].quota", "enemies[].quota", part_seed_path(SeedPart::points)};
  add_noise("type", tmpl.noise.type, paths);
  return paths;
}

/// What the rows of `rerolls` and their words read.
Paths reroll_words_paths() {
  Paths paths{"frame.", "hand.rerolls["};
  for (const char* table : {"resources", "wildlife", "enemies"})
    add_columns(table, {"class", "family"}, paths);
  add_columns("landmarks", {"id"}, paths);
  add_columns("families", {"id"}, paths);
  return paths;
}

/// A layer's rows of the hand on the grid.
StageHandle<PaintedCells> list_paint(Plan& plan, const Template& tmpl, PaintLayer layer,
                                     StageHandle<Administration> admin) {
  const auto index = static_cast<size_t>(layer);
  Paths paths{"frame.", "hand." + std::string(kPaintLists[index]) + "[",
              std::string(kPaintTables[index]) + "[].id"};
  add_imports({kPaintLists[index]}, tmpl, paths);
  return plan.add({std::string(kPaintLists[index]) + " paint", 4, paths},
                  std::bind_front(stages::paint_layer, layer), admin);
}

/// Heights that are decided on the plan grid, with rivers and shores as the template asks for them.
/// `by_hand` = the name's end where the relief is changed by hand.
void list_watered_ground(Plan& plan, const Template& tmpl, const Paths& ground_paths, const char* by_hand,
                         Ground& ground) {
  const auto name = [&](const char* stage) { return std::string(stage) + by_hand; };
  if (tmpl.water.rivers != Nature::none) {
    Paths paths{"water.", "lakes.", "noise.rain.", part_seed_path(SeedPart::land)};
    ground.water =
        plan.add({.name = name("water"), .cost_ms = 220, .reads = paths, .phase = "water", .on_plan = true},
                 stages::make_water, ground.plan_relief);
  }
  if (tmpl.coast.types != Nature::none) {
    Paths paths{"coast.", part_seed_path(SeedPart::land)};
    ground.coast = plan.add({.name = name("coast"), .cost_ms = 60, .reads = paths, .on_plan = true},
                            stages::make_coast, ground.plan_relief, ground.water);
  }
  ground.island = plan.add({name("island"), 20, ground_paths, Keep::recent, "island"},
                           stages::make_watered_island, ground.plan_relief, ground.water, ground.coast);
}

/// Where ships can lie, in every region.
void list_harbours(Plan& plan, const std::string& name, StageHandle<Administration> admin, Ground& ground) {
  if (ground.coast.index != StageHandle<CoastPlan>::kNone)
    ground.harbours =
        plan.add({name, 10}, stages::choose_harbours, ground.coast, ground.plan_relief, ground.water, admin);
}

/// What regions say of rivers and shores: names, harbours.
void list_water_words(Plan& plan, const Ground& ground, WorldStages& w) {
  w.water = ground.water;
  if (ground.water.index != StageHandle<WaterPlan>::kNone) {
    Paths paths{"factions[].names", part_seed_path(SeedPart::regions)};
    add_columns("names", kNameColumns, paths);
    w.named_waters = plan.add({"names of waters", 3, paths}, stages::name_waters, ground.water, w.admin);
  }
  w.coast = ground.harbours;
}

// The data flow of a world. A row: name, cost in ms on one thread (512 cells a side), what it reads of the
// template; its function; its inputs.

void list_layers(Plan& plan, const StageContext& context, WorldStages& w, Ground& natural, Ground& ground) {
  const Template& tmpl = context.tmpl;
  Paths ground_paths{"frame.",        "land.",      "relief.",
                     "noise.height.", "hand.land[", part_seed_path(SeedPart::land)};
  add_imports({"land", "height"}, tmpl, ground_paths);
  if (has_plan_relief(tmpl)) {
    natural.plan_relief = plan.add(
        {.name = "plan relief", .cost_ms = 450, .reads = ground_paths, .phase = "relief", .on_plan = true},
        stages::make_plan_relief);
    list_watered_ground(plan, tmpl, ground_paths, "", natural);
  } else {
    natural.island = plan.add({"island", 20, ground_paths, Keep::recent, "island"}, stages::make_island);
  }
  natural.relief = plan.add({"relief", 7}, derive_relief, natural.island);
  const auto ranks = plan.add({"relief ranks", 6}, stages::rank_relief, natural.island, natural.relief);
  Paths region_paths = columns("factions", {"id", "share", "role", "home", "names", "fit_at_zero"});
  region_paths.push_back("regions.");
  region_paths.push_back("hand.regions[");
  for (const SeedPart part : {SeedPart::regions, SeedPart::owners, SeedPart::danger})
    region_paths.push_back(part_seed_path(part));
  add_columns("names", kNameColumns, region_paths);
  w.admin = plan.add({"regions", 40, region_paths, Keep::recent, "regions"}, stages::make_administration,
                     natural.island);
  Paths paths{"modes.layers", part_seed_path(SeedPart::factions)};
  add_noise("faction", tmpl.noise.faction, paths);
  add_rerolls(SeedPart::factions, tmpl, paths);
  natural.factions = plan.add({"factions", 37, paths}, stages::make_factions, w.admin);
  ground.factions = natural.factions;
  if (is_painted(tmpl, context.imports, PaintLayer::faction))
    ground.factions =
        plan.add({"factions by hand", 60, by_hand(paths, PaintLayer::faction)}, stages::adapt_factions,
                 w.admin, natural.factions, list_paint(plan, tmpl, PaintLayer::faction, w.admin));
  w.type = plan.add({"type", 1, type_paths(tmpl)}, stages::make_type, w.admin);
  w.feature = plan.add({"feature", 0.4, {"frame.", "noise.feature."}}, stages::make_feature);
  paths = {"modes.", part_seed_path(SeedPart::danger)};
  add_noise("danger", tmpl.noise.danger, paths);
  add_rerolls(SeedPart::danger, tmpl, paths);
  const auto danger_field = plan.add({"danger field", 4, paths}, stages::make_danger_field, w.admin);
  natural.danger = plan.add({"danger", 45, danger_paths(), Keep::recent, "danger"}, stages::fit_danger,
                            w.admin, danger_field);
  ground.danger = natural.danger;
  paths = {"region_mixes[].biomes", "hand.regions[].biomes", "hand.regions[].on",
           "biomes[].share",        "biomes[].fit_at_zero",  part_seed_path(SeedPart::biomes)};
  add_noise("biome", tmpl.noise.biome, paths);
  add_rerolls(SeedPart::biomes, tmpl, paths);
  const auto biome_inputs = plan.add({"biome inputs", 4, paths}, stages::survey_biomes, w.admin, ranks);
  if (is_painted(tmpl, context.imports, PaintLayer::danger)) {
    Paths danger_by_hand = by_hand(danger_paths(), PaintLayer::danger);
    danger_by_hand.push_back("hand.belt_m");
    ground.danger =
        plan.add({"danger by hand", 50, danger_by_hand, Keep::recent, "danger"}, stages::adapt_danger,
                 w.admin, danger_field, natural.danger, list_paint(plan, tmpl, PaintLayer::danger, w.admin));
  }
  natural.biomes = plan.add({"biomes", 45, biome_paths(tmpl), Keep::recent, "biomes"}, stages::fit_biomes,
                            w.admin, natural.danger, biome_inputs);
  StageHandle<ShapedBiomeInputs> shaped;
  ground.island = natural.island;
  ground.relief = natural.relief;
  ground.plan_relief = natural.plan_relief;
  ground.water = natural.water;
  ground.coast = natural.coast;
  list_harbours(plan, "harbour sites", w.admin, natural);
  ground.harbours = natural.harbours;
  if (shapes_terrain(tmpl.hand)) {
    const Paths terrain_paths{"frame.", "relief.height_max_m", "hand.terrain[", "hand.views["};
    if (has_plan_relief(tmpl)) {
      ground.plan_relief =
          plan.add({.name = "plan relief by hand", .cost_ms = 5, .reads = terrain_paths, .on_plan = true},
                   stages::shape_plan_relief, natural.plan_relief);
      list_watered_ground(plan, tmpl, ground_paths, " by hand", ground);
      list_harbours(plan, "harbour sites by hand", w.admin, ground);
    } else {
      ground.island = plan.add({"terrain by hand", 5, terrain_paths}, stages::shape_terrain, natural.island);
    }
    ground.relief = plan.add({"relief by hand", 7}, derive_relief, ground.island);
    const auto shaped_ranks = plan.add({"relief ranks by hand", 25}, stages::rank_by_hand, natural.island,
                                       natural.relief, ranks, ground.island, ground.relief);
    shaped = plan.add({"biome inputs by hand", 5, paths}, stages::survey_biomes_by_hand, w.admin,
                      natural.island, ground.island, shaped_ranks);
  }
  ground.biomes = natural.biomes;
  if (is_painted(tmpl, context.imports, PaintLayer::biome) || shapes_terrain(tmpl.hand))
    ground.biomes = plan.add({"biomes by hand", 60, by_hand(biome_paths(tmpl), PaintLayer::biome)},
                             stages::adapt_biomes, w.admin, natural.danger, biome_inputs, natural.biomes,
                             list_paint(plan, tmpl, PaintLayer::biome, w.admin), shaped);
  w.regions = plan.add({"regional mixes", 1, {}, Keep::never}, stages::measure_mixes, w.admin, ground.danger,
                       ground.biomes, ground.factions);
  list_water_words(plan, ground, w);
  w.island = ground.island;
  w.danger = ground.danger;
  w.biomes = ground.biomes;
  w.factions = ground.factions;
  if (any_on(tmpl.hand.views))
    w.views = plan.add({"views", 0.5, {"frame.", "hand.views["}}, stages::see_views, ground.island);
  if (any_on(tmpl.hand.rerolls))
    w.rerolls = plan.add({"rerolls", 2, reroll_words_paths()}, stages::tell_rerolls, w.admin);
}

/// Landmarks, roads and ground plans, without the hand and with it.
struct Places {
  LandmarkStages natural, by_hand;
  bool same = true;  ///< the hand leaves them and their ground alone
  StageHandle<GroundPlans> ground_plans;
};

Places list_places(Plan& plan, const StageContext& context, StageHandle<Administration> admin,
                   const Ground& natural, const Ground& ground) {
  Places of;
  of.natural = list_landmarks(plan, context, admin, natural);
  of.by_hand = of.natural;
  of.same = ground == natural && !concerns_landmarks(context.tmpl);
  if (!of.same) of.by_hand = list_landmarks_by_hand(plan, context, admin, ground, natural, of.natural);
  of.ground_plans = list_ground_plans(plan, context, of.by_hand);
  return of;
}

/// With a network of roads they are decided on the plan grid, on layers of their own where the raster has
/// another resolution (docs/roads.md, 1).
Places list_places_on_plan(Plan& plan, const StageContext& context, StageHandle<Administration> admin,
                           const Ground& natural, const Ground& ground) {
  plan.on_plan_grid(true);
  WorldStages w;
  Ground natural_plan, ground_plan;
  list_layers(plan, context, w, natural_plan, ground_plan);
  Places of = list_places(plan, context, w.admin, natural_plan, ground_plan);
  plan.on_plan_grid(false);
  of.natural = list_landmarks_on_raster(plan, "", admin, natural, of.natural);
  of.by_hand = of.same ? of.natural : list_landmarks_on_raster(plan, " by hand", admin, ground, of.by_hand);
  return of;
}

WorldStages list_stages(Plan& plan, const StageContext& context) {
  WorldStages w;
  Ground natural, ground;
  list_layers(plan, context, w, natural, ground);
  const bool on_raster =
      context.tmpl.roads.mode != RoadMode::network || context.grid == plan_grid(context.tmpl.frame);
  const Places places =
      (on_raster ? list_places : list_places_on_plan)(plan, context, w.admin, natural, ground);
  const PointGround natural_points = list_point_ground(plan, "habitats", places.natural);
  const PointGround points =
      places.same ? natural_points : list_point_ground(plan, "habitats by hand", places.by_hand);
  w.landmarks = places.by_hand.all_kinds;
  w.landmark_points = plan.add({"landmark points", 0.5, {}, Keep::never}, stages::collect_landmarks,
                               places.by_hand.layers, places.by_hand.all_kinds);
  w.roads = places.by_hand.roads;
  w.ground_plans = places.ground_plans;
  w.points = list_points(plan, context, w.island, natural_points, points);
  return w;
}

Mask all_land(const Island& island) {
  Mask land = island.main;
  for (size_t i = 0; i < land.size(); ++i) land[i] |= island.islets[i];
  return land;
}

void add_told(const HandTold& told, World& world) {
  world.hand.insert(world.hand.end(), told.outcomes.begin(), told.outcomes.end());
  world.findings.insert(world.findings.end(), told.findings.begin(), told.findings.end());
}

/// The layers as the world holds them.
void take_layers(Plan& plan, const WorldStages& w, World& world) {
  world.regions = plan.take(w.regions);
  world.region_weights = plan.take(w.admin, &Administration::weights);
  RegionMap map = plan.take(w.admin, &Administration::map);
  world.region = std::move(map.code);
  HandTold by_land;
  parallel_invoke({[&] {
                     ClassLayer layer = plan.take(w.factions, &FittedFactions::layer);
                     world.faction = std::move(layer.code);
                     world.faction_field = std::move(layer.score);
                     world.faction_fit = std::move(layer.fit);
                   },
                   [&] {
                     ClassLayer layer = plan.take(w.biomes, &FittedBiomes::layer);
                     world.biome = std::move(layer.code);
                     world.biome_field = std::move(layer.score);
                     world.biome_fit = std::move(layer.fit);
                   },
                   [&] {
                     world.findings = plan.take(w.danger, &FittedDanger::findings);
                     DangerLayer layer = plan.take(w.danger, &FittedDanger::layer);
                     world.danger = std::move(layer.band);
                     world.danger_field = std::move(layer.calibrated);
                     world.danger_fit = std::move(layer.fit);
                   },
                   [&] {
                     TypeLayer layer = plan.take(w.type);
                     world.type = std::move(layer.code);
                     world.type_field = std::move(layer.field);
                     world.feature = plan.take(w.feature);
                   },
                   [&] {
                     Island island = plan.take(w.island);
                     world.land = all_land(island);
                     by_land = std::move(island.hand);
                     world.height_m = std::move(island.height_m);
                     world.coast_m = std::move(island.coast_m);
                     world.sea_m = std::move(island.sea_m);
                     world.water = std::move(island.water);
                     world.bed_m = std::move(island.bed_m);
                     world.surface_m = std::move(island.surface_m);
                     world.shore = std::move(island.shore);
                   }});
  add_told(by_land, world);
  add_told(map.hand, world);
  if (w.water.index != StageHandle<WaterPlan>::kNone) {
    world.water_network = plan.take(w.named_waters);
    const Findings findings = plan.take(w.water, &WaterPlan::findings);
    world.findings.insert(world.findings.end(), findings.begin(), findings.end());
  }
  if (w.coast.index != StageHandle<Coast>::kNone) world.coast = plan.take(w.coast);
}

/// What the layers' stages say of the template and of its rows of the hand, in the order of the lists.
void take_reports(Plan& plan, const WorldStages& w, World& world) {
  const auto add = [](auto from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
  for (const StageHandle<HandTold> told : {w.views, w.rerolls})
    if (told.index != StageHandle<HandTold>::kNone) add_told(plan.take(told), world);
  add(plan.take(w.biomes, &FittedBiomes::findings), world.findings);
  add(plan.take(w.factions, &FittedFactions::findings), world.findings);
  add(plan.take(w.biomes, &FittedBiomes::outcomes), world.hand);
  add(plan.take(w.danger, &FittedDanger::outcomes), world.hand);
  add(plan.take(w.factions, &FittedFactions::outcomes), world.hand);
}

void put_content(Content content, World& world) {
  world.findings.insert(world.findings.end(), content.findings.begin(), content.findings.end());
  world.intensity_resource = std::move(content.intensity_resource);
  world.intensity_wildlife = std::move(content.intensity_wildlife);
  world.intensity_enemy = std::move(content.intensity_enemy);
  world.points = std::move(content.points);
  world.ledger = std::move(content.ledger);
  world.tracks = std::move(content.tracks);
  world.hand.insert(world.hand.end(), content.hand.begin(), content.hand.end());
}

/// Runs what a scope needs.
void run_scope(Plan& plan, const WorldStages& w, GenerateScope scope) {
  switch (scope) {
    case GenerateScope::ground:
      return plan.run(w.island);
    case GenerateScope::regions:
      return plan.run(w.island, w.admin);
    case GenerateScope::layers:
      return plan.run(w.island, w.admin, w.factions, w.type, w.feature, w.danger, w.biomes, w.regions,
                      w.views, w.rerolls, w.water, w.named_waters, w.coast);
    case GenerateScope::landmarks:
      return plan.run(w.island, w.admin, w.factions, w.type, w.feature, w.danger, w.biomes, w.regions,
                      w.views, w.rerolls, w.water, w.named_waters, w.coast, w.landmarks, w.roads,
                      w.ground_plans, w.landmark_points);
    case GenerateScope::whole:
      return plan.run(w.island, w.admin, w.factions, w.type, w.feature, w.danger, w.biomes, w.regions,
                      w.views, w.rerolls, w.water, w.named_waters, w.coast, w.landmarks, w.roads,
                      w.ground_plans, w.points);
  }
}

/// Land and heights, and with `admin` the regions; no fields.
void take_ground(Plan& plan, const WorldStages& w, bool with_regions, World& world) {
  Island island = plan.take(w.island);
  world.land = all_land(island);
  world.region = std::move(island.main);
  world.height_m = std::move(island.height_m);
  world.coast_m = std::move(island.coast_m);
  world.sea_m = std::move(island.sea_m);
  world.water = std::move(island.water);
  world.bed_m = std::move(island.bed_m);
  world.surface_m = std::move(island.surface_m);
  world.shore = std::move(island.shore);
  if (!with_regions) return;
  RegionMap map = plan.take(w.admin, &Administration::map);
  world.region = std::move(map.code);
  world.regions = std::move(map.regions);
}

std::shared_ptr<World> make_world(const StageContext& context, StageCache* cache, GenerateScope scope) {
  Plan plan(context, cache);
  const WorldStages w = list_stages(plan, context);
  run_scope(plan, w, scope);
  stop_if_cancelled(context.progress);

  auto world = std::make_shared<World>();
  world->template_name = context.tmpl.name;
  world->seeds = context.seeds;
  world->grid = context.grid;
  world->vocabulary = context.tmpl.vocabulary;
  if (scope < GenerateScope::layers) {
    take_ground(plan, w, scope == GenerateScope::regions, *world);
    return world;
  }
  take_layers(plan, w, *world);
  take_reports(plan, w, *world);
  put_content(scope == GenerateScope::whole       ? plan.take(w.points)
              : scope == GenerateScope::landmarks ? plan.take(w.landmark_points)
                                                  : empty_content(context.grid),
              *world);
  if (scope < GenerateScope::landmarks) return world;
  world->junctions_m = plan.take(w.landmarks, &LandmarkPlan::junctions_m);
  if (w.roads.index != StageHandle<Roads>::kNone) put_roads(plan.take(w.roads), *world);
  if (w.ground_plans.index != StageHandle<GroundPlans>::kNone)
    put_ground_plans(plan.take(w.ground_plans), *world);
  return world;
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress, StageCache* cache,
                                              GenerateScope scope, const ImportSet& imports) {
  const GridSpec grid = frame_grid(tmpl.frame, resolution);
  try {
    const std::optional<Template> with_regions = with_imported_regions(tmpl, imports);
    auto world =
        make_world({with_regions ? *with_regions : tmpl, seeds, grid, progress, imports}, cache, scope);
    add_told(tell_missing_imports(tmpl, imports), *world);
    world->hand = order_outcomes(tmpl.hand, world->hand, scope == GenerateScope::whole);
    progress.at("world", 1.0);
    return std::shared_ptr<const World>(std::move(world));
  } catch (const Cancelled&) {
    return Error{ErrorKind::cancelled, "cancelled"};
  }
}

}  // namespace fw
