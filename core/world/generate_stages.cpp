#include <optional>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/dice/rerolls.h"
#include "core/world/generate_internal.h"
#include "core/world/hand/paint/hand_classes.h"
#include "core/world/hand/paint/hand_danger.h"
#include "core/world/hand/paint/hand_held.h"
#include "core/world/hand/paint/hand_ring.h"
#include "core/world/hand/terrain/hand_terrain.h"
#include "core/world/plan/cancel.h"
#include "core/world/regions/water_names.h"

// The stages of the ground, the regions and the layers.

namespace fw {
namespace {

constexpr double kRegionWeightSigma_m = 350;
constexpr double kHarbourSpacing_m = 700;
constexpr double kGentleSlope = 0.24;  // ground behind a harbour on which people may settle

}  // namespace

namespace stages {

ImportedGround import_ground(const StageContext& context) {
  return {context.tmpl, context.seeds.of(SeedPart::land), context.imports};
}

Shores make_shores(const StageContext& context, const ImportedGround& imported) {
  return fw::make_shores(context.tmpl, context.seeds.of(SeedPart::land), context.grid, imported);
}

Island make_island(const StageContext& context, const ImportedGround& imported, const Shores& shores) {
  return fw::make_island(context.tmpl, context.seeds.of(SeedPart::land), imported, shores);
}

PlanRelief make_plan_relief(const StageContext& context, const ImportedGround& imported,
                            const Shores& plan_shores) {
  return fw::make_plan_relief(context.tmpl, context.seeds.of(SeedPart::land), imported, plan_shores,
                              context.progress, context.draft ? ErosionGrids::draft : ErosionGrids::all);
}

PlanRelief shape_plan_relief(const StageContext& context, const PlanRelief& natural) {
  return {fw::shape_terrain(context.tmpl, natural.island), natural.openness};
}

WaterPlan make_water(const StageContext& context, const PlanRelief& relief) {
  WaterPlan plan = fw::make_water(
      context.tmpl, context.seeds.of(SeedPart::land),
      {relief.island.main, relief.island.coast_m, relief.island.height_m, relief.openness}, context.progress);
  stop_if_cancelled(context.progress);
  return plan;
}

CoastPlan make_coast(const StageContext& context, const PlanRelief& relief, const WaterPlan* water) {
  return fw::make_coast(
      context.tmpl, context.seeds.of(SeedPart::land),
      {relief.island.main, relief.island.sea_m, water != nullptr ? water->height_m : relief.island.height_m,
       relief.openness, water != nullptr ? &water->network : nullptr});
}

Island make_watered_island(const StageContext& context, const Shores& shores, const PlanRelief& relief,
                           std::shared_ptr<const WaterPlan> water, std::shared_ptr<const CoastPlan> coast) {
  return fw::make_watered_island(context.tmpl, shores, relief, std::move(water), std::move(coast));
}

Water name_waters(const StageContext& context, const WaterPlan& water, const Administration& admin) {
  Water network = water.network;
  fw::name_waters(admin.map, context.tmpl.vocabulary, context.seeds.of(SeedPart::regions),
                  water.height_m.grid, network);
  return network;
}

Coast choose_harbours(const StageContext& context, const CoastPlan& coast, const PlanRelief& relief,
                      const WaterPlan* water, const Administration& admin) {
  const Raster<float>& height_m = water != nullptr ? water->height_m : relief.island.height_m;
  const Raster<float> slope = gradient_norm(height_m);
  Mask gentle = relief.island.main;
  for (size_t cell = 0; cell < gentle.size(); ++cell)
    gentle[cell] = gentle[cell] != 0 && static_cast<double>(slope[cell]) < kGentleSlope &&
                   (water == nullptr || water->lakes.at(cell) == 0);
  const double scale = context.tmpl.frame.longer_m() / 8000;
  return {coast.stretches, fw::choose_harbours(coast, admin.map.code, gentle, kHarbourSpacing_m * scale)};
}

Island shape_terrain(const StageContext& context, const Island& natural) {
  return fw::shape_terrain(context.tmpl, natural);
}

Island open_views(const StageContext& context, const Island& island) {
  return fw::open_views(context.tmpl, island);
}

ReliefRanks rank_by_hand(const Island& natural, const Relief& natural_relief,
                         const ReliefRanks& natural_ranks, const Island& island, const Relief& relief) {
  return rank_among_natural({natural, natural_relief}, natural_ranks, {island, relief});
}

LandmarkTerrain survey_terrain_by_hand(const Island& natural, const Relief& natural_relief,
                                       const LandmarkTerrain& natural_terrain, const Island& island,
                                       const Relief& relief) {
  return survey_among_natural({natural, natural_relief}, natural_terrain, {island, relief});
}

HandTold tell_rerolls(const StageContext& context, const Administration& admin) {
  HandTold told;
  fw::tell_rerolls(context.tmpl, admin.map.code, told);
  return told;
}

ReliefRanks rank_relief(const Island& island, const Relief& relief) {
  ReliefRanks ranks = fw::rank_relief(island.main, island.height_m, relief.slope, island.coast_m);
  if (island.water_plan) ranks.low = low_ground(island.water_plan->above_m, island.main);
  return ranks;
}

LandmarkTerrain survey_terrain(const StageContext& context, const Island& island, const Relief& relief) {
  return fw::survey_terrain(context.tmpl, context.seeds.of(SeedPart::landmarks), island, relief, island.main);
}

Administration make_administration(const StageContext& context, const Shores& shores) {
  Administration made;
  RegionMap& map = made.map = make_regions(context.tmpl, context.seeds, shores, context.progress);
  stop_if_cancelled(context.progress);
  const auto group_cells = [&] {  // reads no owner
    made.weights = region_weights(map, kRegionWeightSigma_m);
    made.blocks = sampled_blocks(map.code, static_cast<int>(map.regions.size()), made.weights);
  };
  const auto give_away = [&] {
    assign_owners(map, context.tmpl, context.seeds.of(SeedPart::owners));
    name_regions(map, context.tmpl, context.seeds.of(SeedPart::regions));
  };
  parallel_invoke({give_away, group_cells});
  return made;
}

FactionSurvey survey_factions(const StageContext& context, const Administration& admin) {
  return fw::survey_factions(admin.map, context.tmpl, context.seeds.of(SeedPart::factions));
}

FittedFactions make_factions(const StageContext& context, const Administration& admin,
                             const FactionSurvey* surveyed) {
  const SeedBundle seeds = context.seeds.of(SeedPart::factions);
  return {surveyed != nullptr ? fit_factions(admin.map, *surveyed, context.progress)
                              : fw::make_factions(admin.map, context.tmpl, seeds, context.progress),
          {},
          {},
          {}};
}

TypeLayer make_type(const StageContext& context, const Administration& admin) {
  return fw::make_type(admin.map, context.tmpl, context.seeds.of(SeedPart::points));
}

Raster<float> make_feature(const StageContext& context) {
  const NoiseStack& stack = context.tmpl.noise.feature;
  const std::string tag = stack.seed_of.empty() ? "feature" : stack.seed_of;
  const NoiseField field = bind_noise(stack, derive(context.seeds.noise_stream(), tag));
  Raster<float> values = noise_raster(field, context.grid, context.tmpl.noise.phase);
  normalise_half(values.cells);
  return values;
}

DangerField make_danger_field(const StageContext& context, const Administration& admin) {
  return fw::make_danger_field(admin.map, context.tmpl, context.seeds.of(SeedPart::danger));
}

FittedDanger fit_danger(const StageContext& context, const Administration& admin, const DangerField& field) {
  FittedDanger made;
  RegionMap map = admin.map;
  derive_danger_mixes(map, context.tmpl, made.findings);
  made.layer = make_danger(map, admin.blocks, field, context.tmpl, context.progress);
  made.regions = std::move(map.regions);
  return made;
}

BiomeInputs survey_biomes(const StageContext& context, const Administration& admin,
                          const ReliefRanks& ranks) {
  return fw::survey_biomes(admin.blocks.blocks, ranks, context.tmpl, context.seeds.of(SeedPart::biomes));
}

FittedBiomes fit_biomes(const StageContext& context, const Administration& admin, const FittedDanger& danger,
                        const BiomeInputs& inputs) {
  FittedBiomes made;
  RegionMap map = admin.map;
  map.regions = danger.regions;
  const SeedBundle seeds = context.seeds.of(SeedPart::biomes);
  const bool rolled = inputs.rolled.size() != 0;
  const BiomeInputs own = rolled ? without_rolls(inputs) : BiomeInputs{};
  made.layer = make_biomes(map, admin.blocks, rolled ? own : inputs, danger.layer, context.tmpl, seeds,
                           context.progress);
  if (rolled && context.tmpl.layer_mode != LayerMode::strict_quantile) {
    Paint paint = empty_paint(context.grid);
    paint.shaped = inputs.rolled;
    made.layer = fw::adapt_biomes({map, admin.blocks, own, danger.layer, made.layer, &inputs}, paint,
                                  context.tmpl, seeds, context.progress)
                     .layer;
  }
  made.regions = std::move(map.regions);
  return made;
}

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

PaintedCells paint_layer(PaintLayer layer, const StageContext& context, const Administration& admin) {
  PaintedCells made;
  made.paint = make_paint(context.tmpl, layer, admin.map.code, made.outcomes, made.findings, context.imports);
  return made;
}

ShapedBiomeInputs survey_biomes_by_hand(const StageContext& context, const Administration& admin,
                                        const Island& natural, const Island& island,
                                        const ReliefRanks& ranks) {
  return {survey_biomes(context, admin, ranks), shaped_cells(natural, island)};
}

/// adapt() of the paint without frozen cells if its layer (`codes_of`) holds them all; else of all paint,
/// with rings round frozen cells that `natural` does not hold (null: the layer has none).
template <typename Adapt, typename CodesOf>
auto adapt_round_frozen(const StageContext& context, PaintLayer layer, const Raster<uint8_t>& ground,
                        const Paint& paint, const Raster<uint8_t>* natural, const CodesOf& codes_of,
                        const Adapt& adapt) {
  if (const std::optional<Paint> others = without_frozen(context.tmpl, layer, ground, context.imports)) {
    auto adapted = adapt(*others);
    if (holds_cores(paint, codes_of(adapted))) return adapted;
  }
  const std::optional<Paint> ringed =
      natural != nullptr ? with_rings(context.tmpl, layer, *natural, paint) : std::nullopt;
  return adapt(ringed ? *ringed : paint);
}

FittedDanger adapt_danger(const StageContext& context, const Administration& admin, const DangerField& field,
                          const FittedDanger& natural, const PaintedCells& painted) {
  RegionMap map = admin.map;
  map.regions = natural.regions;
  HandDanger adapted = adapt_round_frozen(
      context, PaintLayer::danger, map.code, painted.paint, &natural.layer.band,
      [](const HandDanger& made) -> const Raster<uint8_t>& { return made.layer.band; },
      [&](const Paint& paint) {
        return fw::adapt_danger({map, admin.blocks.blocks, field, natural.layer}, paint, context.tmpl,
                                context.progress);
      });
  HeldByPaint held = held_by_paint(map, painted.paint, adapted.regions, &Region::danger_target);
  FittedDanger made{std::move(adapted.layer), std::move(adapted.regions), natural.findings, painted.outcomes,
                    std::move(held)};
  made.findings.insert(made.findings.end(), painted.findings.begin(), painted.findings.end());
  made.findings.insert(made.findings.end(), adapted.findings.begin(), adapted.findings.end());
  return made;
}

FittedBiomes adapt_biomes(const StageContext& context, const Administration& admin,
                          const FittedDanger& danger, const BiomeInputs& inputs, const FittedBiomes& natural,
                          const PaintedCells& painted, const ShapedBiomeInputs* shaped) {
  RegionMap map = admin.map;
  map.regions = natural.regions;
  const bool rolled = inputs.rolled.size() != 0;
  const BiomeInputs own = rolled ? without_rolls(inputs) : BiomeInputs{};
  const BiomeInputs* const changed = shaped != nullptr ? &shaped->inputs : rolled ? &inputs : nullptr;
  HandBiomes adapted = adapt_round_frozen(
      context, PaintLayer::biome, map.code, painted.paint, &natural.layer.code,
      [](const HandBiomes& made) -> const Raster<uint8_t>& { return made.layer.code; },
      [&](const Paint& paint) {
        std::optional<Paint> with_shaped;
        if (shaped != nullptr) {
          with_shaped = paint;
          with_shaped->shaped = shaped->cells;
        }
        return fw::adapt_biomes(
            {map, admin.blocks, rolled ? own : inputs, danger.layer, natural.layer, changed},
            with_shaped ? *with_shaped : paint, context.tmpl, context.seeds.of(SeedPart::biomes),
            context.progress);
      });
  HeldByPaint held = held_by_paint(map, painted.paint, adapted.regions, &Region::biome_target);
  FittedBiomes made{std::move(adapted.layer), std::move(adapted.regions), natural.findings, painted.outcomes,
                    std::move(held)};
  made.findings.insert(made.findings.end(), painted.findings.begin(), painted.findings.end());
  made.findings.insert(made.findings.end(), adapted.findings.begin(), adapted.findings.end());
  return made;
}

FittedFactions adapt_factions(const StageContext& context, const Administration& admin,
                              const FactionSurvey* surveyed, const FittedFactions& natural,
                              const PaintedCells& painted) {
  HandFactions adapted = adapt_round_frozen(
      context, PaintLayer::faction, admin.map.code, painted.paint, nullptr,
      [](const HandFactions& made) -> const Raster<uint8_t>& { return made.layer.code; },
      [&](const Paint& paint) {
        return fw::adapt_factions(admin.map, surveyed, natural.layer, paint, context.tmpl,
                                  context.seeds.of(SeedPart::factions), context.progress);
      });
  HeldByPaint held = held_by_paint(admin.map, painted.paint, admin.map.regions, nullptr);
  FittedFactions made{std::move(adapted.layer), {}, natural.findings, painted.outcomes, std::move(held)};
  made.findings.insert(made.findings.end(), painted.findings.begin(), painted.findings.end());
  made.findings.insert(made.findings.end(), adapted.findings.begin(), adapted.findings.end());
  return made;
}

}  // namespace stages
}  // namespace fw
