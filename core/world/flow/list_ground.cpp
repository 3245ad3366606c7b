#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/template/plan_grid.h"
#include "core/world/flow/flow_internal.h"
#include "core/world/hand/terrain/hand_terrain.h"
#include "core/world/land/imported_ground.h"
#include "core/world/landmarks/town_ground.h"
#include "core/world/plan/cancel.h"

// The stages of the land, its heights and its waters. A row: name, cost in ms on one thread (512 cells a
// side), what it reads of the template; its function; its inputs.

namespace fw {
namespace {

/// No slider of the coast or of the relief.
Paths valley_paths(const Template& tmpl) {
  Paths paths{"frame.", "land.shape", "land.sea_sides", part_seed_path(SeedPart::land)};
  if (tmpl.land.shape == LandShape::archipelago)
    for (const char* path : {"land.islands", "land.evenness", "regions.controllable", "regions.neutral"})
      paths.emplace_back(path);  // no more islands than regions; regions.neutral_at too
  return paths;
}

/// Nothing of the heights: an edit of them moves no coast.
Paths outline_paths(const Template& tmpl) {
  Paths paths = valley_paths(tmpl);
  for (const char* path : {"land.fraction", "land.roughness", "land.detail", "land.drowned", "land.stretch",
                           "land.superellipse", "land.islets", "land.strait_m"})
    paths.emplace_back(path);
  return paths;
}

/// Rows of heights may say where land is, too.
Paths shore_paths(const Template& tmpl) {
  Paths paths = outline_paths(tmpl);
  paths.emplace_back("hand.land[");
  add_imports({"land", "height"}, tmpl, paths);
  return paths;
}

Paths ground_paths(const Template& tmpl) {
  Paths paths = shore_paths(tmpl);
  for (const char* path : {"land.scale_m", "noise.height.", "relief."}) paths.emplace_back(path);
  return paths;
}

Paths terrain_paths() {
  return {"frame.", "relief.height_max_m", "hand.terrain[", "hand.views["};
}

/// What the coast stands on.
struct LandStages {
  StageHandle<ValleyField> valleys;
  StageHandle<PlanOutline> outline;
  StageHandle<ImportedGround> imported;
};

LandStages list_land(const StageList& list) {
  LandStages land;
  land.valleys =
      list.add({.name = "valleys",
                .cost_ms = 20,
                .reads = valley_paths(list.context.tmpl),
                .grid = StageGrid::plan,
                .of_noise = true},
               [](const StageContext& c) { return make_valley_field(c.tmpl, c.seeds.of(SeedPart::land)); });
  land.outline = list.add(
      {.name = "outline",
       .cost_ms = 30,
       .reads = outline_paths(list.context.tmpl),
       .grid = StageGrid::plan,
       .of_noise = true},
      [](const StageContext& c, const ValleyField& valleys) {
        return make_plan_outline(c.tmpl, c.seeds.of(SeedPart::land), valleys);
      },
      land.valleys);
  land.imported = list.add(
      {.name = "imported ground",
       .reads = shore_paths(list.context.tmpl),
       .keep = Keep::never,  // it refers to the template and to the context's pixels
       .grid = StageGrid::plan,
       .of_noise = true},
      [](const StageContext& c, const ValleyField& valleys, const PlanOutline& outline) {
        return ImportedGround(c.tmpl, c.seeds.of(SeedPart::land), c.imports, valleys, outline);
      },
      land.valleys, land.outline);
  return land;
}

StageHandle<Shores> list_shores(const StageList& list, const std::string& name, StageGrid grid,
                                const LandStages& land) {
  return list.add(
      {.name = name, .cost_ms = 12, .reads = shore_paths(list.context.tmpl), .grid = grid, .of_noise = true},
      [](const StageContext& c, const ImportedGround& pixels, const ValleyField& valleys,
         const PlanOutline& outline) {
        return make_shores(c.tmpl, c.seeds.of(SeedPart::land), c.grid, pixels, valleys, outline);
      },
      land.imported, land.valleys, land.outline);
}

/// The relief before rivers on the grid of the shores, the plan's but in a draft, and with the hand's
/// terrain.
Both<PlanRelief> list_plan_relief(const StageList& list, const LandStages& land, StageHandle<Shores> shores) {
  const Template& tmpl = list.context.tmpl;
  Paths paths = ground_paths(tmpl);
  paths.emplace_back("water.rivers");  // without them the land is drained here
  Both<PlanRelief> relief = list.add(
      {.name = "plan relief",
       .cost_ms = 450,
       .reads = std::move(paths),
       .phase = "relief",
       .grid = StageGrid::plan,
       .of_noise = true},
      [](const StageContext& c, const ImportedGround& pixels, const Shores& on, const ValleyField& valleys) {
        return make_plan_relief(c.tmpl, c.seeds.of(SeedPart::land), pixels, on, valleys, c.progress);
      },
      land.imported, shores, land.valleys);
  if (shapes_terrain(tmpl))
    relief.by_hand = list.add(
        {.name = "plan relief by hand", .cost_ms = 5, .reads = terrain_paths(), .grid = StageGrid::plan},
        [](const StageContext& c, const PlanRelief& natural) {
          return PlanRelief{shape_terrain(c.tmpl, natural.island, c.progress), natural.openness};
        },
        relief.natural);
  return relief;
}

Both<WaterPlan> list_water(const StageList& list, const Both<PlanRelief>& plan_relief) {
  if (list.context.tmpl.water.rivers == Nature::none) return Absence::not_asked;
  const auto water_of = [](const PlanRelief& relief) {
    const Island& island = relief.island;
    return WaterInputs{island.main, island.coast_m, island.height_m, relief.openness};
  };
  Both<WaterPlan> water = list.both(
      {.name = "water",
       .cost_ms = 220,
       .reads = {"water.", "lakes.", "noise.rain.", part_seed_path(SeedPart::land)},
       .phase = "water",
       .grid = StageGrid::plan,
       .of_noise = true},
      [water_of](const StageContext& c, const PlanRelief& relief) {
        WaterPlan made = make_water(c.tmpl, c.seeds.of(SeedPart::land), water_of(relief), c.progress);
        stop_if_cancelled(c.progress);
        return made;
      },
      plan_relief);
  if (draws_waters(list.context.tmpl))
    water.by_hand = list.add(
        {.name = "waters by hand",
         .cost_ms = 220,
         .reads = {"water.", "lakes.", "noise.rain.", "relief.", "hand.waters[",
                   part_seed_path(SeedPart::land)},
         .grid = StageGrid::plan,
         .of_noise = true},
        [water_of](const StageContext& c, const PlanRelief& relief, const WaterPlan& before) {
          WaterPlan made =
              make_water_by_hand(c.tmpl, c.seeds.of(SeedPart::land), water_of(relief), before, c.progress);
          stop_if_cancelled(c.progress);
          return made;
        },
        plan_relief.by_hand, water.by_hand);
  return water;
}

Both<CoastPlan> list_coast(const StageList& list, const LayerStages& of) {
  if (list.context.tmpl.coast.types == Nature::none) return Absence::not_asked;
  return list.both(
      {.name = "coast",
       .cost_ms = 60,
       .reads = {"coast.", part_seed_path(SeedPart::land)},
       .grid = StageGrid::plan,
       .of_noise = true},
      [](const StageContext& c, const PlanRelief& relief, const WaterPlan* water) {
        const Island& island = relief.island;
        return make_coast(c.tmpl, c.seeds.of(SeedPart::land),
                          {island.main, island.sea_m, water != nullptr ? water->height_m : island.height_m,
                           relief.openness, water != nullptr ? &water->network : nullptr});
      },
      of.plan_relief, of.water);
}

/// Heights that are decided on the plan grid, with rivers and shores as the template asks for them.
void list_watered_island(const StageList& list, LayerStages& of) {
  const Template& tmpl = list.context.tmpl;
  of.water = list_water(list, of.plan_relief);
  of.coast = list_coast(list, of);
  Paths paths = ground_paths(tmpl);
  paths.emplace_back("hand.waters[");
  of.island = list.both(
      {.name = "island", .cost_ms = 20, .reads = std::move(paths), .phase = "island", .of_noise = true},
      [](const StageContext& c, const Shores& shores, const PlanRelief& relief,
         std::shared_ptr<const WaterPlan> water, std::shared_ptr<const CoastPlan> coast) {
        return make_watered_island(c.tmpl, shores, relief, std::move(water), std::move(coast));
      },
      of.shores, of.plan_relief, of.water, of.coast);
  if (shapes_terrain(tmpl) && lowers_views(tmpl))
    of.island.by_hand = list.add(
        {"open views", 5, {"frame.", "hand.views["}},
        [](const StageContext& c, const Island& island) { return open_views(c.tmpl, island); },
        of.island.by_hand);
}

void list_dry_island(const StageList& list, StageHandle<ImportedGround> imported, LayerStages& of) {
  const Template& tmpl = list.context.tmpl;
  of.plan_relief = Absence::not_asked;
  of.water = Absence::not_asked;
  of.coast = Absence::not_asked;
  of.island = list.add(
      {.name = "island", .cost_ms = 10, .reads = ground_paths(tmpl), .phase = "island", .of_noise = true},
      [](const StageContext& c, const ImportedGround& pixels, const Shores& shores) {
        return make_island(c.tmpl, c.seeds.of(SeedPart::land), pixels, shores);
      },
      imported, of.shores);
  if (shapes_terrain(tmpl))
    of.island.by_hand = list.add(
        {"terrain by hand", 5, terrain_paths()},
        [](const StageContext& c, const Island& natural) {
          return shape_terrain(c.tmpl, natural, c.progress);
        },
        of.island.natural);
}

/// Natural ground on the plan grid, where no water or coast asks for it.
StageHandle<Island> list_plan_island(const StageList& list, StageHandle<ImportedGround> imported,
                                     const LayerStages& of) {
  if (list.context.grid == plan_grid(list.context.tmpl.frame)) return of.island.natural;
  return list.add(
      {.name = "island on the plan",
       .cost_ms = 10,
       .reads = ground_paths(list.context.tmpl),
       .grid = StageGrid::plan,
       .of_noise = true},
      [](const StageContext& c, const ImportedGround& pixels, const Shores& on) {
        return make_island(c.tmpl, c.seeds.of(SeedPart::land), pixels, on);
      },
      imported, of.plan_shores);
}

/// How wet and sunny the ground is: with the flow of the rivers, or its own.
void list_wet_ground(const StageList& list, const LandStages& land, LayerStages& of) {
  const StageFacts facts{.name = "wet ground",
                         .cost_ms = 30,
                         .reads = {"water.source_km2", "water.rain_noise", "water.rain_height", "noise.rain.",
                                   part_seed_path(SeedPart::land)},
                         .grid = StageGrid::plan,
                         .of_noise = true};
  if (of.plan_relief.exists())
    of.wet = list.add(
        facts,
        [](const StageContext& c, const PlanRelief& relief, const WaterPlan* water) {
          return survey_wet_ground(c.tmpl, c.seeds.of(SeedPart::land), relief.island, water);
        },
        of.plan_relief.natural, of.water.natural);
  else
    of.wet = list.add(
        facts,
        [](const StageContext& c, const Island& island) {
          return survey_wet_ground(c.tmpl, c.seeds.of(SeedPart::land), island, nullptr);
        },
        list_plan_island(list, land.imported, of));
}

}  // namespace

void add_imports(std::initializer_list<std::string_view> what, const Template& tmpl, Paths& paths) {
  for (size_t k = 0; k < tmpl.hand.imports.size(); ++k)
    if (std::find(what.begin(), what.end(), tmpl.hand.imports[k].what) != what.end())
      paths.push_back("hand.imports[" + std::to_string(k) + "].");
}

/// Regions and all that reads no heights can begin when the shores are there, beside erosion and water.
void list_ground(const StageList& list, LayerStages& of) {
  const Template& tmpl = list.context.tmpl;
  const LandStages land = list_land(list);
  of.plan_shores = list_shores(list, "shores on the plan", StageGrid::plan, land);
  of.shores = list.context.grid == plan_grid(tmpl.frame)
                  ? of.plan_shores
                  : list_shores(list, "shores", StageGrid::raster, land);
  if (has_plan_relief(tmpl)) {
    // A draft has a sixteenth of the cells to decide.
    const bool draft = list.context.draft && list.context.grid.cells() < plan_grid(tmpl.frame).cells();
    of.plan_relief = list_plan_relief(list, land, draft ? of.shores : of.plan_shores);
    list_watered_island(list, of);
  } else {
    list_dry_island(list, land.imported, of);
  }
  list_wet_ground(list, land, of);
  of.relief = list.both({.name = "relief", .cost_ms = 7, .of_noise = true}, derive_relief, of.island);
}

/// Where ships can lie, in every region: on natural danger, so that painted bands move no harbour.
void list_harbours(const StageList& list, LayerStages& of) {
  of.harbours = Absence::not_asked;
  if (of.coast.exists())
    of.harbours = list.both(
        {"harbour sites", 10, {"danger[].safe"}},
        [](const StageContext& c, const CoastPlan& coast, const PlanRelief& relief, const WaterPlan* water,
           const Administration& admin, const FittedDanger& danger) {
          return coast_with_harbours(c.tmpl, coast, relief, water, admin.map.code,
                                     peopled_ground(c.tmpl.vocabulary, admin.map, danger.layer.band));
        },
        of.coast, of.plan_relief, of.water, of.admin, of.danger.natural);
}

}  // namespace fw
