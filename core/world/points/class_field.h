#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/field/noise/noise.h"
#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"

namespace fw {

/// "enemy.wolf": the class's own part of its tags.
std::string class_tag(Category category, const PointClass& cls);
/// A stack may take another layer's seed: that layer's name then stands in front of kind and class.
NoiseField class_noise(const Ground& ground, const NoiseStack& stack, std::string_view layer,
                       const std::string& tag);

/// What a class's noise says of every cell of a survey. Danger and biome have no part in it, so it serves
/// while they are edited.
struct ClassNoise {
  std::vector<float> feature, type;  ///< of every cell of the survey
};
ClassNoise survey_noise(const Ground& ground, const HabitatSurvey& survey, Category category,
                        const PointClass& cls);

/// The cells where a class may live at all, ascending, with what the intensity needs that no gate changes.
struct ClassField {
  std::vector<uint32_t> cells;
  std::vector<float> weight;  ///< habitat
  std::vector<float> rank;    ///< Q of the feature field inside the mask
  std::vector<float> type;    ///< empty where `noise` was not given
};
/// The same bits with `noise` = survey_noise and without (nullptr).
ClassField find_cells(const Ground& ground, const HabitatSurvey& survey, Category category,
                      const PointClass& cls, const ClassNoise* noise);

}  // namespace fw
