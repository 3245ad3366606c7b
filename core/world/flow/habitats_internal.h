#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/world/flow/flow_internal.h"
#include "core/world/landmarks/features.h"
#include "core/world/points/habitat_survey.h"

// Where points may stand.

namespace fw {

/// What points look at.
struct PointInputs {
  Both<PlacementLayers> layers;
  Both<HabitatSurvey> habitats;
  Both<LandmarkPlan> landmarks;
  Both<PlacementLayers> at_sea;  ///< not asked where no class stands there
  Both<Roads> roads;             ///< with trails

  bool moved() const { return layers.moved() || landmarks.moved(); }
};

/// Where classes without conditions may stand.
Both<HabitatSurvey> list_habitats(const StageList& list, const PlaceStages& places);

/// The stages that classes with conditions look at; classes of one ground with equal conditions share them.
class ConditionStages {
 public:
  explicit ConditionStages(const StageList& list) : list_(list) {}
  /// The ground as a class with conditions sees it.
  PointInputs of(const PointInputs& inputs, const Conditions& conditions);

 private:
  /// What distances are measured to, in one world.
  struct Sources {
    StageHandle<PlacementLayers> layers;
    StageHandle<LandmarkPlan> landmarks;
    StageHandle<Roads> roads;
  };
  StageHandle<HabitatSurvey> survey(StageHandle<PlacementLayers> layers, const Sources& sources,
                                    const Conditions& conditions);
  StageHandle<FeatureIndex> index(const Sources& sources, std::string_view measure);

  const StageList& list_;
  std::map<std::pair<size_t, std::string>, StageHandle<HabitatSurvey>> surveys_;
  std::map<std::pair<size_t, std::string_view>, StageHandle<FeatureIndex>> indexes_;
};

}  // namespace fw
