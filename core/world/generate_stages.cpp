#include "core/world/generate_internal.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/cancel.h"
#include "core/world/hand/content/hand_landmarks.h"
#include "core/world/hand/content/hand_lines.h"
#include "core/world/hand/content/hand_points.h"
#include "core/world/hand/content/point_outcomes.h"
#include "core/world/hand/ground/hand_terrain.h"
#include "core/world/hand/ground/hand_views.h"
#include "core/world/hand/hand_rerolls.h"
#include "core/world/hand/paint/hand_classes.h"
#include "core/world/hand/paint/hand_danger.h"
#include "core/world/hand/paint/hand_ring.h"
#include "core/world/landmarks/on_raster.h"
#include "core/world/points/placement.h"
#include "core/world/points/sea_ground.h"
#include "core/world/regions/water_names.h"

namespace fw {
namespace {

constexpr double kRegionWeightSigma_m = 350;
constexpr double kHarbourSpacing_m = 700;
constexpr double kGentleSlope = 0.24;  // ground behind a harbour on which people may settle

/// The rules of a class whose rasters live as long as they do.
std::shared_ptr<const PlaceRules> class_places(const PlacementLayers& layers, const PlacementInputs& inputs,
                                               const Conditions& conditions, PlaceFeatures features) {
  const auto held = std::make_shared<const PlacementLayers>(layers);
  return std::make_shared<const PlaceRules>(
      PlaceGround{{held, &inputs.map.code}, {held, inputs.water_code}, {held, &inputs.island.coast_m}},
      conditions, std::move(features));
}

}  // namespace

PlacementInputs PlacementLayers::inputs(const StageContext& context) const {
  static const ClassLayer kNoBiomes;
  return {context.tmpl,
          context.seeds,
          *island,
          *relief,
          admin->map,
          danger->layer,
          biomes ? biomes->layer : kNoBiomes,
          factions->layer,
          island->water_plan ? &island->water_plan->network : nullptr,
          &island->water,
          coast.get()};
}

namespace stages {

Island make_island(const StageContext& context) {
  return fw::make_island(context.tmpl, context.seeds.of(SeedPart::land), context.grid, context.imports);
}

PlanRelief make_plan_relief(const StageContext& context) {
  return fw::make_plan_relief(context.tmpl, context.seeds.of(SeedPart::land), context.imports,
                              context.progress);
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

Island make_watered_island(const StageContext& context, const PlanRelief& relief,
                           std::shared_ptr<const WaterPlan> water, std::shared_ptr<const CoastPlan> coast) {
  return fw::make_watered_island(context.tmpl, context.seeds.of(SeedPart::land), context.grid,
                                 context.imports, relief, std::move(water), std::move(coast));
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

ReliefRanks rank_by_hand(const Island& natural, const Relief& natural_relief,
                         const ReliefRanks& natural_ranks, const Island& island, const Relief& relief) {
  return rank_among_natural({natural, natural_relief}, natural_ranks, {island, relief});
}

LandmarkTerrain survey_terrain_by_hand(const Island& natural, const Relief& natural_relief,
                                       const LandmarkTerrain& natural_terrain, const Island& island,
                                       const Relief& relief) {
  return survey_among_natural({natural, natural_relief}, natural_terrain, {island, relief});
}

HandTold see_views(const StageContext& context, const Island& island) {
  HandTold told;
  tell_views(context.tmpl, island.height_m, told);
  return told;
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

Administration make_administration(const StageContext& context, const Island& island) {
  Administration made;
  RegionMap& map = made.map = make_regions(context.tmpl, context.seeds, island, context.progress);
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

FittedFactions make_factions(const StageContext& context, const Administration& admin) {
  return {fw::make_factions(admin.map, context.tmpl, context.seeds.of(SeedPart::factions), context.progress),
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

FittedDanger adapt_danger(const StageContext& context, const Administration& admin, const DangerField& field,
                          const FittedDanger& natural, const PaintedCells& painted) {
  RegionMap map = admin.map;
  map.regions = natural.regions;
  Paint paint = painted.paint;
  add_rings(context.tmpl, PaintLayer::danger, natural.layer.band, paint);
  HandDanger adapted = fw::adapt_danger({map, admin.blocks.blocks, field, natural.layer}, paint, context.tmpl,
                                        context.progress);
  FittedDanger made{std::move(adapted.layer), std::move(adapted.regions), natural.findings, painted.outcomes};
  made.findings.insert(made.findings.end(), painted.findings.begin(), painted.findings.end());
  made.findings.insert(made.findings.end(), adapted.findings.begin(), adapted.findings.end());
  return made;
}

FittedBiomes adapt_biomes(const StageContext& context, const Administration& admin,
                          const FittedDanger& danger, const BiomeInputs& inputs, const FittedBiomes& natural,
                          const PaintedCells& painted, const ShapedBiomeInputs* shaped) {
  RegionMap map = admin.map;
  map.regions = natural.regions;
  Paint paint = painted.paint;
  if (shaped != nullptr) paint.shaped = shaped->cells;
  add_rings(context.tmpl, PaintLayer::biome, natural.layer.code, paint);
  const bool rolled = inputs.rolled.size() != 0;
  const BiomeInputs own = rolled ? without_rolls(inputs) : BiomeInputs{};
  const BiomeInputs* const changed = shaped != nullptr ? &shaped->inputs : rolled ? &inputs : nullptr;
  HandBiomes adapted =
      fw::adapt_biomes({map, admin.blocks, rolled ? own : inputs, danger.layer, natural.layer, changed},
                       paint, context.tmpl, context.seeds.of(SeedPart::biomes), context.progress);
  FittedBiomes made{std::move(adapted.layer), std::move(adapted.regions), natural.findings, painted.outcomes};
  made.findings.insert(made.findings.end(), painted.findings.begin(), painted.findings.end());
  made.findings.insert(made.findings.end(), adapted.findings.begin(), adapted.findings.end());
  return made;
}

FittedFactions adapt_factions(const StageContext& context, const Administration& admin,
                              const FittedFactions& natural, const PaintedCells& painted) {
  HandFactions adapted = fw::adapt_factions(admin.map, natural.layer, painted.paint, context.tmpl,
                                            context.seeds.of(SeedPart::factions), context.progress);
  FittedFactions made{std::move(adapted.layer), {}, natural.findings, painted.outcomes};
  made.findings.insert(made.findings.end(), painted.findings.begin(), painted.findings.end());
  made.findings.insert(made.findings.end(), adapted.findings.begin(), adapted.findings.end());
  return made;
}

PlacementLayers gather_layers(std::shared_ptr<const Island> island, std::shared_ptr<const Relief> relief,
                              std::shared_ptr<const Administration> admin,
                              std::shared_ptr<const FittedDanger> danger,
                              std::shared_ptr<const FittedBiomes> biomes,
                              std::shared_ptr<const FittedFactions> factions,
                              std::shared_ptr<const Coast> coast) {
  return {std::move(island), std::move(relief),   std::move(admin), std::move(danger),
          std::move(biomes), std::move(factions), std::move(coast)};
}

LandmarkSurvey survey_landmarks(const StageContext& context, const Island& island, const Relief& relief,
                                const Administration& admin, std::shared_ptr<const LandmarkTerrain> terrain) {
  return fw::survey_landmarks(context.tmpl, context.seeds.of(SeedPart::landmarks), island, relief, admin.map,
                              std::move(terrain), &island.water,
                              island.water_plan ? &island.water_plan->network : nullptr);
}

LandmarkPlan place_kinds_before_tracks(const StageContext& context, const PlacementLayers& layers,
                                       const LandmarkSurvey& survey) {
  return fw::place_kinds_before_tracks(layers.inputs(context), survey, context.progress);
}

SiteSurvey survey_sites(const StageContext& context, const PlacementLayers& layers,
                        const LandmarkSurvey& survey) {
  return survey.land.empty() ? SiteSurvey{} : fw::survey_sites(layers.inputs(context), survey);
}

TrackNetwork make_tracks(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkPlan& first_kinds) {
  return fw::make_tracks(layers.inputs(context), first_kinds.landmarks);
}

Raster<float> track_distance(const StageContext& context, const TrackNetwork& network) {
  return fw::track_distance(context.grid, network.tracks);
}

LandmarkPlan place_kinds_after_tracks(const StageContext& context, const PlacementLayers& layers,
                                      const LandmarkSurvey& survey, const LandmarkPlan& first_kinds,
                                      const TrackNetwork& network, const Raster<float>& track_m,
                                      const SiteSurvey& sites) {
  return fw::place_kinds_after_tracks(layers.inputs(context), survey, sites, network, track_m, first_kinds,
                                      context.progress);
}

LandmarkPlan keep_kinds_before_tracks(const StageContext& context, const PlacementLayers& layers,
                                      const LandmarkSurvey& survey, const LandmarkPlan& natural) {
  const PlacementInputs inputs = layers.inputs(context);
  const StandingLandmarks standing = standing_landmarks(inputs, natural);
  LandmarkPlan plan = fw::place_kinds_before_tracks(inputs, survey, context.progress, &standing);
  HandTold told = tell_landmarks(inputs, natural);
  plan.hand = std::move(told.outcomes);
  plan.findings.insert(plan.findings.begin(), told.findings.begin(), told.findings.end());
  return plan;
}

TrackNetwork keep_tracks(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkPlan& first_kinds, const PlacementLayers& natural_layers,
                         const LandmarkPlan& natural_first_kinds, const TrackNetwork& natural) {
  const PlacementInputs natural_inputs = natural_layers.inputs(context);
  return adapt_tracks(layers.inputs(context), first_kinds.landmarks,
                      {natural_inputs, natural_first_kinds.landmarks, natural});
}

LandmarkPlan keep_kinds_after_tracks(const StageContext& context, const PlacementLayers& layers,
                                     const LandmarkSurvey& survey, const LandmarkPlan& first_kinds,
                                     const TrackNetwork& network, const Raster<float>& track_m,
                                     const SiteSurvey& sites, const LandmarkPlan& natural) {
  const PlacementInputs inputs = layers.inputs(context);
  const StandingLandmarks standing = standing_landmarks(inputs, natural);
  return fw::place_kinds_after_tracks(inputs, survey, sites, network, track_m, first_kinds, context.progress,
                                      &standing);
}

LandmarkPlan put_landmarks_on_raster(const StageContext& context, const PlacementLayers& decided,
                                     const PlacementLayers& raster, const LandmarkPlan& plan) {
  return put_on_raster(decided.inputs(context), raster.inputs(context), plan);
}

HabitatSurvey survey_habitats(const StageContext& context, const PlacementLayers& layers,
                              const LandmarkPlan& first_kinds) {
  const PlacementInputs inputs = layers.inputs(context);
  if (inputs.water == nullptr) return fw::survey_habitats(inputs, first_kinds);
  const FeatureSources sources = feature_sources(inputs, first_kinds);
  const auto index = [&sources](std::string_view measure) {
    return std::make_shared<const FeatureIndex>(feature_index(measure, sources));
  };
  return fw::survey_habitats(inputs, first_kinds,
                             class_places(layers, inputs, {}, place_features({}, true, index)));
}

PlacementLayers layers_at_sea(const StageContext& context, const PlacementLayers& layers) {
  SeaGround sea = extend_to_sea(layers.inputs(context));
  const auto share = [](auto&& value) {
    return std::make_shared<const std::remove_cvref_t<decltype(value)>>(std::move(value));
  };
  PlacementLayers out = layers;
  out.admin = share(Administration{std::move(sea.map), {}, {}});
  out.danger = share(FittedDanger{std::move(sea.danger), {}, {}, {}});
  out.biomes = share(FittedBiomes{std::move(sea.biome), {}, {}, {}});
  out.factions = share(FittedFactions{std::move(sea.faction), {}, {}, {}});
  return out;
}

FeatureIndex index_feature(std::string_view measure, const StageContext& context,
                           const PlacementLayers& layers, const LandmarkPlan& landmarks, const Roads* roads) {
  FeatureSources sources = feature_sources(layers.inputs(context), landmarks);
  if (roads != nullptr) sources.roads = roads;
  return feature_index(measure, sources);
}

HabitatSurvey survey_places(const Conditions& conditions, const StageContext& context,
                            const PlacementLayers& layers, const LandmarkPlan& landmarks,
                            const std::vector<std::shared_ptr<const FeatureIndex>>& indexes) {
  const PlacementInputs inputs = layers.inputs(context);
  const bool wet = inputs.water != nullptr;
  const std::vector<std::string_view> measures = place_measures(conditions, wet);
  const auto index = [&](std::string_view measure) {
    return indexes[static_cast<size_t>(std::find(measures.begin(), measures.end(), measure) -
                                       measures.begin())];
  };
  return fw::survey_habitats(
      inputs, landmarks, class_places(layers, inputs, conditions, place_features(conditions, wet, index)));
}

Content collect_landmarks(const StageContext& context, const PlacementLayers& layers,
                          const LandmarkPlan& landmarks) {
  return fw::collect_landmarks(layers.inputs(context), landmarks);
}

Content collect_content(const StageContext& context, const std::shared_ptr<const ClassHands>& hands,
                        const PlacementLayers& layers, const LandmarkPlan& landmarks,
                        const PlacedClasses& placed, const PlacedClasses& adapted,
                        const PlacementLayers* natural_layers, const LandmarkPlan* natural_landmarks,
                        const PlacedClasses& natural, const PlacementLayers* at_sea,
                        const PlacementLayers* natural_at_sea) {
  const PlacementInputs inputs = layers.inputs(context);
  std::optional<PlacementInputs> sea, natural_sea;
  if (at_sea != nullptr) sea.emplace(at_sea->inputs(context));
  if (natural_at_sea != nullptr) natural_sea.emplace(natural_at_sea->inputs(context));
  const PlacementInputs* const sea_inputs = sea ? &*sea : nullptr;
  if (natural_layers == nullptr)
    return fw::collect_content(inputs, landmarks, placed, {}, nullptr, sea_inputs);
  const NaturalContent before{natural_layers->inputs(context), *natural_landmarks, natural,
                              natural_sea ? &*natural_sea : nullptr};
  Content content = fw::collect_content(inputs, landmarks, placed, adapted, &before, sea_inputs);
  if (hands != nullptr) content.hand = point_outcomes(inputs, *hands, natural, content);
  return content;
}

}  // namespace stages

ClassNoise PointClassStages::noise(const StageContext& context, const std::vector<uint32_t>& cells) const {
  return make_class_noise(context.tmpl, class_seeds(context.seeds, *row.cls), context.grid, cells,
                          row.category, *row.cls);
}

ClassField PointClassStages::field(const StageContext& context, const PlacementLayers& layers,
                                   const HabitatSurvey& survey, const ClassNoise* noise) const {
  if (row.cls->quota <= 0) return {};
  return find_cells(layers.inputs(context), survey, row.category, *row.cls, noise);
}

PlacedClass PointClassStages::place(const StageContext& context, const PlacementLayers& layers,
                                    const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                                    const ClassField* field, const ClassNoise* noise) const {
  const ClassField own = field == nullptr ? this->field(context, layers, survey, noise) : ClassField{};
  return place_class(layers.inputs(context), survey, row.category, *row.cls, landmarks,
                     field == nullptr ? own : *field);
}

PlacedClass PointClassStages::place_without_seed(const StageContext& context, const PlacementLayers& layers,
                                                 const HabitatSurvey& survey,
                                                 const LandmarkPlan& landmarks) const {
  const auto index = static_cast<size_t>(row.cls - context.tmpl.enemies.data());
  Template without = context.tmpl;
  PointClass& cls = without.enemies[index];
  cls.seed.reset();
  const StageContext of{without, context.seeds, context.grid, context.progress, context.imports};
  return PointClassStages{{row.category, &cls, row.path}}.place(of, layers, survey, landmarks, nullptr,
                                                                nullptr);
}

ClassField PointClassStages::field_by_hand(const StageContext& context, const PlacementLayers& layers,
                                           const HabitatSurvey& survey, const HabitatSurvey* natural_survey,
                                           const Raster<float>* density, const ClassNoise* noise) const {
  ClassField field =
      find_cells(layers.inputs(context), survey, row.category, *row.cls, noise, natural_survey);
  if (density != nullptr) multiply_weights(field, *density);
  return field;
}

PlacedClass PointClassStages::place_by_hand(const StageContext& context, const PlacementLayers& layers,
                                            const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                                            const PlacedClass& natural, const HabitatSurvey* natural_survey,
                                            const Raster<float>* density, const ClassNoise* noise) const {
  const PlacementInputs inputs = layers.inputs(context);
  const ClassField field = field_by_hand(context, layers, survey, natural_survey, density, noise);
  PlacedClass placed = place_class(inputs, survey, row.category, *row.cls, landmarks, field);
  keep_numbers(row, inputs.map, natural, placed);
  if (field.cells.empty() && !natural.points.empty() && hand != nullptr) report_emptied(row, *hand, placed);
  return placed;
}

PlacedClass PointClassStages::roll(const StageContext& context, const PlacementLayers& layers,
                                   const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                                   const PlacedClass& placed, const HabitatSurvey* natural_survey,
                                   const Raster<float>* density, const ClassNoise* noise) const {
  return roll_class(layers.inputs(context), row.category, *row.cls, landmarks,
                    field_by_hand(context, layers, survey, natural_survey, density, noise), placed);
}

PlacedClass PointClassStages::adapt(const StageContext& context, const PlacementLayers& layers,
                                    const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                                    const PlacedClass& placed, const HabitatSurvey* natural_survey,
                                    const Raster<float>* density, const ClassNoise* noise) const {
  return adapt_class(layers.inputs(context), row, landmarks,
                     field_by_hand(context, layers, survey, natural_survey, density, noise), placed, *hand);
}

Raster<float> PointClassStages::density(const StageContext& context) const {
  return area_density(hand->areas, context.grid);
}

}  // namespace fw
