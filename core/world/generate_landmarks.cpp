#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/world/generate_internal.h"
#include "core/world/hand/content/hand_landmarks.h"

// The stages of landmarks and tracks (generate.cpp lists all others).

namespace fw {
namespace {

/// Everything of the kinds but what they look like, and the ids and columns that their rules may name.
Paths landmark_paths() {
  Paths paths = columns("landmarks", {"id", "label", "role", "count", "per", "spacing_m", "others_m",
                                      "joins_tracks", "strong", "named", "name_", "site"});
  add_columns("danger", {"id", "safe", "strong"}, paths);
  paths.push_back(part_seed_path(SeedPart::landmarks));
  add_columns("factions", {"id", "role", "names"}, paths);
  add_columns("names", kNameColumns, paths);
  return paths;
}

Paths landmark_paths_after_tracks() {
  Paths paths = landmark_paths();
  add_columns("biomes", {"id", "tags"}, paths);
  return paths;
}

Paths track_paths() {
  Paths paths{"landmarks[].joins_tracks", "danger[].track_cost"};
  add_columns("biomes", {"track_cost"}, paths);
  return paths;
}

}  // namespace

LandmarkStages list_landmarks(Plan& plan, const StageContext& context, StageHandle<Administration> admin,
                              const ContentLayers& ground) {
  constexpr Keep never = Keep::never;
  LandmarkStages of;
  of.terrain = plan.add({"landmark terrain", 7, {"noise.feature.", part_seed_path(SeedPart::landmarks)}},
                        stages::survey_terrain, ground.island, ground.relief);
  of.survey = plan.add({"landmark survey", 4}, stages::survey_landmarks, ground.island, ground.relief, admin,
                       of.terrain);
  of.without_biomes =
      plan.add({"layers without biomes", 0, {}, never}, stages::gather_layers, ground.island, ground.relief,
               admin, ground.danger, StageHandle<FittedBiomes>{}, ground.factions, ground.harbours);
  of.layers = plan.add({"layers", 0, {}, never}, stages::gather_layers, ground.island, ground.relief, admin,
                       ground.danger, ground.biomes, ground.factions, ground.harbours);
  const bool network = context.tmpl.roads.mode == RoadMode::network;
  RoadStages roads;
  if (network) {
    roads = list_roads(plan, "", {of.without_biomes, of.layers, of.survey, {}, landmark_paths(), {}});
    of.first_kinds = roads.first_kinds;
    of.tracks = roads.network;
  } else {
    of.first_kinds = plan.add({"landmarks before tracks", 6, landmark_paths()},
                              stages::place_kinds_before_tracks, of.without_biomes, of.survey);
    of.tracks = plan.add({"tracks", 17, track_paths(), Keep::recent, "landmarks and tracks"},
                         stages::make_tracks, of.layers, of.first_kinds);
  }
  of.sites =
      plan.add({"site survey", 6, landmark_paths()}, stages::survey_sites, of.without_biomes, of.survey);
  const auto track_m = plan.add({"track distance", 2.5, {}, never}, stages::track_distance, of.tracks);
  of.all_kinds = plan.add({"landmarks", 40, landmark_paths_after_tracks()}, stages::place_kinds_after_tracks,
                          of.layers, of.survey, of.first_kinds, of.tracks, track_m, of.sites);
  if (network) of.roads = list_trails(plan, "", of.layers, roads, of.all_kinds);
  return of;
}

LandmarkStages list_landmarks_by_hand(Plan& plan, const StageContext& context,
                                      StageHandle<Administration> admin, const ContentLayers& ground,
                                      const ContentLayers& natural_ground, const LandmarkStages& natural) {
  constexpr Keep never = Keep::never;
  const Paths rows = landmark_row_paths(context.tmpl), lines = line_row_paths(context.tmpl);
  const auto with_rows = [&rows](Paths paths) {
    paths.insert(paths.end(), rows.begin(), rows.end());
    for (const char* ids : {"resources[].id", "wildlife[].id", "enemies[].id", "families[].id"})
      paths.push_back(ids);  // what words mean
    return paths;
  };
  LandmarkStages of;
  of.terrain = natural.terrain;
  of.survey = natural.survey;
  if (ground.island.index != natural_ground.island.index) {
    of.terrain =
        plan.add({"landmark terrain by hand", 10}, stages::survey_terrain_by_hand, natural_ground.island,
                 natural_ground.relief, natural.terrain, ground.island, ground.relief);
    of.survey = plan.add({"landmark survey by hand", 4}, stages::survey_landmarks, ground.island,
                         ground.relief, admin, of.terrain);
  }
  of.without_biomes = natural.without_biomes;
  of.layers = natural.layers;
  of.sites = natural.sites;
  if (!(ground == natural_ground)) {
    of.without_biomes = plan.add({"layers by hand without biomes", 0, {}, never}, stages::gather_layers,
                                 ground.island, ground.relief, admin, ground.danger,
                                 StageHandle<FittedBiomes>{}, ground.factions, ground.harbours);
    of.layers =
        plan.add({"layers by hand", 0, {}, never}, stages::gather_layers, ground.island, ground.relief, admin,
                 ground.danger, ground.biomes, ground.factions, ground.harbours);
    of.sites = plan.add({"site survey by hand", 6, landmark_paths()}, stages::survey_sites, of.without_biomes,
                        of.survey);
  }
  const bool network = context.tmpl.roads.mode == RoadMode::network;
  RoadStages roads;
  if (network) {
    roads = list_roads(
        plan, " by hand",
        {of.without_biomes, of.layers, of.survey, natural.all_kinds, with_rows(landmark_paths()), lines});
    of.first_kinds = roads.first_kinds;
    of.tracks = roads.network;
  } else {
    of.first_kinds =
        plan.add({"landmarks by hand before tracks", 6, with_rows(landmark_paths())},
                 stages::keep_kinds_before_tracks, of.without_biomes, of.survey, natural.all_kinds);
    Paths line_paths = track_paths();
    line_paths.insert(line_paths.end(), lines.begin(), lines.end());
    of.tracks = plan.add({"tracks by hand", 10, line_paths}, stages::keep_tracks, of.layers, of.first_kinds,
                         natural.layers, natural.first_kinds, natural.tracks);
  }
  const auto track_m =
      plan.add({"track distance by hand", 2.5, {}, never}, stages::track_distance, of.tracks);
  of.all_kinds = plan.add({"landmarks by hand", 30, with_rows(landmark_paths_after_tracks())},
                          stages::keep_kinds_after_tracks, of.layers, of.survey, of.first_kinds, of.tracks,
                          track_m, of.sites, natural.all_kinds);
  if (network) of.roads = list_trails(plan, " by hand", of.layers, roads, of.all_kinds);
  return of;
}

LandmarkStages list_landmarks_on_raster(Plan& plan, const std::string& suffix,
                                        StageHandle<Administration> admin, const ContentLayers& ground,
                                        const LandmarkStages& decided) {
  constexpr Keep never = Keep::never;
  LandmarkStages of = decided;
  of.layers = plan.add({"layers" + suffix, 0, {}, never}, stages::gather_layers, ground.island, ground.relief,
                       admin, ground.danger, ground.biomes, ground.factions, ground.harbours);
  of.first_kinds = plan.add({"first landmarks on the raster" + suffix, 0.1, {}, never},
                            stages::put_landmarks_on_raster, decided.layers, of.layers, decided.first_kinds);
  of.all_kinds = plan.add({"landmarks on the raster" + suffix, 0.1, {}, never},
                          stages::put_landmarks_on_raster, decided.layers, of.layers, decided.all_kinds);
  return of;
}

}  // namespace fw
