#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/template/plan_grid.h"
#include "core/world/dice/rerolls.h"
#include "core/world/generate_internal.h"
#include "core/world/hand/hand_imports.h"
#include "core/world/hand/terrain/hand_terrain.h"

// The stages of the ground, the regions and the layers, with the hand. A row: name, cost in ms on one thread
// (512 cells a side), what it reads of the template; its function; its inputs.

namespace fw {
namespace {

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
  Paths paths{"frame.", "modes.layers", "hand." + std::string(kPaintLists[index]) + "[",
              std::string(kPaintTables[index]) + "[].id"};
  add_imports({kPaintLists[index]}, tmpl, paths);
  return plan.add({std::string(kPaintLists[index]) + " paint", 4, paths},
                  std::bind_front(stages::paint_layer, layer), admin);
}

/// Heights that are decided on the plan grid, with rivers and shores as the template asks for them.
/// `by_hand` = the name's end where the relief is changed by hand.
void list_watered_ground(Plan& plan, const Template& tmpl, const Paths& ground_paths, const char* by_hand,
                         ContentLayers& ground) {
  const auto name = [&](const char* stage) { return std::string(stage) + by_hand; };
  if (tmpl.water.rivers != Nature::none) {
    Paths paths{"water.", "lakes.", "noise.rain.", part_seed_path(SeedPart::land)};
    ground.water = plan.add({.name = name("water"),
                             .cost_ms = 220,
                             .reads = paths,
                             .phase = "water",
                             .on_plan = true,
                             .of_noise = true},
                            stages::make_water, ground.plan_relief);
  }
  if (tmpl.coast.types != Nature::none) {
    Paths paths{"coast.", part_seed_path(SeedPart::land)};
    ground.coast =
        plan.add({.name = name("coast"), .cost_ms = 60, .reads = paths, .on_plan = true, .of_noise = true},
                 stages::make_coast, ground.plan_relief, ground.water);
  }
  ground.island = plan.add(
      {.name = name("island"), .cost_ms = 20, .reads = ground_paths, .phase = "island", .of_noise = true},
      stages::make_watered_island, ground.shores, ground.plan_relief, ground.water, ground.coast);
}

/// Where ships can lie, in every region.
void list_harbours(Plan& plan, const std::string& name, StageHandle<Administration> admin,
                   ContentLayers& ground) {
  if (ground.coast.index != StageHandle<CoastPlan>::kNone)
    ground.harbours =
        plan.add({name, 10}, stages::choose_harbours, ground.coast, ground.plan_relief, ground.water, admin);
}

void list_water_names(Plan& plan, LayerStages& of) {
  if (of.ground.water.index == StageHandle<WaterPlan>::kNone) return;
  Paths paths{"factions[].names", part_seed_path(SeedPart::regions)};
  add_columns("names", kNameColumns, paths);
  of.named_waters = plan.add({"names of waters", 3, paths}, stages::name_waters, of.ground.water, of.admin);
}

/// Rows of heights may say where land is, too.
Paths shore_paths(const Template& tmpl) {
  Paths paths{"frame.", "land.", "noise.height.", "hand.land[", part_seed_path(SeedPart::land)};
  add_imports({"land", "height"}, tmpl, paths);
  return paths;
}

Paths ground_paths(const Template& tmpl) {
  Paths paths = shore_paths(tmpl);
  paths.push_back("relief.");
  return paths;
}

/// Regions and all that reads no heights can begin when the shores are there, beside erosion and water.
void list_natural_ground(Plan& plan, const StageContext& context, ContentLayers& natural) {
  const Template& tmpl = context.tmpl;
  const Paths paths = ground_paths(tmpl);
  const auto imported = plan.add({.name = "imported ground",
                                  .reads = shore_paths(tmpl),
                                  .keep = Keep::never,
                                  .on_plan = true,
                                  .of_noise = true},
                                 stages::import_ground);
  const auto add_shores = [&](const char* name, bool on_plan) {
    return plan.add(
        {.name = name, .cost_ms = 12, .reads = shore_paths(tmpl), .on_plan = on_plan, .of_noise = true},
        stages::make_shores, imported);
  };
  if (has_plan_relief(tmpl)) {
    const StageHandle<Shores> plan_shores = add_shores("shores on the plan", true);
    natural.shores = context.grid == plan_grid(tmpl.frame) ? plan_shores : add_shores("shores", false);
    natural.plan_relief = plan.add({.name = "plan relief",
                                    .cost_ms = 450,
                                    .reads = paths,
                                    .phase = "relief",
                                    .on_plan = true,
                                    .of_noise = true},
                                   stages::make_plan_relief, imported, plan_shores);
    list_watered_ground(plan, tmpl, paths, "", natural);
  } else {
    natural.shores = add_shores("shores", false);
    natural.island =
        plan.add({.name = "island", .cost_ms = 10, .reads = paths, .phase = "island", .of_noise = true},
                 stages::make_island, imported, natural.shores);
  }
  natural.relief =
      plan.add({.name = "relief", .cost_ms = 7, .of_noise = true}, derive_relief, natural.island);
}

StageHandle<Administration> list_regions(Plan& plan, StageHandle<Shores> shores) {
  Paths paths = columns("factions", {"id", "share", "role", "home", "names", "fit_at_zero"});
  paths.push_back("regions.");
  paths.push_back("hand.regions[");
  for (const SeedPart part : {SeedPart::regions, SeedPart::owners, SeedPart::danger})
    paths.push_back(part_seed_path(part));
  add_columns("names", kNameColumns, paths);
  return plan.add({"regions", 40, paths, Keep::recent, "regions"}, stages::make_administration, shores);
}

void list_factions(Plan& plan, const StageContext& context, LayerStages& of) {
  const Template& tmpl = context.tmpl;
  Paths paths{"modes.layers", part_seed_path(SeedPart::factions)};
  add_noise("faction", tmpl.noise.faction, paths);
  add_rerolls(SeedPart::factions, tmpl, paths);
  StageHandle<FactionSurvey> surveyed;
  if (tmpl.layer_mode != LayerMode::strict_quantile)
    surveyed = plan.add({"faction survey", 14, paths}, stages::survey_factions, of.admin);
  of.natural.factions = plan.add({"factions", 23, paths}, stages::make_factions, of.admin, surveyed);
  of.ground.factions = of.natural.factions;
  if (is_painted(tmpl, context.imports, PaintLayer::faction))
    of.ground.factions = plan.add({"factions by hand", 60, by_hand(paths, PaintLayer::faction)},
                                  stages::adapt_factions, of.admin, surveyed, of.natural.factions,
                                  list_paint(plan, tmpl, PaintLayer::faction, of.admin));
}

void list_danger(Plan& plan, const StageContext& context, LayerStages& of) {
  const Template& tmpl = context.tmpl;
  Paths paths{"modes.", part_seed_path(SeedPart::danger)};
  add_noise("danger", tmpl.noise.danger, paths);
  add_rerolls(SeedPart::danger, tmpl, paths);
  const auto field = plan.add({"danger field", 4, paths}, stages::make_danger_field, of.admin);
  of.natural.danger =
      plan.add({"danger", 45, danger_paths(), Keep::recent, "danger"}, stages::fit_danger, of.admin, field);
  of.ground.danger = of.natural.danger;
  if (!is_painted(tmpl, context.imports, PaintLayer::danger)) return;
  paths = by_hand(danger_paths(), PaintLayer::danger);
  paths.push_back("hand.belt_m");
  of.ground.danger =
      plan.add({"danger by hand", 50, paths, Keep::recent, "danger"}, stages::adapt_danger, of.admin, field,
               of.natural.danger, list_paint(plan, tmpl, PaintLayer::danger, of.admin));
}

/// What the fit of biomes reads of the natural ground.
struct BiomeFitInputs {
  StageHandle<ReliefRanks> ranks;
  StageHandle<BiomeInputs> inputs;
};

Paths biome_input_paths(const Template& tmpl) {
  Paths paths{"region_mixes[].biomes", "hand.regions[].biomes", "hand.regions[].on",
              "biomes[].share",        "biomes[].fit_at_zero",  part_seed_path(SeedPart::biomes)};
  add_noise("biome", tmpl.noise.biome, paths);
  add_rerolls(SeedPart::biomes, tmpl, paths);
  return paths;
}

/// The ground with its heights changed by hand, and what biomes read of it: none where no row changes them.
StageHandle<ShapedBiomeInputs> list_shaped_ground(Plan& plan, const Template& tmpl,
                                                  const BiomeFitInputs& natural, LayerStages& of) {
  ContentLayers& ground = of.ground;
  ground.shores = of.natural.shores;
  ground.island = of.natural.island;
  ground.relief = of.natural.relief;
  ground.plan_relief = of.natural.plan_relief;
  ground.water = of.natural.water;
  ground.coast = of.natural.coast;
  ground.harbours = of.natural.harbours;
  if (!shapes_terrain(tmpl)) return {};
  const Paths paths{"frame.", "relief.height_max_m", "hand.terrain[", "hand.views["};
  if (has_plan_relief(tmpl)) {
    ground.plan_relief =
        plan.add({.name = "plan relief by hand", .cost_ms = 5, .reads = paths, .on_plan = true},
                 stages::shape_plan_relief, of.natural.plan_relief);
    list_watered_ground(plan, tmpl, ground_paths(tmpl), " by hand", ground);
    if (lowers_views(tmpl))
      ground.island =
          plan.add({"open views", 5, {"frame.", "hand.views["}}, stages::open_views, ground.island);
    list_harbours(plan, "harbour sites by hand", of.admin, ground);
  } else {
    ground.island = plan.add({"terrain by hand", 5, paths}, stages::shape_terrain, of.natural.island);
  }
  ground.relief = plan.add({"relief by hand", 7}, derive_relief, ground.island);
  const auto ranks = plan.add({"relief ranks by hand", 25}, stages::rank_by_hand, of.natural.island,
                              of.natural.relief, natural.ranks, ground.island, ground.relief);
  return plan.add({"biome inputs by hand", 5, biome_input_paths(tmpl)}, stages::survey_biomes_by_hand,
                  of.admin, of.natural.island, ground.island, ranks);
}

void list_biomes(Plan& plan, const StageContext& context, const BiomeFitInputs& natural,
                 StageHandle<ShapedBiomeInputs> shaped, LayerStages& of) {
  const Template& tmpl = context.tmpl;
  of.natural.biomes = plan.add({"biomes", 45, biome_paths(tmpl), Keep::recent, "biomes"}, stages::fit_biomes,
                               of.admin, of.natural.danger, natural.inputs);
  of.ground.biomes = of.natural.biomes;
  if (is_painted(tmpl, context.imports, PaintLayer::biome) || shapes_terrain(tmpl))
    of.ground.biomes =
        plan.add({"biomes by hand", 60, by_hand(biome_paths(tmpl), PaintLayer::biome)}, stages::adapt_biomes,
                 of.admin, of.natural.danger, natural.inputs, of.natural.biomes,
                 list_paint(plan, tmpl, PaintLayer::biome, of.admin), shaped);
}

}  // namespace

LayerStages list_layers(Plan& plan, const StageContext& context) {
  const Template& tmpl = context.tmpl;
  LayerStages of;
  list_natural_ground(plan, context, of.natural);
  BiomeFitInputs natural;
  natural.ranks = plan.add({"relief ranks", 6}, stages::rank_relief, of.natural.island, of.natural.relief);
  of.admin = list_regions(plan, of.natural.shores);
  list_factions(plan, context, of);
  of.type = plan.add({"type", 1, type_paths(tmpl)}, stages::make_type, of.admin);
  of.feature = plan.add({"feature", 0.4, {"frame.", "noise.feature."}}, stages::make_feature);
  list_danger(plan, context, of);
  natural.inputs =
      plan.add({"biome inputs", 4, biome_input_paths(tmpl)}, stages::survey_biomes, of.admin, natural.ranks);
  list_harbours(plan, "harbour sites", of.admin, of.natural);
  const StageHandle<ShapedBiomeInputs> shaped = list_shaped_ground(plan, tmpl, natural, of);
  list_biomes(plan, context, natural, shaped, of);
  of.regions = plan.add({"regional mixes", 1, {}, Keep::never}, stages::measure_mixes, of.admin,
                        of.ground.danger, of.ground.biomes, of.ground.factions);
  list_water_names(plan, of);
  if (any_on(tmpl.hand.rerolls))
    of.rerolls = plan.add({"rerolls", 2, reroll_words_paths()}, stages::tell_rerolls, of.admin);
  return of;
}

}  // namespace fw
