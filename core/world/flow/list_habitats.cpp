#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/world/flow/habitats_internal.h"

// The stages of where points may stand.

namespace fw {
namespace {

/// "ground river, near.bridge 0 100": what a class's conditions are, as text.
std::string text_of(const Conditions& conditions) {
  std::string text = "ground " + std::string(kGroundKindSlugs[static_cast<size_t>(conditions.ground)]);
  for (size_t k = 0; k < kNearFeatures; ++k)
    if (const auto& range = conditions.near[k])
      text += ", near." + std::string(near_key(*kNear[k])) + " " + number_text((*range)[0]) + " " +
              number_text((*range)[1]);
  return text;
}

/// The rules of a class whose rasters live as long as they do.
std::shared_ptr<const PlaceRules> class_places(const PlacementLayers& layers, const PlacementInputs& inputs,
                                               const Conditions& conditions, PlaceFeatures features) {
  const auto held = std::make_shared<const PlacementLayers>(layers);
  return std::make_shared<const PlaceRules>(PlaceRasters{{held, &inputs.map.code},
                                                         {held, inputs.water_code},
                                                         {held, &inputs.island.coast_m},
                                                         {held, &inputs.island.sea_m},
                                                         {held, &inputs.island.shore}},
                                            conditions, std::move(features));
}

/// The cells of classes without conditions.
HabitatSurvey survey_everywhere(const StageContext& context, const PlacementLayers& layers,
                                const LandmarkPlan& first_kinds) {
  const PlacementInputs inputs = layers.inputs(context);
  if (inputs.water == nullptr) return survey_habitats(inputs, first_kinds);
  const FeatureSources sources = feature_sources(inputs, first_kinds);
  const auto index = [&sources](std::string_view measure) {
    return std::make_shared<const FeatureIndex>(feature_index(measure, sources));
  };
  return survey_habitats(inputs, first_kinds,
                         class_places(layers, inputs, {}, place_features({}, true, index)));
}

/// Those of classes with these conditions; `indexes` as place_measures.
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
  return survey_habitats(inputs, landmarks,
                         class_places(layers, inputs, conditions, place_features(conditions, wet, index)));
}

}  // namespace

Both<HabitatSurvey> list_habitats(const StageList& list, const PlaceStages& places) {
  return list.both({"habitats", 1.2, {"landmarks[].keep_"}}, survey_everywhere, places.layers,
                   places.first_kinds);
}

PointInputs ConditionStages::of(const PointInputs& inputs, const Conditions& conditions) {
  PointInputs out = inputs;
  if (conditions.ground == GroundKind::sea) out.layers = inputs.at_sea;
  out.habitats.natural =
      survey(out.layers.natural, {inputs.layers.natural, inputs.landmarks.natural, inputs.roads.natural},
             conditions);
  out.habitats.by_hand =
      survey(out.layers.by_hand, {inputs.layers.by_hand, inputs.landmarks.by_hand, inputs.roads.by_hand},
             conditions);
  return out;
}

StageHandle<HabitatSurvey> ConditionStages::survey(StageHandle<PlacementLayers> layers,
                                                   const Sources& sources, const Conditions& conditions) {
  const std::string text = text_of(conditions);
  const auto [at, first] = surveys_.try_emplace({sources.landmarks.index, text});
  if (!first) return at->second;
  const bool wet = list_.context.tmpl.water.rivers == Nature::natural;
  std::vector<StageHandle<FeatureIndex>> measured;
  for (const std::string_view measure : place_measures(conditions, wet))
    measured.push_back(index(sources, measure));
  return at->second =
             list_.add({"habitats with conditions " + std::to_string(surveys_.size()),
                        3,
                        {"landmarks[].keep_"},
                        Keep::recent,
                        {},
                        text},
                       std::bind_front(survey_places, conditions), layers, sources.landmarks, measured);
}

StageHandle<FeatureIndex> ConditionStages::index(const Sources& sources, std::string_view measure) {
  const auto [at, first] = indexes_.try_emplace({sources.landmarks.index, measure});
  if (!first) return at->second;
  return at->second = list_.add(
             {"index " + std::string(measure) + " " + std::to_string(indexes_.size()),
              1,
              {},
              Keep::recent,
              {},
              std::string(measure)},
             [measure](const StageContext& c, const PlacementLayers& layers, const LandmarkPlan& landmarks,
                       const Roads& roads) {
               FeatureSources features = feature_sources(layers.inputs(c), landmarks);
               features.roads = &roads;
               return feature_index(measure, features);
             },
             sources.layers, sources.landmarks, sources.roads);
}

}  // namespace fw
