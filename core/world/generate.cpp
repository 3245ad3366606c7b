#include "core/world/generate.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/world/cancel.h"
#include "core/world/generate_internal.h"

namespace fw {
namespace {

using Paths = std::vector<std::string>;

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
  StageHandle<Content> points;
};

/// Columns of every row of a table.
void add_columns(const char* table, std::initializer_list<const char*> columns, Paths& paths) {
  for (const char* column : columns) paths.push_back(std::string(table) + "[]." + column);
}
Paths columns(const char* table, std::initializer_list<const char*> names) {
  Paths paths;
  add_columns(table, names, paths);
  return paths;
}

constexpr std::initializer_list<const char*> kNameColumns{"id", "starts", "middles", "ends", "epithets"};

/// A layer's noise, and the ids that its tags are made of.
void add_noise(const char* layer, const NoiseStack& stack, Paths& paths) {
  paths.push_back(std::string("noise.") + layer + ".");
  for (const std::string_view source : {std::string_view(layer), std::string_view(stack.seed_of)}) {
    if (source == "biome") paths.push_back("biomes[].id");
    if (source == "faction") paths.push_back("factions[].id");
  }
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
  return paths;
}

bool any_on(const HandRows<PaintRow>& rows) {
  for (const PaintRow& row : rows)
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

/// Everything of the kinds but what they look like, and the ids and columns that their rules may name.
Paths landmark_paths() {
  Paths paths = columns("landmarks", {"id", "label", "role", "count", "per", "spacing_m", "others_m",
                                      "joins_tracks", "strong", "named", "name_", "site"});
  add_columns("danger", {"id", "safe", "strong"}, paths);
  paths.push_back(part_seed_path(SeedPart::landmarks));
  add_columns("factions", {"id", "role", "names"}, paths);
  add_columns("names", kNameColumns, paths);
  return paths;
}

Paths landmark_paths_after_tracks() {
  Paths paths = landmark_paths();
  add_columns("biomes", {"id", "tags"}, paths);
  return paths;
}

Paths track_paths() {
  Paths paths{"landmarks[].joins_tracks", "danger[].track_cost"};
  add_columns("biomes", {"track_cost"}, paths);
  return paths;
}

/// How many classes may have the cells where they live found before the landmarks are placed: 16 bytes for
/// every land cell.
size_t fields_ahead(const StageContext& context) {
  constexpr double kMostCells = 1 << 21;
  const LandParams& params = context.tmpl.land;
  const double fraction = params.shape == LandShape::inland ? 1.0 : params.fraction;
  const double land = fraction * static_cast<double>(context.grid.cells());
  return static_cast<size_t>(kMostCells / std::max(land, 1.0));
}

/// 8 bytes for every class and land cell: not kept for larger rasters.
constexpr size_t kMostCellsWithNoiseKept = size_t{1} << 19;

/// The values between the layers that landmarks and points read too.
struct Ground {
  StageHandle<Relief> relief;
  StageHandle<PlacementLayers> layers;
  StageHandle<LandmarkPlan> first_kinds;  ///< of landmarks, before the tracks
};

/// A layer's rows of the hand on the grid.
StageHandle<PaintedCells> list_paint(Plan& plan, PaintLayer layer, StageHandle<Administration> admin) {
  const auto index = static_cast<size_t>(layer);
  const std::string list = "hand." + std::string(kPaintLists[index]) + "[";
  return plan.add({std::string(kPaintLists[index]) + " paint",
                   4,
                   {"frame.", list, std::string(kPaintTables[index]) + "[].id"}},
                  std::bind_front(stages::paint_layer, layer), admin);
}

// The data flow of a world. A row: name, cost in ms on one thread (512 cells a side), what it reads of the
// template; its function; its inputs.

void list_layers(Plan& plan, const StageContext& context, WorldStages& w, Ground& ground) {
  const Template& tmpl = context.tmpl;
  w.island = plan.add({"island",
                       20,
                       {"frame.", "land.", "relief.", "noise.height.", part_seed_path(SeedPart::land)},
                       Keep::recent,
                       "island"},
                      stages::make_island);
  ground.relief = plan.add({"relief", 7}, derive_relief, w.island);
  const auto ranks = plan.add({"relief ranks", 6}, stages::rank_relief, w.island, ground.relief);
  Paths region_paths = columns("factions", {"id", "share", "role", "home", "names", "fit_at_zero"});
  region_paths.push_back("regions.");
  for (const SeedPart part : {SeedPart::regions, SeedPart::owners, SeedPart::danger})
    region_paths.push_back(part_seed_path(part));
  add_columns("names", kNameColumns, region_paths);
  w.admin =
      plan.add({"regions", 40, region_paths, Keep::recent, "regions"}, stages::make_administration, w.island);
  Paths paths{"modes.layers", part_seed_path(SeedPart::factions)};
  add_noise("faction", tmpl.noise.faction, paths);
  w.factions = plan.add({"factions", 37, paths}, stages::make_factions, w.admin);
  if (any_on(tmpl.hand.faction))
    w.factions =
        plan.add({"factions by hand", 60, by_hand(paths, PaintLayer::faction)}, stages::adapt_factions,
                 w.admin, w.factions, list_paint(plan, PaintLayer::faction, w.admin));
  w.type = plan.add({"type", 1, type_paths(tmpl)}, stages::make_type, w.admin);
  w.feature = plan.add({"feature", 0.4, {"frame.", "noise.feature."}}, stages::make_feature);
  paths = {"modes.", part_seed_path(SeedPart::danger)};
  add_noise("danger", tmpl.noise.danger, paths);
  const auto danger_field = plan.add({"danger field", 4, paths}, stages::make_danger_field, w.admin);
  w.danger = plan.add({"danger", 45, danger_paths(), Keep::recent, "danger"}, stages::fit_danger, w.admin,
                      danger_field);
  paths = {"region_mixes[].biomes", "biomes[].share", "biomes[].fit_at_zero",
           part_seed_path(SeedPart::biomes)};
  add_noise("biome", tmpl.noise.biome, paths);
  const auto biome_inputs = plan.add({"biome inputs", 4, paths}, stages::survey_biomes, w.admin, ranks);
  const auto natural_danger = w.danger;  // what biomes look at
  if (any_on(tmpl.hand.danger)) {
    paths = by_hand(danger_paths(), PaintLayer::danger);
    paths.push_back("hand.belt_m");
    w.danger = plan.add({"danger by hand", 50, paths, Keep::recent, "danger"}, stages::adapt_danger, w.admin,
                        danger_field, w.danger, list_paint(plan, PaintLayer::danger, w.admin));
  }
  w.biomes = plan.add({"biomes", 45, biome_paths(tmpl), Keep::recent, "biomes"}, stages::fit_biomes, w.admin,
                      natural_danger, biome_inputs);
  if (any_on(tmpl.hand.biome))
    w.biomes = plan.add({"biomes by hand", 60, by_hand(biome_paths(tmpl), PaintLayer::biome)},
                        stages::adapt_biomes, w.admin, natural_danger, biome_inputs, w.biomes,
                        list_paint(plan, PaintLayer::biome, w.admin));
  w.regions = plan.add({"regional mixes", 1, {}, Keep::never}, stages::measure_mixes, w.admin, w.danger,
                       w.biomes, w.factions);
}

void list_landmarks(Plan& plan, WorldStages& w, Ground& ground) {
  constexpr Keep never = Keep::never;
  const auto terrain =
      plan.add({"landmark terrain", 7, {"noise.feature.", part_seed_path(SeedPart::landmarks)}},
               stages::survey_terrain, w.island, ground.relief);
  const auto survey =
      plan.add({"landmark survey", 4}, stages::survey_landmarks, w.island, ground.relief, w.admin, terrain);
  const auto without_biomes =
      plan.add({"layers without biomes", 0, {}, never}, stages::gather_layers, w.island, ground.relief,
               w.admin, w.danger, StageHandle<FittedBiomes>{}, w.factions);
  ground.first_kinds = plan.add({"landmarks before tracks", 6, landmark_paths()},
                                stages::place_kinds_before_tracks, without_biomes, survey);
  const auto sites =
      plan.add({"site survey", 6, landmark_paths(), never}, stages::survey_sites, without_biomes, survey);
  ground.layers = plan.add({"layers", 0, {}, never}, stages::gather_layers, w.island, ground.relief, w.admin,
                           w.danger, w.biomes, w.factions);
  const auto tracks = plan.add({"tracks", 17, track_paths(), never, "landmarks and tracks"},
                               stages::make_tracks, ground.layers, ground.first_kinds);
  const auto track_m = plan.add({"track distance", 2.5, {}, never}, stages::track_distance, tracks);
  w.landmarks = plan.add({"landmarks", 40, landmark_paths_after_tracks()}, stages::place_kinds_after_tracks,
                         ground.layers, survey, ground.first_kinds, tracks, track_m, sites);
}

void list_points(Plan& plan, const StageContext& context, WorldStages& w, const Ground& ground) {
  const auto cells = plan.add({"placement cells", 0.3}, placement_cells, w.island);
  const auto habitats = plan.add({"habitats", 1.2, {"landmarks[].keep_"}}, stages::survey_habitats,
                                 ground.layers, ground.first_kinds);
  std::vector<StageHandle<PlacedClass>> placed;
  for (const PointClassRow& row : point_class_rows(context.tmpl)) {
    const PointClassStages of{row};
    const std::string tag = class_tag(row.category, *row.cls);
    const Paths class_paths{row.path + ".", "noise.type.", "noise.feature.", "danger[].wildlife",
                            part_seed_path(SeedPart::points)};
    StageHandle<ClassNoise> noise;
    if (context.grid.cells() <= kMostCellsWithNoiseKept)
      noise =
          plan.add({"noise " + tag,
                    3,
                    {"noise.type.", "noise.feature.", row.path + ".seed", part_seed_path(SeedPart::points)},
                    Keep::second_request},
                   std::bind_front(&PointClassStages::noise, of), cells);
    StageHandle<ClassField> field;
    if (placed.size() < fields_ahead(context)) {
      field = plan.add({"cells " + row.path, 0.6, class_paths, Keep::never},
                       std::bind_front(&PointClassStages::field, of), ground.layers, habitats, noise);
      noise = {};
    }
    Paths paths = class_paths;
    paths.insert(paths.end(), {"landmarks[].keep_", "landmarks[].draws_enemies", kPlaceSeedPath});
    placed.push_back(plan.add(
        {"points " + row.path, 0.3 + 0.004 * row.cls->quota, paths, Keep::recent, "points"},
        std::bind_front(&PointClassStages::place, of), ground.layers, habitats, w.landmarks, field, noise));
  }
  w.points =
      plan.add({"points", 1.5, {}, Keep::never}, stages::collect_content, ground.layers, w.landmarks, placed);
}

WorldStages list_stages(Plan& plan, const StageContext& context) {
  WorldStages w;
  Ground ground;
  list_layers(plan, context, w, ground);
  list_landmarks(plan, w, ground);
  list_points(plan, context, w, ground);
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
                     world.height_m = std::move(island.height_m);
                     world.coast_m = std::move(island.coast_m);
                     world.sea_m = std::move(island.sea_m);
                   }});
}

/// What the layers' stages say of the template and of its rows of the hand, in the order of the lists.
void take_reports(Plan& plan, const WorldStages& w, World& world) {
  const auto add = [](auto from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
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
  world->vocabulary = context.tmpl.vocabulary;
  take_layers(plan, w, *world);
  take_reports(plan, w, *world);
  put_content(whole ? plan.take(w.points) : empty_content(context.grid), *world);
  if (whole) world->junctions_m = plan.take(w.landmarks, &LandmarkPlan::junctions_m);
  return world;
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress, StageCache* cache,
                                              GenerateScope scope) {
  const GridSpec grid = frame_grid(tmpl.frame, resolution);
  try {
    auto world = make_world({tmpl, seeds, grid, progress}, cache, scope);
    progress.at("world", 1.0);
    return world;
  } catch (const Cancelled&) {
    return Error{ErrorKind::cancelled, "cancelled"};
  }
}

}  // namespace fw
