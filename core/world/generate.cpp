#include "core/world/generate.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/model/template/plan_grid.h"
#include "core/world/generate_internal.h"
#include "core/world/hand/content/hand_landmarks.h"
#include "core/world/hand/hand_imports.h"
#include "core/world/hand/hand_outcomes.h"
#include "core/world/hand/terrain/hand_views.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

/// The stages whose values are in the world.
struct WorldStages {
  LayerStages layers;
  StageHandle<LandmarkPlan> landmarks;
  StageHandle<Content> landmark_points;   ///< the landmarks as points, and tracks
  StageHandle<Roads> roads;               ///< none where roads.mode is tracks
  StageHandle<GroundPlans> ground_plans;  ///< none where none are asked for
  StageHandle<Content> points;
};

/// Landmarks, roads and ground plans, without the hand and with it.
struct Places {
  LandmarkStages natural, by_hand;
  bool same = true;  ///< the hand leaves them and their ground alone
  StageHandle<GroundPlans> ground_plans;
};

Places list_places(Plan& plan, const StageContext& context, const LayerStages& layers) {
  Places of;
  of.natural = list_landmarks(plan, context, layers.admin, layers.natural);
  of.by_hand = of.natural;
  of.same = layers.ground == layers.natural && !concerns_landmarks(context.tmpl);
  if (!of.same)
    of.by_hand =
        list_landmarks_by_hand(plan, context, layers.admin, layers.ground, layers.natural, of.natural);
  of.ground_plans = list_ground_plans(plan, context, of.by_hand);
  return of;
}

/// With a network of roads they are decided on the plan grid, on layers of their own where the raster has
/// another resolution (docs/roads.md, 1).
Places list_places_on_plan(Plan& plan, const StageContext& context, const LayerStages& layers) {
  plan.on_plan_grid(true);
  Places of = list_places(plan, context, list_layers(plan, context));
  plan.on_plan_grid(false);
  of.natural = list_landmarks_on_raster(plan, "", layers.admin, layers.natural, of.natural);
  of.by_hand = of.same ? of.natural
                       : list_landmarks_on_raster(plan, " by hand", layers.admin, layers.ground, of.by_hand);
  return of;
}

WorldStages list_stages(Plan& plan, const StageContext& context) {
  WorldStages w;
  w.layers = list_layers(plan, context);
  const bool on_raster =
      context.tmpl.roads.mode != RoadMode::network || context.grid == plan_grid(context.tmpl.frame);
  const Places places = (on_raster ? list_places : list_places_on_plan)(plan, context, w.layers);
  const PointInputs natural_points = list_point_ground(plan, "habitats", places.natural);
  const PointInputs points =
      places.same ? natural_points : list_point_ground(plan, "habitats by hand", places.by_hand);
  w.landmarks = places.by_hand.all_kinds;
  w.landmark_points = plan.add({"landmark points", 0.5, {}, Keep::never}, stages::collect_landmarks,
                               places.by_hand.layers, places.by_hand.all_kinds);
  w.roads = places.by_hand.roads;
  w.ground_plans = places.ground_plans;
  w.points = list_points(plan, context, w.layers.ground.island, natural_points, points);
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

/// On the finished heights, which ground plans level.
void see_views(const Template& tmpl, World& world) {
  HandTold told;
  tell_views(tmpl, {world.height_m, world.water, world.surface_m}, told);
  add_told(told, world);
}

/// Land, heights and what is under water.
void put_ground(Island island, World& world) {
  world.land = all_land(island);
  world.height_m = std::move(island.height_m);
  world.coast_m = std::move(island.coast_m);
  world.sea_m = std::move(island.sea_m);
  world.water = std::move(island.water);
  world.bed_m = std::move(island.bed_m);
  world.surface_m = std::move(island.surface_m);
  world.shore = std::move(island.shore);
}

/// The layers as the world holds them.
void take_layers(Plan& plan, const LayerStages& w, World& world) {
  world.regions = plan.take(w.regions);
  world.region_weights = plan.take(w.admin, &Administration::weights);
  RegionMap map = plan.take(w.admin, &Administration::map);
  world.region = std::move(map.code);
  HandTold by_land;
  parallel_invoke({[&] {
                     ClassLayer layer = plan.take(w.ground.factions, &FittedFactions::layer);
                     world.faction = std::move(layer.code);
                     world.faction_field = std::move(layer.score);
                     world.faction_fit = std::move(layer.fit);
                   },
                   [&] {
                     ClassLayer layer = plan.take(w.ground.biomes, &FittedBiomes::layer);
                     world.biome = std::move(layer.code);
                     world.biome_field = std::move(layer.score);
                     world.biome_fit = std::move(layer.fit);
                   },
                   [&] {
                     world.findings = plan.take(w.ground.danger, &FittedDanger::findings);
                     DangerLayer layer = plan.take(w.ground.danger, &FittedDanger::layer);
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
                     Island island = plan.take(w.ground.island);
                     by_land = std::move(island.hand);
                     put_ground(std::move(island), world);
                   }});
  add_told(by_land, world);
  add_told(map.hand, world);
  if (w.ground.water.index != StageHandle<WaterPlan>::kNone) {
    world.water_network = plan.take(w.named_waters);
    const Findings findings = plan.take(w.ground.water, &WaterPlan::findings);
    world.findings.insert(world.findings.end(), findings.begin(), findings.end());
  }
  if (w.ground.harbours.index != StageHandle<Coast>::kNone) world.coast = plan.take(w.ground.harbours);
}

/// What the layers' stages say of the template and of its rows of the hand, in the order of the lists.
void take_reports(Plan& plan, const LayerStages& w, World& world) {
  const auto add = [](auto from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
  if (w.rerolls.index != StageHandle<HandTold>::kNone) add_told(plan.take(w.rerolls), world);
  add(plan.take(w.ground.biomes, &FittedBiomes::findings), world.findings);
  add(plan.take(w.ground.factions, &FittedFactions::findings), world.findings);
  add(plan.take(w.ground.biomes, &FittedBiomes::outcomes), world.hand);
  add(plan.take(w.ground.danger, &FittedDanger::outcomes), world.hand);
  add(plan.take(w.ground.factions, &FittedFactions::outcomes), world.hand);
  world.biome_held = plan.take(w.ground.biomes, &FittedBiomes::held);
  world.danger_held = plan.take(w.ground.danger, &FittedDanger::held);
  world.faction_held = plan.take(w.ground.factions, &FittedFactions::held);
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
  const LayerStages& of = w.layers;
  const auto run_layers = [&](auto... more) {
    plan.run(of.ground.island, of.admin, of.ground.factions, of.type, of.feature, of.ground.danger,
             of.ground.biomes, of.regions, of.rerolls, of.ground.water, of.named_waters, of.ground.harbours,
             more...);
  };
  switch (scope) {
    case GenerateScope::ground:
      return plan.run(of.ground.island);
    case GenerateScope::regions:
      return plan.run(of.ground.island, of.admin);
    case GenerateScope::layers:
    case GenerateScope::draft:
      return run_layers();
    case GenerateScope::landmarks:
      return run_layers(w.landmarks, w.roads, w.ground_plans, w.landmark_points);
    case GenerateScope::whole:
      return run_layers(w.landmarks, w.roads, w.ground_plans, w.points);
  }
}

/// Land and heights, and `with_regions` the regions; no fields.
void take_ground(Plan& plan, const LayerStages& w, bool with_regions, World& world) {
  Island island = plan.take(w.ground.island);
  world.region = island.main;
  put_ground(std::move(island), world);
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
    take_ground(plan, w.layers, scope == GenerateScope::regions, *world);
    return world;
  }
  take_layers(plan, w.layers, *world);
  take_reports(plan, w.layers, *world);
  put_content(scope == GenerateScope::whole       ? plan.take(w.points)
              : scope == GenerateScope::landmarks ? plan.take(w.landmark_points)
                                                  : empty_content(context.grid),
              *world);
  if (scope < GenerateScope::landmarks) {
    see_views(context.tmpl, *world);
    return world;
  }
  world->junctions_m = plan.take(w.landmarks, &LandmarkPlan::junctions_m);
  if (w.roads.index != StageHandle<Roads>::kNone) put_roads(plan.take(w.roads), *world);
  if (w.ground_plans.index != StageHandle<GroundPlans>::kNone)
    put_ground_plans(plan.take(w.ground_plans), *world);
  see_views(context.tmpl, *world);
  return world;
}

/// Whether a draft saves something: without erosion, and where a cache holds the finished relief, it would
/// not.
bool drafts_relief(const StageContext& context, StageCache* cache) {
  if (context.tmpl.relief.erosion == Erosion::none) return false;
  Plan plan(context, cache);
  return !plan.cached(list_stages(plan, context).layers.natural.plan_relief);
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress, StageCache* cache,
                                              GenerateScope scope, const ImportSet& imports) {
  const GridSpec grid = frame_grid(tmpl.frame, resolution);
  try {
    const std::optional<Template> with_regions = with_imported_regions(tmpl, imports);
    StageContext context{with_regions ? *with_regions : tmpl, seeds, grid, progress, imports};
    context.draft = scope == GenerateScope::draft && drafts_relief(context, cache);
    auto world = make_world(context, cache, scope);
    world->draft = context.draft;
    add_told(tell_missing_imports(tmpl, imports), *world);
    world->hand = order_outcomes(tmpl.hand, world->hand, scope == GenerateScope::whole);
    const Findings suspended = tell_suspended(world->hand, world->findings);
    world->findings.insert(world->findings.end(), suspended.begin(), suspended.end());
    progress.at("world", 1.0);
    return std::shared_ptr<const World>(std::move(world));
  } catch (const Cancelled&) {
    return Error{ErrorKind::cancelled, "cancelled"};
  }
}

}  // namespace fw
