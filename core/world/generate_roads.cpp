#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/world/generate_internal.h"
#include "core/world/hand/content/hand_landmarks.h"
#include "core/world/hand/content/hand_lines.h"
#include "core/world/landmarks/standing.h"
#include "core/world/roads/road_network.h"

// The stages of landmarks with a network of roads (docs/roads.md, 1): towns, roads between them, the other
// kinds that join, their tracks. `natural` = the landmarks without the hand; null: there is no hand.

namespace fw {
namespace {

/// Where the landmarks begin among the points.
int first_landmark(const World& world) {
  const std::vector<Point>& points = world.points.points;
  return static_cast<int>(
      std::find_if(points.begin(), points.end(),
                   [&](const Point& p) { return world.points.class_of(p).category == Category::landmark; }) -
      points.begin());
}

}  // namespace

namespace stages {

namespace {

std::optional<StandingLandmarks> standing_of(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                             const LandmarkPlan* natural) {
  if (natural == nullptr) return std::nullopt;
  return standing_landmarks(inputs, survey, *natural);
}

LandmarkPlan place_range(const StageContext& context, const PlacementInputs& inputs,
                         const LandmarkSurvey& survey, size_t first, size_t end, LandmarkPlan plan,
                         const LandmarkPlan* natural) {
  const std::optional<StandingLandmarks> standing = standing_of(inputs, survey, natural);
  return place_kinds(inputs, survey, first, end, std::move(plan), context.progress,
                     standing ? &*standing : nullptr);
}

}  // namespace

LandmarkPlan place_towns(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkSurvey& survey, const LandmarkPlan* natural) {
  const PlacementInputs inputs = layers.inputs(context);
  LandmarkPlan plan =
      place_range(context, inputs, survey, 0, kinds_before_roads(context.tmpl.vocabulary), {}, natural);
  if (natural == nullptr) return plan;
  HandTold told = tell_landmarks(inputs, *natural);
  plan.hand = std::move(told.outcomes);
  plan.findings.insert(plan.findings.begin(), told.findings.begin(), told.findings.end());
  return plan;
}

RoadNodes survey_road_ground(const StageContext& context, const PlacementLayers& layers) {
  return make_road_ground(layers.inputs(context));
}

RoadRoutes lay_roads(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                     const LandmarkPlan& towns, const LandmarkPlan* natural) {
  const PlacementInputs inputs = layers.inputs(context);
  RoadRoutes drawn;
  if (natural != nullptr) drawn = draw_road_lines(inputs, towns.landmarks);
  return fw::lay_roads(inputs, ground, towns.landmarks, std::move(drawn));
}

LandmarkPlan place_kinds_beside_roads(const StageContext& context, const PlacementLayers& layers,
                                      const LandmarkSurvey& survey, const RoadNodes& ground,
                                      const LandmarkPlan& towns, const RoadRoutes& roads,
                                      const LandmarkPlan* natural) {
  const PlacementInputs inputs = layers.inputs(context);
  LandmarkPlan plan = towns;
  plan.roads = make_road_network(inputs, ground, towns.landmarks, roads).roads;
  const Vocabulary& words = context.tmpl.vocabulary;
  plan = place_range(context, inputs, survey, kinds_before_roads(words), kinds_before_tracks(words),
                     std::move(plan), natural);
  plan.roads = {};
  return plan;
}

RoadRoutes lay_tracks(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                      const LandmarkPlan& first_kinds, const RoadRoutes& roads) {
  return fw::lay_tracks(layers.inputs(context), ground, first_kinds.landmarks, roads);
}

TrackNetwork join_roads(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                        const LandmarkPlan& first_kinds, const RoadRoutes& laid) {
  return make_road_network(layers.inputs(context), ground, first_kinds.landmarks, laid);
}

Roads lay_trails(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                 const LandmarkPlan& landmarks, const RoadRoutes& laid) {
  if (!context.tmpl.roads.trails) return landmarks.roads;
  const PlacementInputs inputs = layers.inputs(context);
  return make_road_network(inputs, ground, landmarks.landmarks,
                           fw::lay_trails(inputs, ground, landmarks.landmarks, landmarks.roads, laid))
      .roads;
}

GroundPlans plan_grounds(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkPlan& landmarks, const Roads* roads) {
  return make_footprints(layers.inputs(context), landmarks.landmarks, roads, landmarks.tracks);
}

}  // namespace stages

RoadStages list_roads(Plan& plan, const std::string& suffix, const RoadInputs& of) {
  constexpr Keep never = Keep::never;
  RoadStages out;
  Paths ground_paths{"danger[].track_cost"};
  add_columns("biomes", {"track_cost"}, ground_paths);
  const auto towns = plan.add({"towns" + suffix, 5, of.landmark_paths}, stages::place_towns,
                              of.without_biomes, of.survey, of.natural);
  out.ground = plan.add({"road ground" + suffix, 6, ground_paths, never, "landmarks and tracks"},
                        stages::survey_road_ground, of.layers);
  Paths road_paths{"roads.detour", "roads.grade", "roads.reuse"};
  add_columns("landmarks", {"role", "joins_tracks"}, road_paths);
  Paths lines = road_paths;
  lines.insert(lines.end(), of.hand_lines.begin(), of.hand_lines.end());
  const auto roads =
      plan.add({"roads" + suffix, 60, lines}, stages::lay_roads, of.layers, out.ground, towns, of.natural);
  Paths kind_paths = of.landmark_paths;
  kind_paths.insert(kind_paths.end(), {"roads.ford_m", "roads.toll"});
  out.first_kinds =
      plan.add({"landmarks beside roads" + suffix, 6, kind_paths}, stages::place_kinds_beside_roads,
               of.without_biomes, of.survey, out.ground, towns, roads, of.natural);
  out.laid = plan.add({"tracks" + suffix, 20, road_paths}, stages::lay_tracks, of.layers, out.ground,
                      out.first_kinds, roads);
  out.network = plan.add({"network" + suffix, 4, {"roads.ford_m"}, never}, stages::join_roads, of.layers,
                         out.ground, out.first_kinds, out.laid);
  return out;
}

StageHandle<GroundPlans> list_ground_plans(Plan& plan, const StageContext& context,
                                           const LandmarkStages& landmarks) {
  const FootprintParams& asked = context.tmpl.footprints;
  if (asked.settlement_ha <= 0 && asked.fort_ha <= 0) return {};
  Paths paths = columns("landmarks", {"id", "role"});
  paths.push_back("footprints.");
  return plan.add({"ground plans", 60, paths}, stages::plan_grounds, landmarks.layers, landmarks.all_kinds,
                  landmarks.roads);
}

StageHandle<Roads> list_trails(Plan& plan, const std::string& suffix, StageHandle<PlacementLayers> layers,
                               const RoadStages& roads, StageHandle<LandmarkPlan> all_kinds) {
  Paths paths{"roads.trails", "roads.grade", "roads.reuse", "roads.ford_m"};
  add_columns("landmarks", {"role", "joins_tracks"}, paths);
  return plan.add({"trails" + suffix, 15, paths}, stages::lay_trails, layers, roads.ground, all_kinds,
                  roads.laid);
}

void put_roads(Roads roads, World& world) {
  const int first = first_landmark(world);
  for (RoadNode& node : roads.nodes)
    if (node.point >= 0) node.point += first;
  world.roads = std::move(roads);
}

void put_ground_plans(GroundPlans plans, World& world) {
  const std::vector<uint32_t> cells =
      level_ground(plans, world.region, world.water, world.surface_m, world.height_m);
  for (Raster<float>* ground : {&world.bed_m, &world.surface_m})
    if (ground->size() != 0)
      for (const uint32_t cell : cells) (*ground)[cell] = world.height_m[cell];
  for (Point& p : world.points.points) {
    const auto cell = static_cast<uint32_t>(world.grid.cell_at(p.position_m));
    if (p.region != 0 && std::binary_search(cells.begin(), cells.end(), cell))
      p.height_m = static_cast<double>(world.height_m[cell]);
  }
  const int first = first_landmark(world);
  for (Footprint& plan : plans.footprints) plan.point += first;
  world.footprints = std::move(plans.footprints);
  world.findings.insert(world.findings.end(), plans.findings.begin(), plans.findings.end());
}

}  // namespace fw
