#include <optional>
#include <string>
#include <utility>

#include "core/world/flow/flow_internal.h"
#include "core/world/hand/content/hand_landmarks.h"
#include "core/world/hand/terrain/hand_terrain.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/landmarks/standing.h"
#include "core/world/roads/seat_ranks.h"
#include "core/world/roads/track_distance.h"

// The stages of landmarks.

namespace fw {
namespace {

/// Everything of the kinds but what they look like, and the ids and columns that their rules may name.
Paths landmark_paths() {
  Paths paths = columns("landmarks", {"id", "label", "role", "count", "per", "spacing_m", "others_m",
                                      "joins_tracks", "strong", "site"});
  add_columns("danger", {"id", "safe", "strong"}, paths);
  paths.push_back(part_seed_path(SeedPart::landmarks));
  add_columns("factions", {"id", "role"}, paths);
  return paths;
}

std::optional<StandingLandmarks> standing_of(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                             const LandmarkPlan* natural) {
  if (natural == nullptr) return std::nullopt;
  return standing_landmarks(inputs, survey, *natural);
}

/// The layers of the world, all or without biomes; they move where one of them does.
Both<PlacementLayers> list_placement_layers(const StageList& list, const LayerStages& layers,
                                            bool with_biomes) {
  const std::string bare = with_biomes ? "" : " without biomes";
  const auto gather = [](std::shared_ptr<const Island> island, std::shared_ptr<const Relief> relief,
                         std::shared_ptr<const Administration> admin,
                         std::shared_ptr<const FittedDanger> danger,
                         std::shared_ptr<const FittedBiomes> biomes,
                         std::shared_ptr<const FittedFactions> factions, std::shared_ptr<const Coast> coast) {
    return PlacementLayers{std::move(island), std::move(relief),   std::move(admin), std::move(danger),
                           std::move(biomes), std::move(factions), std::move(coast)};
  };
  return list.both({"layers" + bare, 0, {}, Keep::never}, {"layers by hand" + bare, 0, {}, Keep::never},
                   gather, layers.island, layers.relief, layers.admin, layers.danger,
                   with_biomes ? layers.biomes : Absence::not_asked, layers.factions, layers.harbours);
}

Both<LandmarkSurvey> list_survey(const StageList& list, const LayerStages& layers) {
  Both<LandmarkTerrain> terrain = list.add(
      {"landmark terrain", 7, {"noise.feature.", part_seed_path(SeedPart::landmarks)}},
      [](const StageContext& c, const Island& island, const Relief& relief) {
        return survey_terrain(c.tmpl, c.seeds.of(SeedPart::landmarks), island, relief, island.main);
      },
      layers.island.natural, layers.relief.natural);
  if (layers.island.moved())
    terrain.by_hand = list.add(
        {"landmark terrain by hand", 10},
        [](const Island& island_before, const Relief& relief_before, const LandmarkTerrain& before,
           const Island& island, const Relief& relief) {
          return survey_among_natural({island_before, relief_before}, before, {island, relief});
        },
        layers.island.natural, layers.relief.natural, terrain.natural, layers.island.by_hand,
        layers.relief.by_hand);
  return list.both(
      {"landmark survey", 4},
      [](const StageContext& c, const Island& island, const Relief& relief, const Administration& admin,
         std::shared_ptr<const LandmarkTerrain> surveyed) {
        return survey_landmarks(c.tmpl, c.seeds.of(SeedPart::landmarks), island, relief, admin.map,
                                std::move(surveyed), &island.water,
                                island.water_plan ? &island.water_plan->network : nullptr);
      },
      layers.island, layers.relief, layers.admin, terrain);
}

Both<SiteSurvey> list_sites(const StageList& list, const Both<PlacementLayers>& layers,
                            const Both<LandmarkSurvey>& survey) {
  return list.both(
      {"site survey", 6, landmark_paths()},
      [](const StageContext& c, const PlacementLayers& on, const LandmarkSurvey& of) {
        return of.land.empty() ? SiteSurvey{} : survey_sites(on.inputs(c), of);
      },
      layers, survey);
}

StageHandle<LandmarkPlan> list_landmark_names(const StageList& list, const KindInputs& of,
                                              StageHandle<LandmarkPlan> placed) {
  Paths paths = columns("landmarks", {"id", "role", "named", "name_suffix"});
  add_columns("factions", {"id", "names"}, paths);
  add_columns("names", kNameColumns, paths);
  paths.push_back("names_refused");
  paths.push_back(part_seed_path(SeedPart::landmarks));
  return list.add(
      {"names of landmarks" + of.by_hand, 1, paths},
      [](const StageContext& c, const PlacementLayers& layers, const NamedRanges& before,
         const LandmarkPlan& landmarks, const LandmarkPlan* natural) {
        LandmarkPlan named = landmarks;
        name_landmarks(c.tmpl, c.seeds.of(SeedPart::landmarks), layers.admin->map, before.naming, named,
                       natural);
        return named;
      },
      of.layers, of.ranges, placed, of.natural_named);
}

KindStages list_kinds(const StageList& list, const KindInputs& of) {
  KindStages kinds;
  const RoadStages roads = list_roads(list, of, kinds);
  const auto track_m = list.add(
      {"track distance" + of.by_hand, 2.5, {}, Keep::never},
      [](const StageContext& c, const TrackNetwork& tracks) { return track_distance(c.grid, tracks.tracks); },
      kinds.tracks);
  Paths rank_paths{"landmarks[].role"};
  add_columns("biomes", {"track_cost"}, rank_paths);
  const auto ranks = list.add(
      {"seat ranks" + of.by_hand, 5, rank_paths},
      [](const StageContext& c, const PlacementLayers& layers, const LandmarkPlan& first_kinds,
         const TrackNetwork& tracks) { return rank_seats(layers.inputs(c), first_kinds.landmarks, tracks); },
      of.layers, kinds.first_kinds, kinds.tracks);
  kinds.landmarks = list.add(
      {"landmarks" + of.by_hand, of.natural.exists() ? 30.0 : 40.0, kind_paths(of, true)},
      [](const StageContext& c, const PlacementLayers& layers, const LandmarkSurvey& survey,
         const LandmarkPlan& first_kinds, const TrackNetwork& tracks, const std::vector<SeatRank>& seat_ranks,
         const Raster<float>& distance_m, const SiteSurvey& sites, const LandmarkPlan* before) {
        const PlacementInputs inputs = layers.inputs(c);
        const std::optional<StandingLandmarks> standing = standing_of(inputs, survey, before);
        return place_kinds_after_tracks(inputs, survey, sites, tracks, seat_ranks, distance_m, first_kinds,
                                        c.progress, standing ? &*standing : nullptr);
      },
      of.layers, of.survey, kinds.first_kinds, kinds.tracks, ranks, track_m, of.sites, of.natural);
  kinds.roads = list_trails(list, of, roads, kinds.landmarks);
  kinds.named = list_landmark_names(list, of, kinds.landmarks);
  return kinds;
}

/// The rows of the hand that concern landmarks, and what their words mean.
Paths hand_rows(const Template& tmpl) {
  Paths rows = landmark_row_paths(tmpl);
  rows.insert(rows.end(), {"resources[].id", "wildlife[].id", "enemies[].id", "families[].id"});
  return rows;
}

}  // namespace

PlacementInputs PlacementLayers::inputs(const StageContext& context) const {
  static const ClassLayer kNoBiomes;
  return {context.tmpl,
          context.seeds,
          *island,
          *relief,
          admin->map,
          danger->layer,
          biomes ? biomes->layer : kNoBiomes,
          factions->layer,
          island->water_plan ? &island->water_plan->network : nullptr,
          &island->water,
          coast.get()};
}

Paths kind_paths(const KindInputs& of, bool after_tracks) {
  Paths paths = landmark_paths();
  if (after_tracks) add_columns("biomes", {"id", "tags"}, paths);
  paths.insert(paths.end(), of.hand_rows.begin(), of.hand_rows.end());
  return paths;
}

LandmarkPlan add_kinds(const StageContext& context, const PlacementInputs& inputs,
                       const LandmarkSurvey& survey, size_t first, size_t end, LandmarkPlan plan,
                       const LandmarkPlan* natural) {
  const std::optional<StandingLandmarks> standing = standing_of(inputs, survey, natural);
  return place_kinds(inputs, survey, first, end, std::move(plan), context.progress,
                     standing ? &*standing : nullptr);
}

LandmarkPlan begin_kinds(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkSurvey& survey, size_t end, const LandmarkPlan* natural) {
  const PlacementInputs inputs = layers.inputs(context);
  LandmarkPlan plan = add_kinds(context, inputs, survey, 0, end, {}, natural);
  if (natural == nullptr) return plan;
  HandTold told = tell_landmarks(inputs, *natural);
  plan.hand = std::move(told.outcomes);
  plan.findings.insert(plan.findings.begin(), told.findings.begin(), told.findings.end());
  return plan;
}

PlaceStages list_places(const StageList& list, const LayerStages& layers) {
  const Template& tmpl = list.context.tmpl;
  const Both<LandmarkSurvey> survey = list_survey(list, layers);
  const Both<PlacementLayers> bare = list_placement_layers(list, layers, false);
  const Both<PlacementLayers> all = list_placement_layers(list, layers, true);
  const Both<SiteSurvey> sites = list_sites(list, bare, survey);
  const StageHandle<NamedRanges> ranges = list_ranges(list, layers);
  const KindStages natural = list_kinds(list, {bare.natural,
                                               all.natural,
                                               survey.natural,
                                               sites.natural,
                                               Absence::no_hand,
                                               Absence::no_hand,
                                               ranges,
                                               "",
                                               {},
                                               {}});
  KindStages by_hand = natural;
  if (all.moved() || concerns_landmarks(tmpl))
    by_hand = list_kinds(list, {bare.by_hand, all.by_hand, survey.by_hand, sites.by_hand, natural.landmarks,
                                natural.named, ranges, " by hand", hand_rows(tmpl), line_row_paths(tmpl)});
  return {all,
          {natural.first_kinds, by_hand.first_kinds},
          {natural.landmarks, by_hand.landmarks},
          {natural.named, by_hand.named},
          {natural.roads, by_hand.roads},
          list_named_places(list, layers, ranges, by_hand),
          list_ground_plans(list, all.by_hand, by_hand)};
}

PlaceStages list_places_on_raster(const StageList& list, const LayerStages& layers,
                                  const PlaceStages& decided) {
  const auto put = [](const StageContext& c, const PlacementLayers& on_plan, const PlacementLayers& on_raster,
                      const LandmarkPlan& plan) {
    return put_on_raster(on_plan.inputs(c), on_raster.inputs(c), plan);
  };
  PlaceStages of = decided;
  of.layers = list_placement_layers(list, layers, true);
  of.first_kinds = list.both({"first landmarks on the raster", 0.1, {}, Keep::never}, put, decided.layers,
                             of.layers, decided.first_kinds);
  of.landmarks = list.both({"landmarks on the raster", 0.1, {}, Keep::never}, put, decided.layers, of.layers,
                           decided.landmarks);
  of.named = list.both({"named landmarks on the raster", 0.1, {}, Keep::never}, put, decided.layers,
                       of.layers, decided.named);
  return of;
}

}  // namespace fw
