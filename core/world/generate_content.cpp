#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/world/generate_internal.h"
#include "core/world/hand/content/hand_landmarks.h"
#include "core/world/hand/content/hand_lines.h"
#include "core/world/hand/content/hand_points.h"
#include "core/world/hand/content/point_outcomes.h"
#include "core/world/landmarks/on_raster.h"
#include "core/world/points/placement.h"
#include "core/world/points/sea_ground.h"

// The stages of landmarks, tracks and points.

namespace fw {
namespace {

/// The rules of a class whose rasters live as long as they do.
std::shared_ptr<const PlaceRules> class_places(const PlacementLayers& layers, const PlacementInputs& inputs,
                                               const Conditions& conditions, PlaceFeatures features) {
  const auto held = std::make_shared<const PlacementLayers>(layers);
  return std::make_shared<const PlaceRules>(PlaceRasters{{held, &inputs.map.code},
                                                         {held, inputs.water_code},
                                                         {held, &inputs.island.coast_m},
                                                         {held, &inputs.island.sea_m}},
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
  const StandingLandmarks standing = standing_landmarks(inputs, survey, natural);
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
  const StandingLandmarks standing = standing_landmarks(inputs, survey, natural);
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
  SeaLayers sea = extend_to_sea(layers.inputs(context));
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

ClassField PointClassStages::field(bool with_feature, const StageContext& context,
                                   const PlacementLayers& layers, const HabitatSurvey& survey,
                                   const ClassNoise* noise) const {
  if (row.cls->quota <= 0) return {};
  return find_cells(layers.inputs(context), survey, row.category, *row.cls, noise, with_feature);
}

PlacedClass PointClassStages::place(const StageContext& context, const PlacementLayers& layers,
                                    const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                                    const ClassField* field, const ClassNoise* noise) const {
  const ClassField own = field == nullptr ? this->field(false, context, layers, survey, noise) : ClassField{};
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
  const StageContext of{without,          context.seeds,   context.grid,
                        context.progress, context.imports, context.draft};
  return PointClassStages{{row.category, &cls, row.path}}.place(of, layers, survey, landmarks, nullptr,
                                                                nullptr);
}

ClassField PointClassStages::field_by_hand(const StageContext& context, const PlacementLayers& layers,
                                           const HabitatSurvey& survey, const HabitatSurvey* natural_survey,
                                           const ClassField* natural, const Raster<float>* density,
                                           const ClassNoise* noise) const {
  const PlacementInputs inputs = layers.inputs(context);
  const bool given = natural != nullptr && row.cls->quota > 0;  // without a quota it is empty
  const bool pinned = hand != nullptr && hand->has_points();    // pins get ranks of their features
  ClassField own;
  if (!given)
    own = find_cells(inputs, natural_survey != nullptr ? *natural_survey : survey, row.category, *row.cls,
                     noise, natural_survey != nullptr || pinned);
  const ClassField& unmoved = given ? *natural : own;
  ClassField field = natural_survey == nullptr || sees_the_same(row.category, *natural_survey, survey)
                         ? unmoved
                         : find_cells_by_hand(inputs, survey, row.category, *row.cls, noise, unmoved, pinned);
  if (density != nullptr) multiply_weights(field, *density);
  return field;
}

PlacedClass PointClassStages::place_by_hand(const StageContext& context, const PlacementLayers& layers,
                                            const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                                            const PlacedClass& natural, const ClassField& field) const {
  const PlacementInputs inputs = layers.inputs(context);
  PlacedClass placed = place_class(inputs, survey, row.category, *row.cls, landmarks, field);
  keep_numbers(row, inputs.map, natural, placed);
  if (field.cells.empty() && !natural.points.empty() && hand != nullptr) report_emptied(row, *hand, placed);
  return placed;
}

PlacedClass PointClassStages::roll(const StageContext& context, const PlacementLayers& layers,
                                   const LandmarkPlan& landmarks, const PlacedClass& placed,
                                   const ClassField& field) const {
  return roll_class(layers.inputs(context), row.category, *row.cls, landmarks, field, placed);
}

PlacedClass PointClassStages::adapt(const StageContext& context, const PlacementLayers& layers,
                                    const LandmarkPlan& landmarks, const PlacedClass& placed,
                                    const ClassField& field) const {
  return adapt_class(layers.inputs(context), row, landmarks, field, placed, *hand);
}

Raster<float> PointClassStages::density(const StageContext& context) const {
  return area_density(hand->areas, context.grid);
}

}  // namespace fw
