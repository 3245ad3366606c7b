#include <optional>
#include <utility>

#include "core/world/flow/layers_internal.h"
#include "core/world/hand/paint/hand_classes.h"
#include "core/world/hand/paint/hand_natural.h"
#include "core/world/hand/terrain/hand_terrain.h"

// The stages of biomes, and of what they read of the ground.

namespace fw {
namespace {

/// Terrain by hand as biomes read it.
struct ShapedBiomeInputs {
  BiomeInputs inputs;
  Mask cells;  ///< whose heights are not the natural ones
};

/// What the fit of biomes reads of the ground.
struct BiomeInputStages {
  StageHandle<BiomeInputs> natural;
  StageHandle<ShapedBiomeInputs> shaped;  ///< no hand where no row changes heights
};

void add_biome_noise(const Template& tmpl, Paths& paths) {
  add_noise("biome", tmpl.noise.biome, paths);
  add_rerolls(SeedPart::biomes, tmpl, paths);
}

BiomeInputs read_biome_inputs(const StageContext& context, const Administration& admin,
                              const ReliefRanks& ranks, const WetGround& wet, const Island& island,
                              const Relief& relief) {
  return survey_biomes(admin.blocks.blocks,
                       {ranks, wet_ground_on(wet, island.main), relief.slope, island.coast_m}, context.tmpl,
                       context.seeds.of(SeedPart::biomes));
}

/// The natural ranks; ground by hand takes its ranks among them.
Both<ReliefRanks> list_ranks(const StageList& list, const LayerStages& of) {
  Both<ReliefRanks> ranks = list.add(
      {"relief ranks", 6},
      [](const Island& island, const Relief& relief) {
        return rank_relief(island.main, island.height_m, relief.slope, island.coast_m);
      },
      of.island.natural, of.relief.natural);
  if (of.island.moved())
    ranks.by_hand = list.add(
        {"relief ranks by hand", 25},
        [](const Island& island_before, const Relief& relief_before, const ReliefRanks& before,
           const Island& island, const Relief& relief) {
          return rank_among_natural({island_before, relief_before}, before, {island, relief});
        },
        of.island.natural, of.relief.natural, ranks.natural, of.island.by_hand, of.relief.by_hand);
  return ranks;
}

BiomeInputStages list_biome_inputs(const StageList& list, const LayerStages& of) {
  const Both<ReliefRanks> ranks = list_ranks(list, of);
  Paths paths{"region_mixes[].biomes", "hand.regions[].biomes", "hand.regions[].on", "biomes[].share",
              part_seed_path(SeedPart::biomes)};
  add_biome_noise(list.context.tmpl, paths);
  BiomeInputStages inputs;
  inputs.natural = list.add({"biome inputs", 9, paths}, read_biome_inputs, of.admin, ranks.natural, of.wet,
                            of.island.natural, of.relief.natural);
  inputs.shaped = Absence::no_hand;
  if (of.island.moved())
    inputs.shaped = list.add(
        {"biome inputs by hand", 10, paths},
        [](const StageContext& c, const Administration& admin, const Island& before, const Island& island,
           const ReliefRanks& by_hand, const WetGround& wet, const Relief& relief) {
          return ShapedBiomeInputs{read_biome_inputs(c, admin, by_hand, wet, island, relief),
                                   shaped_cells(before, island)};
        },
        of.admin, of.island.natural, of.island.by_hand, ranks.by_hand, of.wet, of.relief.by_hand);
  return inputs;
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
    made.layer = adapt_biomes({map, admin.blocks, own, danger.layer, made.layer, &inputs}, paint,
                              context.tmpl, seeds, context.progress)
                     .layer;
  }
  made.regions = std::move(map.regions);
  return made;
}

/// The natural layer moved round paint and terrain; `danger` is the natural one.
FittedBiomes biomes_by_hand(const StageContext& context, const Administration& admin,
                            const FittedDanger& danger, const BiomeInputs& inputs,
                            const FittedBiomes& natural, const PaintedCells& painted,
                            const ShapedBiomeInputs* shaped) {
  RegionMap map = admin.map;
  map.regions = natural.regions;
  const bool rolled = inputs.rolled.size() != 0;
  const BiomeInputs own = rolled ? without_rolls(inputs) : BiomeInputs{};
  const BiomeInputs* const changed = shaped != nullptr ? &shaped->inputs : rolled ? &inputs : nullptr;
  HandBiomes adapted = adapt_round_frozen(
      context.tmpl, context.imports, PaintLayer::biome, map.code, painted.paint, &natural.layer.code,
      [](const HandBiomes& made) -> const Raster<uint8_t>& { return made.layer.code; },
      [&](const Paint& paint) {
        std::optional<Paint> with_shaped;
        if (shaped != nullptr) {
          with_shaped = paint;
          with_shaped->shaped = shaped->cells;
        }
        return adapt_biomes({map, admin.blocks, rolled ? own : inputs, danger.layer, natural.layer, changed},
                            with_shaped ? *with_shaped : paint, context.tmpl,
                            context.seeds.of(SeedPart::biomes), context.progress);
      });
  HeldByPaint held = held_by_paint(map, painted.paint, adapted.regions, &Region::biome_target);
  return fitted_by_hand(std::move(adapted.layer), std::move(adapted.regions), natural, painted,
                        adapted.findings, std::move(held));
}

}  // namespace

void list_biomes(const StageList& list, LayerStages& of) {
  const Template& tmpl = list.context.tmpl;
  const BiomeInputStages inputs = list_biome_inputs(list, of);
  Paths paths{"modes.", "region_mixes[].region", "region_mixes[].biomes", part_seed_path(SeedPart::biomes)};
  add_columns("biomes", {"id", "share", "prior", "only"}, paths);
  add_biome_noise(tmpl, paths);
  Both<FittedBiomes>& biomes = of.biomes;
  biomes = list.add({"biomes", 45, paths, Keep::recent, "biomes"}, fit_biomes, of.admin, of.danger.natural,
                    inputs.natural);
  if (of.island.moved() || is_painted(tmpl, list.context.imports, PaintLayer::biome))
    biomes.by_hand = list.add(facts_by_hand("biomes by hand", 60, paths, PaintLayer::biome), biomes_by_hand,
                              of.admin, of.danger.natural, inputs.natural, biomes.natural,
                              list_paint(list, PaintLayer::biome, of.admin), inputs.shaped);
  of.biome_room = list.add(
      {"room of biomes", 2, {"biomes[].id", "biomes[].only"}, Keep::never},
      [](const StageContext& c, const Administration& admin, const FittedBiomes& made,
         const BiomeInputs& natural, const ShapedBiomeInputs* shaped) {
        return measure_biome_room(admin.map, admin.blocks.blocks,
                                  shaped != nullptr ? shaped->inputs : natural, made.layer.code, c.tmpl);
      },
      of.admin, of.biomes.by_hand, inputs.natural, inputs.shaped);
}

}  // namespace fw
