#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/world/dice/class_streams.h"
#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"

namespace fw {

/// The noise of a class at placement_cells(). It depends on neither danger nor biome, so a cache can keep it
/// while they are edited.
struct ClassNoise {
  std::vector<float> feature, type;
};
ClassNoise make_class_noise(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                            const std::vector<uint32_t>& cells, Category category, const PointClass& cls);

/// The cells where a class may live at all, ascending, with what the intensity needs that no gate changes.
struct ClassField {
  std::vector<uint32_t> cells;
  std::vector<float> weight;                      ///< habitat
  std::vector<float> rank;                        ///< Q of the feature field inside the mask
  std::vector<float> type;                        ///< empty where `noise` was not given
  std::vector<float> feature;                     ///< what `rank` ranks; empty unless asked for
  std::shared_ptr<const PlaceRules> places = {};  ///< the survey's
};
/// The same bits with `noise` = make_class_noise and without (nullptr).
ClassField find_cells(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                      const PointClass& cls, const ClassNoise* noise, bool with_feature = false);

/// The same on the ground of the designer's hand. `natural` = find_cells() without the hand, with its
/// feature: ranks are taken in its mask, so that a cell of both keeps its own.
ClassField find_cells_by_hand(const PlacementInputs& inputs, const HabitatSurvey& survey, Category category,
                              const PointClass& cls, const ClassNoise* noise, const ClassField& natural,
                              bool with_feature = false);

/// Cells whose weight becomes 0 are left out; ranks stay.
void multiply_weights(ClassField& field, const Raster<float>& by);

/// The ranks that cells would have in the class's field; those of the field have their own. 0 in an empty
/// field.
std::vector<double> ranks_at(const PlacementInputs& inputs, Category category, const PointClass& cls,
                             const ClassField& field, std::span<const uint32_t> cells);

}  // namespace fw
