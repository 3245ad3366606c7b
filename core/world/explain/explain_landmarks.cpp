#include "core/world/explain/explain_landmarks.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/base/number_text.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/landmarks/site_rules.h"
#include "core/world/roads/track_distance.h"

namespace fw {

ExplainInputs::ExplainInputs(const World& of, const Template& made_from)
    : world(of), tmpl(made_from), seeds(salted_seeds(of.seeds, made_from)) {
  map.code = world.region;
  map.regions = world.regions;
  island.main = Mask(world.grid, 0);
  island.islets = Mask(world.grid, 0);
  island.piece = Raster<uint8_t>(world.grid, 0);
  for (size_t i = 0; i < world.grid.cells(); ++i) {
    if (world.land[i] == 0) continue;
    (world.on_island(i) ? island.main : island.islets)[i] = 1;
    if (world.on_island(i)) island.piece[i] = static_cast<uint8_t>(world.regions[world.region[i] - 1u].piece);
  }
  island.height_m = world.height_m;
  island.coast_m = world.coast_m;
  island.sea_m = world.sea_m;
  relief = derive_relief(island);
  danger.band = world.danger;
  danger.calibrated = world.danger_field;
  danger.fit = world.danger_fit;
  biome.code = world.biome;
  faction.code = world.faction;
}

namespace {

/// The landmarks of kinds placed before `kind`.
LandmarkPlan placed_before(const World& world, LandmarkKind kind, bool early) {
  LandmarkPlan plan;
  const std::vector<PointStanding> standings = point_standings(world);
  for (size_t i = 0; i < world.points.points.size(); ++i) {
    const Point& point = world.points.points[i];
    const PointClassInfo& of = world.points.class_of(point);
    if (of.category != Category::landmark || of.landmark >= kind) continue;
    plan.landmarks.push_back({of.landmark, point.number,
                              static_cast<uint32_t>(world.grid.cell_at(point.position_m)), point.intensity,
                              point.name});
    const auto seat = std::find_if(standings.begin(), standings.end(),
                                   [i](const PointStanding& row) { return row.point == i; });
    if (seat != standings.end()) plan.landmarks.back().seat = {point.rank, seat->standing};
  }
  plan.junctions_m = world.junctions_m;
  plan.roads = world.roads;
  // Guards stand before the tracks: they knew the roads alone.
  if (early) {
    std::erase_if(plan.roads.crossings, [&](const Crossing& crossing) {
      return world.roads.pieces[static_cast<size_t>(crossing.piece)].type != RoadClass::road;
    });
    plan.junctions_m.clear();
  }
  return plan;
}

bool has_landmark(const World& world, LandmarkKind kind) {
  return std::any_of(world.points.points.begin(), world.points.points.end(), [&](const Point& point) {
    const PointClassInfo& of = world.points.class_of(point);
    return of.category == Category::landmark && of.landmark == kind;
  });
}

std::string figure(double value) {
  return std::isfinite(value) ? decimal_text(value, 3) : "none";
}

/// Which conditions of a kind of role site fail at a cell.
std::string site_place(const SiteInputs& site_inputs, const LandmarkRow& row, size_t cell) {
  std::string text;
  for (const std::string& broken : SiteRating(site_inputs, row).broken(static_cast<uint32_t>(cell)))
    text += (text.empty() ? "refused: " : "; ") + broken;
  return text.empty() ? "allowed: meets every condition" : text;
}

void add_kind(const SiteInputs& site_inputs, const LandmarkRow& row, LandmarkKind kind, size_t cell,
              std::vector<ExplainRow>& rows) {
  double utility = 0;
  std::vector<ExplainRow> terms;
  for (const SiteTermValue& term : explain_site(site_inputs, kind, static_cast<uint32_t>(cell))) {
    utility += term.contribution;
    terms.push_back({"landmark", row.id + ": " + term.measure,
                     figure(term.value) + ", weight " + decimal_text(term.weight, 3) + " adds " +
                         figure(term.contribution)});
  }
  rows.push_back({"landmark", row.id, "utility " + figure(utility)});
  if (row.role == LandmarkRole::seat)
    rows.push_back(
        {"landmark", row.id + ": place", explain_seat_place(site_inputs, static_cast<uint32_t>(cell))});
  if (row.role == LandmarkRole::site)
    rows.push_back({"landmark", row.id + ": place", site_place(site_inputs, row, cell)});
  rows.insert(rows.end(), terms.begin(), terms.end());
}

/// Why no landmark is placed in a cell of the island.
std::string no_ground(const World& world, size_t cell) {
  const uint8_t code = world.water.size() == 0 ? uint8_t{0} : world.water[cell];
  return (code != 0 ? "in water (" + std::string(kWaterCodeSlugs[code]) + ")"
                    : std::string("beside water, which holds its middle")) +
         ": no landmark is placed here, whatever its utility";
}

}  // namespace

std::vector<ExplainRow> explain_landmarks(const ExplainInputs& of, size_t cell) {
  const World& world = of.world;
  const PlacementInputs inputs = of.inputs();
  const std::vector<LandmarkRow>& kinds = of.tmpl.vocabulary.landmarks;
  const auto terrain = std::make_shared<const LandmarkTerrain>(
      survey_terrain(of.tmpl, inputs.seeds.of(SeedPart::landmarks), of.island, of.relief, of.island.main));
  const LandmarkSurvey survey = survey_landmarks(of.tmpl, inputs.seeds.of(SeedPart::landmarks), of.island,
                                                 of.relief, of.map, terrain, &world.water, inputs.water);
  const SiteSurvey sites = survey_sites(inputs, survey, 0, kinds.size());
  const Raster<float> track_m = track_distance(world.grid, world.tracks);
  const Raster<float> no_tracks;
  std::vector<ExplainRow> rows;
  if (!std::binary_search(survey.land.begin(), survey.land.end(), static_cast<uint32_t>(cell)))
    rows.push_back({"landmark", "ground", no_ground(world, cell)});
  for (size_t k = 0; k < kinds.size(); ++k) {
    const auto kind = static_cast<LandmarkKind>(k);
    if (!has_landmark(world, kind)) continue;
    const bool early = k < kinds_before_tracks(of.tmpl.vocabulary);
    const LandmarkPlan plan = placed_before(world, kind, early);
    add_kind({inputs, survey, sites, early ? no_tracks : track_m, plan}, kinds[k], kind, cell, rows);
  }
  return rows;
}

}  // namespace fw
