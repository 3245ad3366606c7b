#include "core/world/landmarks/landmarks.h"

#include <string>
#include <utility>

#include "core/world/cancel.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/site_rules.h"
#include "core/world/regions/names.h"

namespace fw {
namespace {

/// Gives the landmarks of one kind the names of one list, in order, by the rules of the faction that holds
/// the region.
void name_landmarks(const PlacementInputs& inputs, LandmarkKind kind, LandmarkPlan& plan) {
  const Vocabulary& words = inputs.tmpl.vocabulary;
  const LandmarkRow& row = words.landmarks[static_cast<size_t>(kind)];
  if (!row.named) return;
  std::vector<const NameRow*> rules;
  for (const Landmark& l : plan.landmarks)
    if (l.kind == kind)
      rules.push_back(&names_of(words, inputs.map.regions[inputs.map.code[l.cell] - 1u].owner));
  const std::string tag = row.name_stream.empty() ? "names." + row.id : row.name_stream;
  const std::vector<std::string> names = name_places(inputs.seeds.of(SeedPart::landmarks), tag, rules);
  size_t next = 0;
  for (Landmark& l : plan.landmarks) {
    if (l.kind != kind || next >= names.size()) continue;
    l.name = names[next++];
    if (!l.name.ends_with(row.name_suffix)) l.name += row.name_suffix;
  }
}

void place_kind(const SiteGround& ground, size_t k, LandmarkPlan& plan) {
  const auto kind = static_cast<LandmarkKind>(k);
  switch (ground.inputs.tmpl.vocabulary.landmarks[k].role) {
    case LandmarkRole::seat:
      return place_seats(ground.inputs, ground.survey, kind, plan);
    case LandmarkRole::guard:
      return place_guards(ground.inputs, ground.survey, kind, plan);
    case LandmarkRole::site:
      return place_sites(ground, kind, plan);
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

size_t kinds_before_tracks(const Vocabulary& vocabulary) {
  size_t end = 0;
  for (size_t k = 0; k < vocabulary.landmarks.size(); ++k)
    if (vocabulary.landmarks[k].joins_tracks) end = k + 1;
  return end;
}

LandmarkPlan place_kinds_before_tracks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                       const Progress& progress) {
  LandmarkPlan plan;
  if (survey.land.empty()) return plan;
  const size_t end = kinds_before_tracks(inputs.tmpl.vocabulary);
  const SiteSurvey sites = survey_sites(inputs, survey, 0, end);
  const Raster<float> no_tracks;
  const SiteGround ground{inputs, survey, sites, no_tracks, plan};
  for (size_t k = 0; k < end; ++k) {
    stop_if_cancelled(progress);
    place_kind(ground, k, plan);
  }
  return plan;
}

LandmarkPlan place_kinds_after_tracks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                      const SiteSurvey& sites, const TrackNetwork& network,
                                      const Raster<float>& track_m, LandmarkPlan plan,
                                      const Progress& progress) {
  plan.tracks = network.tracks;
  plan.junctions_m = network.junctions_m;
  if (survey.land.empty()) return plan;
  const size_t kinds = inputs.tmpl.vocabulary.landmarks.size();
  const SiteGround ground{inputs, survey, sites, track_m, plan};
  for (size_t k = kinds_before_tracks(inputs.tmpl.vocabulary); k < kinds; ++k) {
    stop_if_cancelled(progress);
    place_kind(ground, k, plan);
  }
  for (size_t k = 0; k < kinds; ++k) name_landmarks(inputs, static_cast<LandmarkKind>(k), plan);
  return plan;
}

}  // namespace fw
