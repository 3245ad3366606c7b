#include "core/world/landmarks/landmarks.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/world/cancel.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/regions/names.h"

namespace fw {
namespace {

/// Gives the landmarks of one kind the names of one list, in order.
void name_landmarks(const PlacementInputs& inputs, LandmarkKind kind, std::string_view tag,
                    std::string_view suffix, LandmarkPlan& plan) {
  int count = 0;
  for (const Landmark& l : plan.landmarks) count += l.kind == kind ? 1 : 0;
  if (count == 0) return;
  const std::vector<std::string> names = make_names(inputs.seeds, tag, count);
  size_t next = 0;
  for (Landmark& l : plan.landmarks) {
    if (l.kind != kind || next >= names.size()) continue;
    l.name = names[next++];
    if (!l.name.ends_with(suffix)) l.name += suffix;
  }
}

}  // namespace

Vec2 landmark_position(const GridSpec& grid, uint32_t cell) {
  const Vec2 centre = grid.centre(cell);
  return {to_millimetres(centre.x), to_millimetres(centre.y)};
}

std::vector<Vec2> positions_of(const GridSpec& grid, const std::vector<Landmark>& landmarks,
                               LandmarkKind kind) {
  std::vector<Vec2> out;
  for (const Landmark& landmark : landmarks)
    if (landmark.kind == kind) out.push_back(landmark_position(grid, landmark.cell));
  return out;
}

LandmarkPlan place_towns(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                         const Progress& progress) {
  LandmarkPlan plan;
  if (survey.land.empty()) return plan;
  stop_if_cancelled(progress);
  place_settlements(inputs, survey, plan);
  place_forts(inputs, survey, plan);
  stop_if_cancelled(progress);
  place_facilities(inputs, survey, LandmarkKind::outpost, {}, {}, plan);
  return plan;
}

LandmarkPlan place_remaining_landmarks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                       const FacilitySurvey& facilities, const TrackNetwork& network,
                                       const Raster<float>& track_m, LandmarkPlan plan,
                                       const Progress& progress) {
  plan.tracks = network.tracks;
  plan.junctions_m = network.junctions_m;
  if (survey.land.empty()) return plan;
  for (const LandmarkKind kind :
       {LandmarkKind::shrine, LandmarkKind::expedition, LandmarkKind::elite_zone, LandmarkKind::quest_hub}) {
    stop_if_cancelled(progress);
    place_facilities(inputs, survey, kind, facilities, track_m, plan);
  }
  name_landmarks(inputs, LandmarkKind::settlement, "names.town", "", plan);
  name_landmarks(inputs, LandmarkKind::outpost, "names.outpost", " Post", plan);
  name_landmarks(inputs, LandmarkKind::expedition, "names.expedition", " Deep", plan);
  return plan;
}

}  // namespace fw
