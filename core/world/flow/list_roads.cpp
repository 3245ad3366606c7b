#include <utility>

#include "core/world/flow/flow_internal.h"
#include "core/world/hand/content/hand_lines.h"
#include "core/world/roads/footprints.h"
#include "core/world/roads/road_network.h"
#include "core/world/roads/road_routes.h"

// The stages of the network of roads with the landmarks that it joins, and of ground plans.

namespace fw {
namespace {

LandmarkPlan place_kinds_beside_roads(const StageContext& context, const PlacementLayers& layers,
                                      const LandmarkSurvey& survey, const RoadNodes& nodes,
                                      const LandmarkPlan& towns, const RoadRoutes& roads,
                                      const LandmarkPlan* natural) {
  const PlacementInputs inputs = layers.inputs(context);
  LandmarkPlan plan = towns;
  plan.roads = make_road_network(inputs, nodes, towns.landmarks, roads).roads;
  const Vocabulary& words = context.tmpl.vocabulary;
  plan = add_kinds(context, inputs, survey, kinds_before_roads(words), kinds_before_tracks(words),
                   std::move(plan), natural);
  plan.roads = {};
  return plan;
}

}  // namespace

RoadStages list_roads(const StageList& list, const KindInputs& of, KindStages& kinds) {
  RoadStages roads;
  Paths node_paths{"danger[].track_cost"};
  add_columns("biomes", {"track_cost"}, node_paths);
  const auto towns = list.add(
      {"towns" + of.by_hand, 5, kind_paths(of)},
      [](const StageContext& c, const PlacementLayers& layers, const LandmarkSurvey& survey,
         const LandmarkPlan* natural) {
        return begin_kinds(c, layers, survey, kinds_before_roads(c.tmpl.vocabulary), natural);
      },
      of.without_biomes, of.survey, of.natural);
  roads.nodes = list.add(
      {"road ground" + of.by_hand, 6, node_paths, Keep::never, "landmarks and tracks"},
      [](const StageContext& c, const PlacementLayers& layers) { return make_road_ground(layers.inputs(c)); },
      of.layers);
  Paths road_paths{"roads.detour", "roads.grade", "roads.reuse"};
  add_columns("landmarks", {"role", "joins_tracks"}, road_paths);
  Paths lines = road_paths;
  lines.insert(lines.end(), of.hand_lines.begin(), of.hand_lines.end());
  const auto between_towns = list.add(
      {"roads" + of.by_hand, 60, lines},
      [](const StageContext& c, const PlacementLayers& layers, const RoadNodes& nodes,
         const LandmarkPlan& plan, const LandmarkPlan* natural) {
        const PlacementInputs inputs = layers.inputs(c);
        RoadRoutes drawn;
        if (natural != nullptr) drawn = draw_road_lines(inputs);
        return lay_roads(inputs, nodes, plan.landmarks, std::move(drawn));
      },
      of.layers, roads.nodes, towns, of.natural);
  Paths beside_paths = kind_paths(of);
  beside_paths.insert(beside_paths.end(), {"roads.ford_m", "roads.toll"});
  kinds.first_kinds =
      list.add({"landmarks beside roads" + of.by_hand, 6, beside_paths}, place_kinds_beside_roads,
               of.without_biomes, of.survey, roads.nodes, towns, between_towns, of.natural);
  roads.laid = list.add(
      {"tracks" + of.by_hand, 20, road_paths},
      [](const StageContext& c, const PlacementLayers& layers, const RoadNodes& nodes,
         const LandmarkPlan& plan,
         const RoadRoutes& laid) { return lay_tracks(layers.inputs(c), nodes, plan.landmarks, laid); },
      of.layers, roads.nodes, kinds.first_kinds, between_towns);
  kinds.tracks = list.add(
      {"network" + of.by_hand, 4, {"roads.ford_m"}, Keep::never},
      [](const StageContext& c, const PlacementLayers& layers, const RoadNodes& nodes,
         const LandmarkPlan& plan,
         const RoadRoutes& laid) { return make_road_network(layers.inputs(c), nodes, plan.landmarks, laid); },
      of.layers, roads.nodes, kinds.first_kinds, roads.laid);
  return roads;
}

StageHandle<Roads> list_trails(const StageList& list, const KindInputs& of, const RoadStages& roads,
                               StageHandle<LandmarkPlan> landmarks) {
  Paths paths{"roads.trails", "roads.grade", "roads.reuse", "roads.ford_m"};
  add_columns("landmarks", {"role", "joins_tracks"}, paths);
  return list.add(
      {"trails" + of.by_hand, 15, paths},
      [](const StageContext& c, const PlacementLayers& layers, const RoadNodes& nodes,
         const LandmarkPlan& plan, const RoadRoutes& laid) {
        if (!c.tmpl.roads.trails) return plan.roads;
        const PlacementInputs inputs = layers.inputs(c);
        return make_road_network(inputs, nodes, plan.landmarks,
                                 lay_trails(inputs, nodes, plan.landmarks, plan.roads, laid))
            .roads;
      },
      of.layers, roads.nodes, landmarks, roads.laid);
}

StageHandle<GroundPlans> list_ground_plans(const StageList& list, StageHandle<PlacementLayers> layers,
                                           const KindStages& kinds) {
  const FootprintParams& asked = list.context.tmpl.footprints;
  if (asked.settlement_ha <= 0 && asked.fort_ha <= 0) return Absence::not_asked;
  Paths paths = columns("landmarks", {"id", "role"});
  paths.push_back("footprints.");
  return list.add(
      {"ground plans", 60, paths},
      [](const StageContext& c, const PlacementLayers& on, const LandmarkPlan& plan, const Roads& roads) {
        return make_footprints(on.inputs(c), plan.landmarks, roads);
      },
      layers, kinds.named, kinds.roads);
}

}  // namespace fw
