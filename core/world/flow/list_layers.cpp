#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/model/template/frontier.h"
#include "core/world/dice/rerolls.h"
#include "core/world/flow/layers_internal.h"
#include "core/world/hand/paint/hand_classes.h"
#include "core/world/hand/paint/hand_danger.h"
#include "core/world/hand/paint/hand_natural.h"
#include "core/world/hand/paint/hand_owners_paint.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/mixes.h"
#include "core/world/places/name_lists.h"
#include "core/world/plan/cancel.h"
#include "core/world/plan/stage_cache.h"

// The stages of the regions and of all layers but biomes, with the hand.

namespace fw {
namespace {

// ---- Regions

constexpr double kRegionWeightSigma_m = 350;

/// What is painted of the factions.
Paint paint_of_factions(const StageContext& c, const Raster<uint8_t>& ground) {
  std::vector<HandOutcome> outcomes;  // told with the factions
  Findings findings;
  return make_paint(c.tmpl, PaintLayer::faction, ground, outcomes, findings, c.imports);
}

/// Where borders of regions are those of the factions, what is painted of these moves the regions.
bool moves_regions(const StageContext& c) {
  return has_one_frontier(c.tmpl) && is_painted(c.tmpl, c.imports, PaintLayer::faction);
}

StageHandle<RegionPlan> list_region_plan(const StageList& list, StageHandle<Shores> plan_shores,
                                         Paths paths) {
  return list.add(
      {.name = "plan of regions",
       .cost_ms = 35,
       .reads = std::move(paths),
       .phase = "regions",
       .grid = StageGrid::plan},
      [](const StageContext& c, const Shores& shores) {
        std::optional<OwnerPaint> paint;
        if (moves_regions(c)) {
          Paint painted = paint_of_factions(c, shores.plan);
          paint = {std::move(painted.core), std::move(painted.want)};
        }
        return plan_regions(c.tmpl, c.seeds, shores.plan, paint ? &*paint : nullptr, c.progress);
      },
      plan_shores);
}

Administration make_administration(const StageContext& context, const Shores& shores, const RegionPlan& plan,
                                   const SeasAndIslands& found) {
  Administration made;
  Raster<uint8_t> painted;
  if (moves_regions(context)) painted = paint_of_factions(context, shores.main).core;
  RegionMap& map = made.map = make_regions(context.tmpl, context.seeds, shores, plan, painted);
  stop_if_cancelled(context.progress);
  const auto group_cells = [&] {
    made.weights = region_weights(map, kRegionWeightSigma_m);
    made.blocks = sampled_blocks(map.code, static_cast<int>(map.regions.size()), made.weights);
  };
  const auto give_names = [&] {
    const SeedBundle seeds = context.seeds.of(SeedPart::regions);
    const Tongues tongues(map, context.tmpl.vocabulary);
    made.naming = begin_names(context.tmpl);
    for (const auto& [kind, places] :
         {std::pair(PlaceKind::sea, &found.seas), {PlaceKind::island, &found.islands}})
      for (NamedPlace& place :
           name_places(context.tmpl, seeds, {kind, shores.plan.grid}, *places, tongues, made.naming))
        made.seas_and_islands.push_back(std::move(place));
    name_regions(map, context.tmpl, seeds, made.naming);
  };
  parallel_invoke({give_names, group_cells});
  return made;
}

StageHandle<Administration> list_regions(const StageList& list, const LayerStages& of) {
  const Template& tmpl = list.context.tmpl;
  Paths paths = columns("factions", {"id", "share", "role", "home"});
  paths.insert(paths.end(), {"regions.", "hand.regions[", "modes.factions", "modes.layers"});
  for (const SeedPart part : {SeedPart::regions, SeedPart::owners, SeedPart::danger})
    paths.push_back(part_seed_path(part));
  if (has_one_frontier(tmpl)) {
    paths.push_back("hand.faction[");
    add_imports({"faction"}, tmpl, paths);
  }
  const auto plan = list_region_plan(list, of.plan_shores, paths);
  paths.emplace_back("factions[].names");
  add_columns("names", kNameColumns, paths);
  add_forms({PlaceKind::sea, PlaceKind::island}, paths);
  const auto found = list.add(
      {.name = "seas and islands", .cost_ms = 6, .reads = {"frame."}, .grid = StageGrid::plan},
      [](const StageContext& c, const Shores& of) { return find_seas_and_islands(c.tmpl.frame, of.plan); },
      of.plan_shores);
  return list.add({"regions", 15, paths}, make_administration, of.shores, plan, found);
}

/// On the plan: of one world at every resolution. Of pins and places by hand their names alone count: rows
/// without one leave every name, and what is made from it, as it is.
StageHandle<NamedWaters> list_water_names(const StageList& list, const LayerStages& of) {
  Paths paths{"frame.", "factions[].names", part_seed_path(SeedPart::regions)};
  add_columns("names", kNameColumns, paths);
  add_forms({PlaceKind::lake, PlaceKind::river}, paths);
  return list.add(
      {.name = "names of waters",
       .cost_ms = 1,
       .reads = std::move(paths),
       .key = stage_key(names_by_hand(list.context.tmpl)),
       .grid = StageGrid::plan},
      [](const StageContext& c, const WaterPlan* water, const Administration& admin) {
        NamedWaters made{{}, {}, admin.naming};
        for (const std::string& name : names_by_hand(c.tmpl)) made.naming.by_hand.add(name);
        if (water == nullptr) return made;
        made.network = water->network;
        made.stems = name_waters(c.tmpl, c.seeds.of(SeedPart::regions), Tongues(admin.map, c.tmpl.vocabulary),
                                 water->height_m.grid, made.network, made.naming);
        return made;
      },
      of.water.by_hand, of.admin);
}

// ---- Factions

FittedFactions factions_by_hand(const StageContext& context, const Administration& admin,
                                const FactionSurvey* surveyed, const FittedFactions& natural,
                                const PaintedCells& painted) {
  HandFactions adapted = adapt_round_frozen(
      context.tmpl, context.imports, PaintLayer::faction, admin.map.code, painted.paint, nullptr,
      [](const HandFactions& made) -> const Raster<uint8_t>& { return made.layer.code; },
      [&](const Paint& paint) {
        return adapt_factions(admin.map, surveyed, natural.layer, paint, context.tmpl,
                              context.seeds.of(SeedPart::factions), context.progress);
      });
  return fitted_by_hand(std::move(adapted.layer), {}, natural, painted, adapted.findings,
                        held_by_paint(admin.map, painted.paint, admin.map.regions, nullptr));
}

/// Where the political border is that of the regions: whose every cell's region is, and no field.
FittedFactions factions_of_regions(const Administration& admin) {
  FittedFactions made;
  made.layer = factions_of_owners(admin.map);
  return made;
}

FittedFactions told_of_owners(const StageContext& context, const Administration& admin,
                              const FittedFactions& natural, const PaintedCells& painted) {
  PaintedCells told = painted;
  tell_owners_paint(admin.map, natural.layer.code, context.tmpl, told.paint, told.outcomes, told.findings);
  return fitted_by_hand(natural.layer, {}, natural, told, {},
                        held_by_paint(admin.map, told.paint, admin.map.regions, nullptr));
}

Both<FittedFactions> list_factions(const StageList& list, StageHandle<Administration> admin) {
  const Template& tmpl = list.context.tmpl;
  const bool painted = is_painted(tmpl, list.context.imports, PaintLayer::faction);
  if (has_one_frontier(tmpl)) {
    Both<FittedFactions> factions =
        list.add({"factions", 1, {"modes.factions", "modes.layers"}}, factions_of_regions, admin);
    if (painted)
      factions.by_hand = list.add(
          facts_by_hand("factions by hand", 2, {"modes.factions", "modes.layers"}, PaintLayer::faction),
          told_of_owners, admin, factions.natural, list_paint(list, PaintLayer::faction, admin));
    return factions;
  }
  Paths paths{"modes.layers", "modes.factions", part_seed_path(SeedPart::factions)};
  add_noise("faction", tmpl.noise.faction, paths);
  add_rerolls(SeedPart::factions, tmpl, paths);
  StageHandle<FactionSurvey> surveyed = Absence::not_asked;  // in the one-field mode
  if (tmpl.layer_mode != LayerMode::strict_quantile)
    surveyed = list.add(
        {"faction survey", 14, paths},
        [](const StageContext& c, const Administration& regions) {
          return survey_factions(regions.map, c.tmpl, c.seeds.of(SeedPart::factions));
        },
        admin);
  Both<FittedFactions> factions = list.add(
      {"factions", 23, paths},
      [](const StageContext& c, const Administration& regions, const FactionSurvey* survey) {
        FittedFactions made;
        made.layer = survey != nullptr
                         ? fit_factions(regions.map, *survey, c.progress)
                         : make_factions(regions.map, c.tmpl, c.seeds.of(SeedPart::factions), c.progress);
        return made;
      },
      admin, surveyed);
  if (painted)
    factions.by_hand =
        list.add(facts_by_hand("factions by hand", 60, paths, PaintLayer::faction), factions_by_hand, admin,
                 surveyed, factions.natural, list_paint(list, PaintLayer::faction, admin));
  return factions;
}

// ---- Type and feature

StageHandle<TypeLayer> list_type(const StageList& list, StageHandle<Administration> admin) {
  Paths paths{"resources[].quota", "wildlife[].quota", "enemies[].quota", part_seed_path(SeedPart::points)};
  add_noise("type", list.context.tmpl.noise.type, paths);
  return list.add(
      {"type", 1, paths},
      [](const StageContext& c, const Administration& regions) {
        return make_type(regions.map, c.tmpl, c.seeds.of(SeedPart::points));
      },
      admin);
}

Raster<float> make_feature(const StageContext& context) {
  const NoiseStack& stack = context.tmpl.noise.feature;
  const std::string tag = stack.seed_of.empty() ? "feature" : stack.seed_of;
  const NoiseField field = bind_noise(stack, derive(context.seeds.noise_stream(), tag));
  Raster<float> values = noise_raster(field, context.grid, context.tmpl.noise.phase);
  normalise_half(values.cells);
  return values;
}

// ---- Danger

Paths danger_paths() {
  Paths paths{"modes.", "region_mixes[].region", "region_mixes[].danger"};
  add_columns("danger",
              {"id", "label", "share", "threshold", "tier_at", "floor", "in_neutral", "outside_neutral"},
              paths);
  return paths;
}

FittedDanger fit_danger(const StageContext& context, const Administration& admin, const DangerField& field) {
  FittedDanger made;
  RegionMap map = admin.map;
  derive_danger_mixes(map, context.tmpl, made.findings);
  made.layer = make_danger(map, admin.blocks, field, context.tmpl, context.progress);
  made.regions = std::move(map.regions);
  return made;
}

FittedDanger danger_by_hand(const StageContext& context, const Administration& admin,
                            const DangerField& field, const FittedDanger& natural,
                            const PaintedCells& painted) {
  RegionMap map = admin.map;
  map.regions = natural.regions;
  HandDanger adapted = adapt_round_frozen(
      context.tmpl, context.imports, PaintLayer::danger, map.code, painted.paint, &natural.layer.band,
      [](const HandDanger& made) -> const Raster<uint8_t>& { return made.layer.band; },
      [&](const Paint& paint) {
        return adapt_danger({map, admin.blocks.blocks, field, natural.layer}, paint, context.tmpl,
                            context.progress);
      });
  HeldByPaint held = held_by_paint(map, painted.paint, adapted.regions, &Region::danger_target);
  return fitted_by_hand(std::move(adapted.layer), std::move(adapted.regions), natural, painted,
                        adapted.findings, std::move(held));
}

Both<FittedDanger> list_danger(const StageList& list, StageHandle<Administration> admin) {
  const Template& tmpl = list.context.tmpl;
  Paths paths{"modes.", part_seed_path(SeedPart::danger)};
  add_noise("danger", tmpl.noise.danger, paths);
  add_rerolls(SeedPart::danger, tmpl, paths);
  const auto field = list.add(
      {"danger field", 4, paths},
      [](const StageContext& c, const Administration& regions) {
        return make_danger_field(regions.map, c.tmpl, c.seeds.of(SeedPart::danger));
      },
      admin);
  Both<FittedDanger> danger =
      list.add({"danger", 45, danger_paths(), Keep::recent, "danger"}, fit_danger, admin, field);
  if (!is_painted(tmpl, list.context.imports, PaintLayer::danger)) return danger;
  StageFacts by_hand = facts_by_hand("danger by hand", 50, danger_paths(), PaintLayer::danger);
  by_hand.reads.push_back("hand.belt_m");
  by_hand.phase = "danger";
  danger.by_hand = list.add(std::move(by_hand), danger_by_hand, admin, field, danger.natural,
                            list_paint(list, PaintLayer::danger, admin));
  return danger;
}

// ---- What came of the regions, and the rows of rerolls

std::vector<Region> measure_mixes(const StageContext& context, const Administration& admin,
                                  const FittedDanger& danger, const FittedBiomes& biomes,
                                  const FittedFactions& factions) {
  RegionMap map = admin.map;
  map.regions = biomes.regions;
  for (size_t r = 0; r < map.regions.size(); ++r) {  // biomes were fitted beside the natural danger
    map.regions[r].danger_target = danger.regions[r].danger_target;
    map.regions[r].danger_asked = danger.regions[r].danger_asked;
  }
  measure_regional_mixes(map, danger.layer, biomes.layer, factions.layer, context.tmpl.vocabulary);
  return map.regions;
}

StageHandle<HandTold> list_rerolls(const StageList& list, StageHandle<Administration> admin) {
  bool any = false;
  for (const RerollRow& row : list.context.tmpl.hand.rerolls) any = any || row.on;
  if (!any) return Absence::no_hand;
  Paths paths{"frame.", "hand.rerolls[", "modes.factions", "modes.layers"};  // and what their words mean
  for (const char* table : {"resources", "wildlife", "enemies"})
    add_columns(table, {"class", "family"}, paths);
  add_columns("landmarks", {"id"}, paths);
  add_columns("families", {"id"}, paths);
  return list.add(
      {"rerolls", 2, paths},
      [](const StageContext& c, const Administration& regions) {
        HandTold told;
        tell_rerolls(c.tmpl, regions.map.code, told);
        return told;
      },
      admin);
}

}  // namespace

void add_noise(const char* layer, const NoiseStack& stack, Paths& paths) {
  paths.push_back(std::string("noise.") + layer + ".");
  for (const std::string_view source : {std::string_view(layer), std::string_view(stack.seed_of)}) {
    if (source == "biome") paths.push_back("biomes[].id");
    if (source == "faction") paths.push_back("factions[].id");
  }
}

void add_forms(std::initializer_list<PlaceKind> kinds, Paths& paths) {
  for (const PlaceKind kind : kinds)
    paths.push_back("names[].forms." + std::string(kPlaceKindSlugs[static_cast<size_t>(kind)]));
  paths.emplace_back("names_refused");
}

void add_rerolls(SeedPart layer, const Template& tmpl, Paths& paths) {
  for (std::string& path : reroll_paths(tmpl, layer)) paths.push_back(std::move(path));
}

StageFacts facts_by_hand(std::string name, double cost_ms, Paths paths, PaintLayer layer) {
  const std::string table(kPaintTables[static_cast<size_t>(layer)]);
  paths.insert(paths.end(), {"hand.mix", table + "[].id", table + "[].label"});
  return {std::move(name), cost_ms, std::move(paths)};
}

StageHandle<PaintedCells> list_paint(const StageList& list, PaintLayer layer,
                                     StageHandle<Administration> admin) {
  const auto index = static_cast<size_t>(layer);
  Paths paths{"frame.", "modes.layers", "modes.factions", "hand." + std::string(kPaintLists[index]) + "[",
              std::string(kPaintTables[index]) + "[].id"};
  add_imports({kPaintLists[index]}, list.context.tmpl, paths);
  return list.add(
      {std::string(kPaintLists[index]) + " paint", 4, paths},
      [layer](const StageContext& c, const Administration& regions) {
        PaintedCells made;
        made.paint = make_paint(c.tmpl, layer, regions.map.code, made.outcomes, made.findings, c.imports);
        return made;
      },
      admin);
}

LayerStages list_layers(const StageList& list) {
  LayerStages of;
  list_ground(list, of);
  of.admin = list_regions(list, of);
  of.factions = list_factions(list, of.admin);
  of.type = list_type(list, of.admin);
  of.feature = list.add({"feature", 0.4, {"frame.", "noise.feature."}}, make_feature);
  of.danger = list_danger(list, of.admin);
  list_harbours(list, of);
  list_biomes(list, of);
  of.regions = list.add({"regional mixes", 1, {}, Keep::never}, measure_mixes, of.admin, of.danger.by_hand,
                        of.biomes.by_hand, of.factions.by_hand);
  of.named_waters = list_water_names(list, of);
  of.rerolls = list_rerolls(list, of.admin);
  return of;
}

}  // namespace fw
