#include "core/world/landmarks/landmarks.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "core/world/land/spacing.h"
#include "core/world/landmarks/site_rules.h"
#include "core/world/landmarks/standing.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

void place_by_role(const SiteInputs& site_inputs, LandmarkKind kind, const KindStanding* kept,
                   LandmarkPlan& plan) {
  switch (site_inputs.inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)].role) {
    case LandmarkRole::seat:
      return place_seats(site_inputs.inputs, site_inputs.survey, kind, plan, kept);
    case LandmarkRole::guard:
      return place_guards(site_inputs.inputs, site_inputs.survey, kind, plan, kept);
    case LandmarkRole::site:
      return place_sites(site_inputs, kind, plan, kept);
  }
}

/// Pins that freezing wrote state what comes there without them as a rule: as long as it does, they move
/// nothing. Those that do not find it are pins as others are.
void place_kind(const SiteInputs& site_inputs, size_t k, const StandingLandmarks* standing,
                LandmarkPlan& plan) {
  const auto kind = static_cast<LandmarkKind>(k);
  if (standing == nullptr) return place_by_role(site_inputs, kind, nullptr, plan);
  std::vector<LandmarkPin> pins = standing->kinds[k].pins;
  const size_t landmarks = plan.landmarks.size(), ledgers = plan.ledger.size(),
               findings = plan.findings.size();
  for (;;) {
    KindStanding others = standing->kinds[k];
    others.pins = pins;
    std::erase_if(others.pins, [](const LandmarkPin& pin) { return pin.keeps; });
    place_by_role(site_inputs, kind, &others, plan);
    if (mark_kept(pins, landmarks, site_inputs.inputs.map.code.grid, plan)) return;
    plan.landmarks.resize(landmarks);
    plan.ledger.resize(ledgers);
    plan.findings.resize(findings);
  }
}

}  // namespace

Vec2 landmark_position(const GridSpec& grid, uint32_t cell) {
  const Vec2 centre = grid.centre(cell);
  return {to_millimetres(centre.x), to_millimetres(centre.y)};
}

Vec2 landmark_position(const GridSpec& grid, const Landmark& landmark) {
  return landmark.at_m ? *landmark.at_m : landmark_position(grid, landmark.cell);
}

uint8_t region_of_landmark(const Raster<uint8_t>& code, const Landmark& landmark) {
  const bool off_frame = landmark.at_m && !code.grid.contains(*landmark.at_m);
  return off_frame ? uint8_t{0} : code[landmark.cell];
}

std::vector<Vec2> positions_of(const GridSpec& grid, const std::vector<Landmark>& landmarks,
                               LandmarkKind kind) {
  std::vector<Vec2> out;
  for (const Landmark& landmark : landmarks)
    if (landmark.kind == kind) out.push_back(landmark_position(grid, landmark));
  return out;
}

size_t kinds_before_tracks(const Vocabulary& vocabulary) {
  size_t end = 0;
  for (size_t k = 0; k < vocabulary.landmarks.size(); ++k)
    if (vocabulary.landmarks[k].joins_tracks) end = k + 1;
  return end;
}

LandmarkPlan place_kinds(const PlacementInputs& inputs, const LandmarkSurvey& survey, size_t first,
                         size_t end, LandmarkPlan plan, const Progress& progress,
                         const StandingLandmarks* standing) {
  if (survey.land.empty()) return plan;
  const SiteSurvey sites = survey_sites(inputs, survey, first, end);
  const Raster<float> no_tracks;
  const SiteInputs site_inputs{inputs, survey, sites, no_tracks, plan};
  for (size_t k = first; k < end; ++k) {
    stop_if_cancelled(progress);
    place_kind(site_inputs, k, standing, plan);
  }
  return plan;
}

LandmarkPlan place_kinds_after_tracks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                      const SiteSurvey& sites, const TrackNetwork& network,
                                      const std::vector<SeatRank>& ranks, const Raster<float>& track_m,
                                      LandmarkPlan plan, const Progress& progress,
                                      const StandingLandmarks* standing) {
  for (size_t i = 0; i < ranks.size(); ++i) plan.landmarks[i].seat = ranks[i];
  plan.tracks = network.tracks;
  plan.junctions_m = network.junctions_m;
  plan.roads = network.roads;
  plan.line_ends = network.line_ends;
  plan.hand.insert(plan.hand.end(), network.hand.outcomes.begin(), network.hand.outcomes.end());
  plan.findings.insert(plan.findings.end(), network.hand.findings.begin(), network.hand.findings.end());
  if (survey.land.empty()) return plan;
  const size_t kinds = inputs.tmpl.vocabulary.landmarks.size();
  const SiteInputs site_inputs{inputs, survey, sites, track_m, plan};
  for (size_t k = kinds_before_tracks(inputs.tmpl.vocabulary); k < kinds; ++k) {
    stop_if_cancelled(progress);
    place_kind(site_inputs, k, standing, plan);
  }
  return plan;
}

namespace {

uint8_t water_at(const PlacementInputs& inputs, uint32_t cell) {
  return inputs.water_code == nullptr || inputs.water_code->size() == 0 ? 0 : (*inputs.water_code)[cell];
}

/// The nearest cell at most `reach` columns and rows off (ties to the lowest index); `from` if there is none.
uint32_t nearest_cell(const GridSpec& grid, Vec2 at, uint32_t from, int reach,
                      const std::function<bool(uint32_t)>& may_stand) {
  const int column = grid.column_at(at.x), row = grid.row_at(at.y);
  uint32_t best = from;
  double least = 1e300;
  for (int r = row - reach; r <= row + reach; ++r)
    for (int c = column - reach; c <= column + reach; ++c) {
      if (!grid.contains(c, r)) continue;
      const auto cell = static_cast<uint32_t>(grid.index(c, r));
      const double d = squared_distance(grid.centre(cell), at);
      if (d >= least || !may_stand(cell)) continue;
      least = d;
      best = cell;
    }
  return best;
}

}  // namespace

LandmarkPlan put_on_raster(const PlacementInputs& decided, const PlacementInputs& raster, LandmarkPlan plan) {
  constexpr int kReach = 3;
  const GridSpec& grid = raster.map.code.grid;
  for (Landmark& landmark : plan.landmarks) {
    const Vec2 at = landmark_position(decided.map.code.grid, landmark);
    landmark.at_m = at;
    const auto cell = static_cast<uint32_t>(grid.cell_at(at));
    if (!grid.contains(at)) {  // a pin
      landmark.cell = cell;
      continue;
    }
    const uint8_t region = decided.map.code[landmark.cell], water = water_at(decided, landmark.cell);
    const auto alike = [&](uint32_t other) {
      return raster.map.code[other] == region && water_at(raster, other) == water;
    };
    landmark.cell = alike(cell) ? cell : nearest_cell(grid, at, cell, kReach, alike);
  }
  return plan;
}

}  // namespace fw
