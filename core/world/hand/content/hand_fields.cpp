#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/model/world/hand_told.h"
#include "core/world/hand/content/hand_points.h"
#include "core/world/hand/content/hand_points_internal.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/points/placement.h"

// Classes on the ground of the hand and within its areas.

namespace fw {
namespace {

/// Gives points that stand where `natural` has one that one's number, others the numbers from the quota on.
void keep_numbers(const PointClassRow& row, const RegionMap& map, const PlacedClass& natural,
                  PlacedClass& placed) {
  std::map<std::pair<double, double>, int> numbers;
  for (const Placed& point : natural.points) numbers[{point.position_m.x, point.position_m.y}] = point.number;
  int next = first_free_number(*row.cls, targets_of(map, row.cls->quota_by).size(), natural);
  for (Placed& point : placed.points) {
    const auto found = numbers.find({point.position_m.x, point.position_m.y});
    point.number = found != numbers.end() ? found->second : next++;
  }
}

/// That areas leave the class no cell.
void report_emptied(const PointClassRow& row, const ClassHand& hand, PlacedClass& placed) {
  std::vector<std::string> ids;
  std::string first;
  for (const ClassArea* area : hand.areas) {
    if (area->density > 0) continue;
    if (first.empty()) first = hand_path(area->listed ? "areas" : "views", area->id);
    ids.push_back(area->id);
  }
  if (first.empty()) return;
  placed.findings.push_back({Severity::warning, "area_empties_class", first,
                             row.cls->slug + " has no cell left: areas of density 0 cover all that it " +
                                 "could live on. " + kept_away_text(row.cls->slug, ids)});
}

}  // namespace

int first_free_number(const PointClass& cls, size_t targets, const PlacedClass& placed) {
  int next = std::max(cls.quota, 0) * static_cast<int>(targets);
  for (const Placed& point : placed.points) next = std::max(next, point.number + 1);
  return next;
}

ClassField field_by_hand(const PlacementInputs& inputs, const PointClassRow& row, const ClassHand* hand,
                         const HabitatSurvey& survey, const HabitatSurvey* natural_survey,
                         const ClassField* natural, const Raster<float>* density, const ClassNoise* noise) {
  const auto& [category, cls, path] = row;
  const bool given = natural != nullptr && cls->quota > 0;    // without a quota it is empty
  const bool pinned = hand != nullptr && hand->has_points();  // pins get ranks of their features
  ClassField own;
  if (!given)
    own = find_cells(inputs, natural_survey != nullptr ? *natural_survey : survey, category, *cls, noise,
                     natural_survey != nullptr || pinned);
  const ClassField& unmoved = given ? *natural : own;
  ClassField field = natural_survey == nullptr || sees_the_same(category, *natural_survey, survey)
                         ? unmoved
                         : find_cells_by_hand(inputs, survey, category, *cls, noise, unmoved, pinned);
  if (density != nullptr) multiply_weights(field, *density);
  return field;
}

PlacedClass place_by_hand(const PlacementInputs& inputs, const PointClassRow& row, const ClassHand* hand,
                          const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                          const PlacedClass& natural, const ClassField& field) {
  PlacedClass placed = place_class(inputs, survey, row.category, *row.cls, landmarks, field);
  keep_numbers(row, inputs.map, natural, placed);
  if (field.cells.empty() && !natural.points.empty() && hand != nullptr) report_emptied(row, *hand, placed);
  return placed;
}

}  // namespace fw
