#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/world/cancel.h"
#include "core/world/landmarks/landmarks_ground.h"

namespace fw {
namespace {

/// Gives the landmarks of one kind the names of one list, in order.
void name_landmarks(const Ground& ground, LandmarkKind kind, std::string_view tag, std::string_view suffix,
                    LandmarkPlan& plan) {
  int count = 0;
  for (const Landmark& l : plan.landmarks) count += l.kind == kind ? 1 : 0;
  if (count == 0) return;
  const std::vector<std::string> names = make_names(ground.seeds, tag, count);
  size_t next = 0;
  for (Landmark& l : plan.landmarks) {
    if (l.kind != kind || next >= names.size()) continue;
    l.name = names[next++];
    if (!l.name.ends_with(suffix)) l.name += suffix;
  }
}

}  // namespace

LandmarkPlan place_landmarks(const Ground& ground) {
  const Island& island = ground.island;
  const LandmarkGround survey =
      survey_ground(ground.tmpl, ground.seeds, island, ground.relief, ground.map,
                    std::make_shared<LandmarkTerrain>(
                        survey_terrain(ground.tmpl, ground.seeds, island, ground.relief, island.main)));
  LandmarkPlan plan = place_towns(ground, survey);
  const FacilityGround facilities = lay_tracks(ground, survey, plan);
  return place_landmarks(ground, survey, facilities, std::move(plan));
}

LandmarkPlan place_towns(const Ground& ground, const LandmarkGround& survey, const Progress& progress) {
  LandmarkPlan plan;
  if (survey.land.empty()) return plan;
  stop_if_cancelled(progress);
  place_settlements(ground, survey, plan);
  place_forts(ground, survey, plan);
  stop_if_cancelled(progress);
  place_facilities(ground, survey, LandmarkKind::outpost, {}, plan);
  return plan;
}

FacilityGround lay_tracks(const Ground& ground, const LandmarkGround& survey, LandmarkPlan& plan,
                          const Progress& progress) {
  FacilityGround facilities;
  if (survey.land.empty()) return facilities;
  stop_if_cancelled(progress);
  Raster<float> track_m;
  parallel_invoke({[&] { facilities = survey_facilities(ground, survey); },
                   [&] {
                     TrackNetwork network = make_tracks(ground, plan.landmarks);
                     plan.tracks = std::move(network.tracks);
                     plan.junctions_m = std::move(network.junctions_m);
                     track_m = track_distance(ground.map.code.grid, plan.tracks);
                   }});
  facilities.track_m = std::move(track_m);
  return facilities;
}

LandmarkPlan place_landmarks(const Ground& ground, const LandmarkGround& survey,
                             const FacilityGround& facilities, LandmarkPlan plan, const Progress& progress) {
  if (survey.land.empty()) return plan;
  for (const LandmarkKind kind :
       {LandmarkKind::shrine, LandmarkKind::expedition, LandmarkKind::elite_zone, LandmarkKind::quest_hub}) {
    stop_if_cancelled(progress);
    place_facilities(ground, survey, kind, facilities, plan);
  }
  name_landmarks(ground, LandmarkKind::settlement, "names.town", "", plan);
  name_landmarks(ground, LandmarkKind::outpost, "names.outpost", " Post", plan);
  name_landmarks(ground, LandmarkKind::expedition, "names.expedition", " Deep", plan);
  return plan;
}

}  // namespace fw
