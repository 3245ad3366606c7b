#include "core/world/generate.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/model/template/plan_grid.h"
#include "core/world/detail/world_detail.h"
#include "core/world/flow/flow_internal.h"
#include "core/world/hand/hand_imports.h"
#include "core/world/hand/hand_outcomes.h"
#include "core/world/hand/terrain/hand_views.h"
#include "core/world/plan/cancel.h"
#include "core/world/roads/roads_in_world.h"

namespace fw {
namespace {

/// The stages whose values are in the world.
struct WorldStages {
  LayerStages layers;
  StageHandle<Coast> harbours;  ///< the shore with the harbour sites that landmarks saw; as layers.harbours
  StageHandle<LandmarkPlan> landmarks;
  StageHandle<Content> landmark_points;  ///< the landmarks as points, and tracks
  StageHandle<Roads> roads;
  StageHandle<GroundPlans> ground_plans;  ///< not asked where the template states none
  StageHandle<LevelledGround> levelled;   ///< as `ground_plans`
  StageHandle<MadePlaces> places;
  StageHandle<Raster<float>> detail;
  StageHandle<Content> points;
};

StageHandle<LevelledGround> list_levelled(const StageList& list, const WorldStages& w) {
  if (!w.ground_plans.exists()) return Absence::not_asked;
  return list.add(
      {"levelled ground", 8, {"footprints.batter"}},
      [](const StageContext& c, const Island& island, const Administration& admin, const GroundPlans& plans) {
        return level_ground(c.tmpl, plans, {island.height_m, admin.map.code, island.water, island.surface_m});
      },
      w.layers.island.by_hand, w.layers.admin, w.ground_plans);
}

/// Written last: no other stage reads it.
StageHandle<Raster<float>> list_detail(const StageList& list, const WorldStages& w) {
  return list.add(
      {.name = "detail",
       .cost_ms = 12,
       .reads = {"frame.", "relief.detail", "relief.height_max_m", "hand.terrain[",
                 part_seed_path(SeedPart::land)},
       .of_noise = true},
      [](const StageContext& c, const Island& island, const Administration& admin, const Roads& roads,
         const GroundPlans* plans, const LevelledGround* levelled) {
        FeatureShape ways, pads;
        for (const RoadPiece& piece : roads.pieces) add_way(piece.vertices_m, ways);
        if (plans != nullptr)
          for (const Footprint& plan : plans->footprints) add_pad(plan.outline_m, pads);
        add_hand_pads(c.tmpl, pads);
        return make_detail(c.tmpl, c.seeds, levelled != nullptr ? levelled->height_m : island.height_m,
                           {admin.map.code, island.water, island.stated}, std::move(ways), std::move(pads));
      },
      w.layers.island.by_hand, w.layers.admin, w.roads, w.ground_plans, w.levelled);
}

WorldStages list_stages(Plan& plan, const StageContext& context) {
  const StageList on_raster{plan, context}, on_plan{plan, context, StageGrid::plan};
  WorldStages w;
  w.layers = list_layers(on_raster);
  // Landmarks are decided on the plan grid, on layers of their own where the raster has another resolution
  // (docs/roads.md, 1).
  const bool decided_on_raster = context.grid == plan_grid(context.tmpl.frame);
  LayerStages decided = w.layers;
  if (!decided_on_raster) decided = list_layers(on_plan);
  w.harbours = decided.harbours.by_hand;
  PlaceStages places = list_places(decided_on_raster ? on_raster : on_plan, decided);
  if (!decided_on_raster) {
    LayerStages seen = w.layers;
    seen.harbours = decided.harbours;
    places = list_places_on_raster(on_raster, seen, places);
  }
  w.landmarks = places.named.by_hand;
  w.landmark_points = on_raster.add(
      {"landmark points", 0.5, {}, Keep::never},
      [](const StageContext& c, const PlacementLayers& layers, const LandmarkPlan& landmarks) {
        return collect_landmarks(layers.inputs(c), landmarks);
      },
      places.layers.by_hand, places.named.by_hand);
  w.roads = places.roads.by_hand;
  w.places = places.named_places;
  w.ground_plans = places.ground_plans;
  w.levelled = list_levelled(on_raster, w);
  w.detail = list_detail(on_raster, w);
  w.points = list_points(on_raster, w.layers.island, places);
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
void take_layers(Plan& plan, const LayerStages& w, StageHandle<Coast> harbours, World& world) {
  world.regions = plan.take(w.regions);
  world.region_weights = plan.take(w.admin, &Administration::weights);
  RegionMap map = plan.take(w.admin, &Administration::map);
  world.region = std::move(map.code);
  HandTold by_land;
  parallel_invoke({[&] {
                     ClassLayer layer = plan.take(w.factions.by_hand, &FittedFactions::layer);
                     world.faction = std::move(layer.code);
                     world.faction_field = std::move(layer.score);
                     world.faction_fit = std::move(layer.fit);
                   },
                   [&] {
                     ClassLayer layer = plan.take(w.biomes.by_hand, &FittedBiomes::layer);
                     world.biome = std::move(layer.code);
                     world.biome_field = std::move(layer.score);
                     world.biome_fit = std::move(layer.fit);
                     world.biome_room = plan.take(w.biome_room);
                   },
                   [&] {
                     world.findings = plan.take(w.danger.by_hand, &FittedDanger::findings);
                     DangerLayer layer = plan.take(w.danger.by_hand, &FittedDanger::layer);
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
                     Island island = plan.take(w.island.by_hand);
                     by_land = std::move(island.hand);
                     put_ground(std::move(island), world);
                   }});
  add_told(by_land, world);
  add_told(map.hand, world);
  if (w.water.exists()) {
    world.water_network = plan.take(w.named_waters, &NamedWaters::network);
    const Findings findings = plan.take(w.water.by_hand, &WaterPlan::findings);
    world.findings.insert(world.findings.end(), findings.begin(), findings.end());
    add_told(plan.take(w.water.by_hand, &WaterPlan::hand), world);
  }
  if (harbours.exists()) world.coast = plan.take(harbours);
}

/// What the layers' stages say of the template and of its rows of the hand, in the order of the lists.
void take_reports(Plan& plan, const LayerStages& w, World& world) {
  const auto add = [](auto from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
  if (w.rerolls.exists()) add_told(plan.take(w.rerolls), world);
  add(plan.take(w.biomes.by_hand, &FittedBiomes::findings), world.findings);
  add(plan.take(w.factions.by_hand, &FittedFactions::findings), world.findings);
  add(plan.take(w.biomes.by_hand, &FittedBiomes::outcomes), world.hand);
  add(plan.take(w.danger.by_hand, &FittedDanger::outcomes), world.hand);
  add(plan.take(w.factions.by_hand, &FittedFactions::outcomes), world.hand);
  world.biome_held = plan.take(w.biomes.by_hand, &FittedBiomes::held);
  world.danger_held = plan.take(w.danger.by_hand, &FittedDanger::held);
  world.faction_held = plan.take(w.factions.by_hand, &FittedFactions::held);
}

void put_content(Content content, World& world) {
  world.findings.insert(world.findings.end(), content.findings.begin(), content.findings.end());
  world.intensity_resource = std::move(content.intensity_resource);
  world.intensity_wildlife = std::move(content.intensity_wildlife);
  world.intensity_enemy = std::move(content.intensity_enemy);
  world.points = std::move(content.points);
  world.spare_spots = std::move(content.spare_spots);
  world.ledger = std::move(content.ledger);
  world.tracks = std::move(content.tracks);
  world.hand.insert(world.hand.end(), content.hand.begin(), content.hand.end());
}

void put_places(MadePlaces made, World& world) {
  world.places = std::move(made.places);
  world.findings.insert(world.findings.end(), made.findings.begin(), made.findings.end());
  add_told(made.told, world);
}

/// Runs what a scope needs.
void run_scope(Plan& plan, const WorldStages& w, GenerateScope scope) {
  const LayerStages& of = w.layers;
  const auto run_layers = [&](auto... more) {
    plan.run(of.island.by_hand, of.admin, of.factions.by_hand, of.type, of.feature, of.danger.by_hand,
             of.biomes.by_hand, of.biome_room, of.regions, of.rerolls, of.water.by_hand, of.named_waters,
             more...);
  };
  switch (scope) {
    case GenerateScope::ground:
      return plan.run(of.island.by_hand);
    case GenerateScope::regions:
      return plan.run(of.island.by_hand, of.admin);
    case GenerateScope::layers:
    case GenerateScope::draft:
      return run_layers(of.harbours.by_hand);
    case GenerateScope::landmarks:
      return run_layers(w.harbours, w.landmarks, w.roads, w.ground_plans, w.levelled, w.places, w.detail,
                        w.landmark_points);
    case GenerateScope::whole:
      return run_layers(w.harbours, w.landmarks, w.roads, w.ground_plans, w.levelled, w.places, w.detail,
                        w.points);
  }
}

/// Land and heights, and `with_regions` the regions; no fields.
void take_ground(Plan& plan, const LayerStages& w, bool with_regions, World& world) {
  Island island = plan.take(w.island.by_hand);
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
  world->seeds = context.seeds.salted(0);
  world->grid = context.grid;
  world->vocabulary = context.tmpl.vocabulary;
  if (scope < GenerateScope::layers) {
    take_ground(plan, w.layers, scope == GenerateScope::regions, *world);
    return world;
  }
  take_layers(plan, w.layers, scope < GenerateScope::landmarks ? w.layers.harbours.by_hand : w.harbours,
              *world);
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
  put_roads(plan.take(w.roads), *world);
  if (w.ground_plans.exists()) put_ground_plans(plan.take(w.ground_plans), plan.take(w.levelled), *world);
  world->detail_m = plan.take(w.detail);
  put_places(plan.take(w.places), *world);
  see_views(context.tmpl, *world);
  return world;
}

/// Whether a draft saves something: where nothing is decided on the plan, and where a cache holds the
/// finished relief, it would not.
bool drafts_ground(const StageContext& context, StageCache* cache) {
  if (!has_plan_relief(context.tmpl)) return false;
  Plan plan(context, cache);
  return !plan.cached(list_stages(plan, context).layers.plan_relief.natural);
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress, StageCache* cache,
                                              GenerateScope scope, const ImportSet& imports) {
  const GridSpec grid = frame_grid(tmpl.frame, resolution);
  try {
    const std::optional<Template> with_regions = with_imported_regions(tmpl, imports);
    const SeedBundle salted = salted_seeds(seeds, tmpl);
    StageContext context{with_regions ? *with_regions : tmpl, salted, grid, progress, imports};
    context.draft = scope == GenerateScope::draft && drafts_ground(context, cache);
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
