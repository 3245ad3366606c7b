#include "core/world/generate.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/world/cancel.h"
#include "core/world/generate_stages.h"

namespace fw {
namespace {

using Paths = std::vector<std::string>;

/// The stages whose values are in the world.
struct WorldStages {
  StageHandle<Island> island;
  StageHandle<Administration> admin;
  StageHandle<ClassLayer> factions;
  StageHandle<TypeLayer> type;
  StageHandle<Raster<float>> feature;
  StageHandle<FittedDanger> danger;
  StageHandle<FittedBiomes> biomes;
  StageHandle<std::vector<Region>> regions;
  StageHandle<LandmarkPlan> landmarks;
  StageHandle<Content> points;
};

Paths landmark_paths() {
  Paths paths{"landmarks.", "spacing.landmark_any_m"};
  for (const std::string_view kind : kLandmarkSlugs) paths.push_back("spacing." + std::string(kind) + "_m");
  return paths;
}

/// How many classes may have the cells where they live found before the landmarks are placed: 16 bytes for
/// every land cell.
size_t fields_ahead(const StageContext& context) {
  constexpr double kMostCells = 1 << 21;
  const double land = context.tmpl.island.land_fraction * static_cast<double>(context.grid.cells());
  return static_cast<size_t>(kMostCells / std::max(land, 1.0));
}

/// 8 bytes for every class and land cell: not kept for larger rasters.
constexpr size_t kMostCellsWithNoiseKept = size_t{1} << 19;

/// The data flow of a world. A row: name, cost in ms on one thread (512 cells a side), what it reads of the
/// template; its function; its inputs.
WorldStages list_stages(Plan& plan, const StageContext& context) {
  constexpr Keep never = Keep::never;
  WorldStages w;

  // Layers
  w.island =
      plan.add({"island", 20, {"island.", "noise.height."}, Keep::recent, "island"}, stages::make_island);
  const auto relief = plan.add({"relief", 7}, derive_relief, w.island);
  const auto ranks = plan.add({"relief ranks", 6}, stages::rank_relief, w.island, relief);
  w.admin = plan.add({"regions", 40, {"regions.", "factions."}, Keep::recent, "regions"},
                     stages::make_administration, w.island);
  w.factions = plan.add({"factions", 37, {"modes.layers", "noise.faction."}}, stages::make_factions, w.admin);
  w.type = plan.add({"type", 1, {"noise.type.", "resources[", "wildlife[", "enemies["}}, stages::make_type,
                    w.admin);
  w.feature = plan.add({"feature", 0.4, {"island.side_m", "noise.feature."}}, stages::make_feature);
  const auto danger_field =
      plan.add({"danger field", 4, {"modes.", "noise.danger."}}, stages::make_danger_field, w.admin);
  w.danger = plan.add(
      {"danger", 45, {"danger.", "danger_thresholds.", "region_mixes[", "modes."}, Keep::recent, "danger"},
      stages::fit_danger, w.admin, danger_field);
  const auto biome_inputs =
      plan.add({"biome inputs", 4, {"noise.biome."}}, stages::survey_biomes, w.admin, ranks);
  w.biomes =
      plan.add({"biomes", 45, {"biomes.", "region_mixes[", "modes.", "noise.biome."}, Keep::recent, "biomes"},
               stages::fit_biomes, w.admin, w.danger, biome_inputs);
  w.regions = plan.add({"regional mixes", 1, {}, never}, stages::measure_mixes, w.admin, w.danger, w.biomes,
                       w.factions);

  // Landmarks
  const auto terrain =
      plan.add({"landmark terrain", 7, {"noise.feature."}}, stages::survey_terrain, w.island, relief);
  const auto survey =
      plan.add({"landmark survey", 4}, stages::survey_landmarks, w.island, relief, w.admin, terrain);
  const auto without_biomes =
      plan.add({"layers without biomes", 0, {}, never}, stages::gather_layers, w.island, relief, w.admin,
               w.danger, StageHandle<FittedBiomes>{}, w.factions);
  const auto towns = plan.add({"towns", 6, landmark_paths()}, stages::place_towns, without_biomes, survey);
  const auto facilities = plan.add({"facility survey", 6, {"landmarks."}, never}, stages::survey_facilities,
                                   without_biomes, survey);
  const auto layers = plan.add({"layers", 0, {}, never}, stages::gather_layers, w.island, relief, w.admin,
                               w.danger, w.biomes, w.factions);
  const auto tracks =
      plan.add({"tracks", 17, {}, never, "landmarks and tracks"}, stages::make_tracks, layers, towns);
  const auto track_m = plan.add({"track distance", 2.5, {}, never}, stages::track_distance, tracks);
  w.landmarks = plan.add({"landmarks", 40, landmark_paths()}, stages::place_landmarks, layers, survey, towns,
                         tracks, track_m, facilities);

  // Points
  const auto cells = plan.add({"placement cells", 0.3}, placement_cells, w.island);
  const auto habitats = plan.add({"habitats", 1.2, {"spacing.enemy_from_settlement_m"}},
                                 stages::survey_habitats, layers, towns);
  std::vector<StageHandle<PlacedClass>> placed;
  for (const PointClassRow& row : point_class_rows(context.tmpl)) {
    const PointClassStages of{row};
    const std::string tag = class_tag(row.category, *row.cls);
    const Paths class_paths{row.path + ".", "noise.type.", "noise.feature."};
    StageHandle<ClassNoise> noise;
    if (context.grid.cells() <= kMostCellsWithNoiseKept)
      noise = plan.add({"noise " + tag, 3, {"noise.type.", "noise.feature."}, Keep::second_request},
                       std::bind_front(&PointClassStages::noise, of), cells);
    StageHandle<ClassField> field;
    if (placed.size() < fields_ahead(context)) {
      field = plan.add({"cells " + row.path, 0.6, class_paths, never},
                       std::bind_front(&PointClassStages::field, of), layers, habitats, noise);
      noise = {};
    }
    Paths paths = class_paths;
    paths.insert(paths.end(), {"spacing.enemy_from_settlement_m", kPlaceSeedPath});
    placed.push_back(
        plan.add({"points " + row.path, 0.3 + 0.004 * row.cls->quota, paths, Keep::recent, "points"},
                 std::bind_front(&PointClassStages::place, of), layers, habitats, w.landmarks, field, noise));
  }
  w.points = plan.add({"points", 1.5, {}, never}, stages::collect_content, layers, w.landmarks, placed);
  return w;
}

Mask all_land(const Island& island) {
  Mask land = island.main;
  for (size_t i = 0; i < land.size(); ++i) land[i] |= island.islets[i];
  return land;
}

/// The layers as the world holds them.
void take_layers(Plan& plan, const WorldStages& w, World& world) {
  world.regions = plan.take(w.regions);
  world.region_weights = plan.take(w.admin, &Administration::weights);
  world.region = plan.take(w.admin, &Administration::map).code;
  parallel_invoke({[&] {
                     ClassLayer layer = plan.take(w.factions);
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
                     world.height_m = std::move(island.height_m);
                     world.coast_m = std::move(island.coast_m);
                     world.sea_m = std::move(island.sea_m);
                   }});
}

void put_content(Content content, World& world) {
  world.findings.insert(world.findings.end(), content.findings.begin(), content.findings.end());
  world.intensity_resource = std::move(content.intensity_resource);
  world.intensity_wildlife = std::move(content.intensity_wildlife);
  world.intensity_enemy = std::move(content.intensity_enemy);
  world.points = std::move(content.points);
  world.ledger = std::move(content.ledger);
  world.tracks = std::move(content.tracks);
}

std::shared_ptr<const World> make_world(const StageContext& context, StageCache* cache, GenerateScope scope) {
  Plan plan(context, cache);
  const WorldStages w = list_stages(plan, context);
  const bool whole = scope == GenerateScope::whole;
  if (whole)
    plan.run(w.island, w.admin, w.factions, w.type, w.feature, w.danger, w.biomes, w.regions, w.landmarks,
             w.points);
  else
    plan.run(w.island, w.admin, w.factions, w.type, w.feature, w.danger, w.biomes, w.regions);
  stop_if_cancelled(context.progress);

  auto world = std::make_shared<World>();
  world->template_name = context.tmpl.name;
  world->seeds = context.seeds;
  world->grid = context.grid;
  take_layers(plan, w, *world);
  put_content(whole ? plan.take(w.points) : empty_content(context.grid), *world);
  if (whole) world->junctions_m = plan.take(w.landmarks, &LandmarkPlan::junctions_m);
  return world;
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress, StageCache* cache,
                                              GenerateScope scope) {
  const GridSpec grid = GridSpec::square(tmpl.island.side_m, resolution);
  try {
    auto world = make_world({tmpl, seeds, grid, progress}, cache, scope);
    progress.at("world", 1.0);
    return world;
  } catch (const Cancelled&) {
    return Error{ErrorKind::cancelled, "cancelled"};
  }
}

}  // namespace fw
