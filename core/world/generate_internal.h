#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "core/world/fit/balance.h"
#include "core/world/hand/content/class_hand.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/land/imported_ground.h"
#include "core/world/land/island.h"
#include "core/world/land/watered_island.h"
#include "core/world/landmarks/features.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/factions.h"
#include "core/world/layers/placement_inputs.h"
#include "core/world/plan/plan.h"
#include "core/world/points/class_field.h"
#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"
#include "core/world/regions/regions.h"
#include "core/world/roads/footprints.h"
#include "core/world/roads/road_routes.h"

// The stages of a generation as functions of named inputs. Private to generate*.cpp; generate_layers.cpp,
// _landmarks, _roads and _points list them, generate.cpp runs them.
// They end with Cancelled (core/world/plan/cancel.h).

namespace fw {

/// What a stage reads of the template (core/world/plan/plan.h).
using Paths = std::vector<std::string>;
/// Columns of every row of a table.
inline void add_columns(const char* table, std::initializer_list<const char*> columns, Paths& paths) {
  for (const char* column : columns) paths.push_back(std::string(table) + "[]." + column);
}
inline Paths columns(const char* table, std::initializer_list<const char*> names) {
  Paths paths;
  add_columns(table, names, paths);
  return paths;
}

/// What the rules of names read.
inline constexpr std::initializer_list<const char*> kNameColumns{"id", "starts", "middles", "ends",
                                                                 "epithets"};

/// The administrative regions with owners, the weights that blend their rules, and their cells in the order
/// that the fits read them.
struct Administration {
  RegionMap map;
  RegionWeights weights;
  SampledBlocks blocks;
};

/// A layer and the regional rows (targets) derived on the way to it; factions have none.
template <typename Layer>
struct Fitted {
  Layer layer;
  std::vector<Region> regions;
  Findings findings;
  std::vector<HandOutcome> outcomes;  ///< of the layer's rows of the hand
  HeldByPaint held{};
};
using FittedDanger = Fitted<DangerLayer>;
using FittedBiomes = Fitted<ClassLayer>;
using FittedFactions = Fitted<ClassLayer>;

/// A layer's rows of the hand on the world's grid.
struct PaintedCells {
  Paint paint;
  std::vector<HandOutcome> outcomes;
  Findings findings;
};

/// What PlacementInputs refers to.
struct PlacementLayers {
  std::shared_ptr<const Island> island;
  std::shared_ptr<const Relief> relief;
  std::shared_ptr<const Administration> admin;
  std::shared_ptr<const FittedDanger> danger;
  std::shared_ptr<const FittedBiomes> biomes;
  std::shared_ptr<const FittedFactions> factions;
  std::shared_ptr<const Coast> coast;  ///< with harbour sites; null without types of shore

  PlacementInputs inputs(const StageContext& context) const;
};

/// Terrain by hand as biomes read it.
struct ShapedBiomeInputs {
  BiomeInputs inputs;
  Mask cells;  ///< whose heights are not the natural ones
};

namespace stages {

/// Refers to the template and the pixels of the context: never kept.
ImportedGround import_ground(const StageContext& context);
Shores make_shores(const StageContext& context, const ImportedGround& imported);
Island make_island(const StageContext& context, const ImportedGround& imported, const Shores& shores);
// Where water or shores are asked for (docs/water.md). `water` and `coast` may be null.
PlanRelief make_plan_relief(const StageContext& context, const ImportedGround& imported,
                            const Shores& plan_shores);
PlanRelief shape_plan_relief(const StageContext& context, const PlanRelief& natural);
WaterPlan make_water(const StageContext& context, const PlanRelief& relief);
CoastPlan make_coast(const StageContext& context, const PlanRelief& relief, const WaterPlan* water);
Island make_watered_island(const StageContext& context, const Shores& shores, const PlanRelief& relief,
                           std::shared_ptr<const WaterPlan> water, std::shared_ptr<const CoastPlan> coast);
Water name_waters(const StageContext& context, const WaterPlan& water, const Administration& admin);
Coast choose_harbours(const StageContext& context, const CoastPlan& coast, const PlanRelief& relief,
                      const WaterPlan* water, const Administration& admin);
/// The natural island with its heights changed by hand.
Island shape_terrain(const StageContext& context, const Island& natural);
ReliefRanks rank_by_hand(const Island& natural, const Relief& natural_relief,
                         const ReliefRanks& natural_ranks, const Island& island, const Relief& relief);
LandmarkTerrain survey_terrain_by_hand(const Island& natural, const Relief& natural_relief,
                                       const LandmarkTerrain& natural_terrain, const Island& island,
                                       const Relief& relief);
Island open_views(const StageContext& context, const Island& island);
HandTold tell_rerolls(const StageContext& context, const Administration& admin);
ReliefRanks rank_relief(const Island& island, const Relief& relief);
LandmarkTerrain survey_terrain(const StageContext& context, const Island& island, const Relief& relief);
Administration make_administration(const StageContext& context, const Shores& shores);
FactionSurvey survey_factions(const StageContext& context, const Administration& admin);
/// `surveyed` is null in the one-field mode.
FittedFactions make_factions(const StageContext& context, const Administration& admin,
                             const FactionSurvey* surveyed);
TypeLayer make_type(const StageContext& context, const Administration& admin);
Raster<float> make_feature(const StageContext& context);
DangerField make_danger_field(const StageContext& context, const Administration& admin);
FittedDanger fit_danger(const StageContext& context, const Administration& admin, const DangerField& field);
BiomeInputs survey_biomes(const StageContext& context, const Administration& admin, const ReliefRanks& ranks);
FittedBiomes fit_biomes(const StageContext& context, const Administration& admin, const FittedDanger& danger,
                        const BiomeInputs& inputs);
/// The regions with their targets and what came of them.
std::vector<Region> measure_mixes(const StageContext& context, const Administration& admin,
                                  const FittedDanger& danger, const FittedBiomes& biomes,
                                  const FittedFactions& factions);

ShapedBiomeInputs survey_biomes_by_hand(const StageContext& context, const Administration& admin,
                                        const Island& natural, const Island& island,
                                        const ReliefRanks& ranks);
PaintedCells paint_layer(PaintLayer layer, const StageContext& context, const Administration& admin);
FittedDanger adapt_danger(const StageContext& context, const Administration& admin, const DangerField& field,
                          const FittedDanger& natural, const PaintedCells& painted);
/// The natural layers moved round paint; `danger` is the natural one. `shaped` may be null: the terrain is
/// the natural one.
FittedBiomes adapt_biomes(const StageContext& context, const Administration& admin,
                          const FittedDanger& danger, const BiomeInputs& inputs, const FittedBiomes& natural,
                          const PaintedCells& painted, const ShapedBiomeInputs* shaped);
FittedFactions adapt_factions(const StageContext& context, const Administration& admin,
                              const FactionSurvey* surveyed, const FittedFactions& natural,
                              const PaintedCells& painted);

/// `biomes` may be null: then the inputs' biomes are empty; `coast` too: there are no types of shore.
PlacementLayers gather_layers(std::shared_ptr<const Island> island, std::shared_ptr<const Relief> relief,
                              std::shared_ptr<const Administration> admin,
                              std::shared_ptr<const FittedDanger> danger,
                              std::shared_ptr<const FittedBiomes> biomes,
                              std::shared_ptr<const FittedFactions> factions,
                              std::shared_ptr<const Coast> coast);
LandmarkSurvey survey_landmarks(const StageContext& context, const Island& island, const Relief& relief,
                                const Administration& admin, std::shared_ptr<const LandmarkTerrain> terrain);
LandmarkPlan place_kinds_before_tracks(const StageContext& context, const PlacementLayers& layers,
                                       const LandmarkSurvey& survey);
SiteSurvey survey_sites(const StageContext& context, const PlacementLayers& layers,
                        const LandmarkSurvey& survey);
TrackNetwork make_tracks(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkPlan& first_kinds);
Raster<float> track_distance(const StageContext& context, const TrackNetwork& network);
LandmarkPlan place_kinds_after_tracks(const StageContext& context, const PlacementLayers& layers,
                                      const LandmarkSurvey& survey, const LandmarkPlan& first_kinds,
                                      const TrackNetwork& network, const Raster<float>& track_m,
                                      const SiteSurvey& sites);

// Landmarks and tracks where the hand moves them or their ground: what stands in the natural world stays as
// far as it can.
LandmarkPlan keep_kinds_before_tracks(const StageContext& context, const PlacementLayers& layers,
                                      const LandmarkSurvey& survey, const LandmarkPlan& natural);
TrackNetwork keep_tracks(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkPlan& first_kinds, const PlacementLayers& natural_layers,
                         const LandmarkPlan& natural_first_kinds, const TrackNetwork& natural);
LandmarkPlan keep_kinds_after_tracks(const StageContext& context, const PlacementLayers& layers,
                                     const LandmarkSurvey& survey, const LandmarkPlan& first_kinds,
                                     const TrackNetwork& network, const Raster<float>& track_m,
                                     const SiteSurvey& sites, const LandmarkPlan& natural);
/// What was decided on the layers of the plan grid, on those of the raster.
LandmarkPlan put_landmarks_on_raster(const StageContext& context, const PlacementLayers& decided,
                                     const PlacementLayers& raster, const LandmarkPlan& plan);

// With a network of roads (generate_roads.cpp). `natural` may be null: there is no hand.
LandmarkPlan place_towns(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkSurvey& survey, const LandmarkPlan* natural);
RoadNodes survey_road_ground(const StageContext& context, const PlacementLayers& layers);
RoadRoutes lay_roads(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                     const LandmarkPlan& towns, const LandmarkPlan* natural);
LandmarkPlan place_kinds_beside_roads(const StageContext& context, const PlacementLayers& layers,
                                      const LandmarkSurvey& survey, const RoadNodes& ground,
                                      const LandmarkPlan& towns, const RoadRoutes& roads,
                                      const LandmarkPlan* natural);
RoadRoutes lay_tracks(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                      const LandmarkPlan& first_kinds, const RoadRoutes& roads);
TrackNetwork join_roads(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                        const LandmarkPlan& first_kinds, const RoadRoutes& laid);
Roads lay_trails(const StageContext& context, const PlacementLayers& layers, const RoadNodes& ground,
                 const LandmarkPlan& landmarks, const RoadRoutes& laid);
/// `roads` may be null: there is no network.
GroundPlans plan_grounds(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkPlan& landmarks, const Roads* roads);

HabitatSurvey survey_habitats(const StageContext& context, const PlacementLayers& layers,
                              const LandmarkPlan& first_kinds);
/// The layers carried over the sea.
PlacementLayers layers_at_sea(const StageContext& context, const PlacementLayers& layers);
/// `roads` = the whole network, null where there is none.
FeatureIndex index_feature(std::string_view measure, const StageContext& context,
                           const PlacementLayers& layers, const LandmarkPlan& landmarks, const Roads* roads);
/// The habitats of classes with these conditions; `indexes` as place_measures.
HabitatSurvey survey_places(const Conditions& conditions, const StageContext& context,
                            const PlacementLayers& layers, const LandmarkPlan& landmarks,
                            const std::vector<std::shared_ptr<const FeatureIndex>>& indexes);
/// Landmarks and tracks without the points of classes.
Content collect_landmarks(const StageContext& context, const PlacementLayers& layers,
                          const LandmarkPlan& landmarks);
/// `natural_*` may be null: the world without the hand, where there is one. `*at_sea` may be null: no class
/// stands there.
Content collect_content(const StageContext& context, const std::shared_ptr<const ClassHands>& hands,
                        const PlacementLayers& layers, const LandmarkPlan& landmarks,
                        const PlacedClasses& placed, const PlacedClasses& adapted,
                        const PlacementLayers* natural_layers, const LandmarkPlan* natural_landmarks,
                        const PlacedClasses& natural, const PlacementLayers* at_sea,
                        const PlacementLayers* natural_at_sea);

}  // namespace stages

/// The stages of one point class.
struct PointClassStages {
  PointClassRow row;
  std::shared_ptr<const ClassHand> hand = {};  ///< null: none of its rows concerns any class

  ClassNoise noise(const StageContext& context, const std::vector<uint32_t>& cells) const;
  /// `noise` may be null.
  ClassField field(bool with_feature, const StageContext& context, const PlacementLayers& layers,
                   const HabitatSurvey& survey, const ClassNoise* noise) const;
  /// `field` may be null: then it is made here, from `noise` if that is not null too.
  PlacedClass place(const StageContext& context, const PlacementLayers& layers, const HabitatSurvey& survey,
                    const LandmarkPlan& landmarks, const ClassField* field, const ClassNoise* noise) const;
  /// Enemies as if their class had no seed of its own.
  PlacedClass place_without_seed(const StageContext& context, const PlacementLayers& layers,
                                 const HabitatSurvey& survey, const LandmarkPlan& landmarks) const;

  // In a world with a hand. `natural_survey` may be null: there is no other; `density` too: there is no area.

  /// Where the class lives on the ground of the hand and within its areas, with natural ranks. `natural` =
  /// the natural field, with its feature where there is a natural survey; may be null: then it is made here.
  ClassField field_by_hand(const StageContext& context, const PlacementLayers& layers,
                           const HabitatSurvey& survey, const HabitatSurvey* natural_survey,
                           const ClassField* natural, const Raster<float>* density,
                           const ClassNoise* noise) const;
  /// The placement on the layers of the hand and within its areas.
  PlacedClass place_by_hand(const StageContext& context, const PlacementLayers& layers,
                            const HabitatSurvey& survey, const LandmarkPlan& landmarks,
                            const PlacedClass& natural, const ClassField& field) const;
  /// `placed` with other dice where rows of `rerolls` say so.
  PlacedClass roll(const StageContext& context, const PlacementLayers& layers, const LandmarkPlan& landmarks,
                   const PlacedClass& placed, const ClassField& field) const;
  /// `placed` moved for pins and bans.
  PlacedClass adapt(const StageContext& context, const PlacementLayers& layers, const LandmarkPlan& landmarks,
                    const PlacedClass& placed, const ClassField& field) const;
  Raster<float> density(const StageContext& context) const;
};

/// The layers that landmarks and points read, of the natural world or of that with the hand.
struct ContentLayers {
  StageHandle<Shores> shores;           ///< the hand moves none
  StageHandle<PlanRelief> plan_relief;  ///< none where heights are not decided on the plan
  StageHandle<WaterPlan> water;         ///< none without rivers
  StageHandle<CoastPlan> coast;         ///< none without types of shore
  StageHandle<Coast> harbours;          ///< the shore with harbour sites; none as `coast`
  StageHandle<Island> island;
  StageHandle<Relief> relief;
  StageHandle<FittedDanger> danger;
  StageHandle<FittedBiomes> biomes;
  StageHandle<FittedFactions> factions;

  friend bool operator==(const ContentLayers& a, const ContentLayers& b) {
    return a.island.index == b.island.index && a.danger.index == b.danger.index &&
           a.biomes.index == b.biomes.index && a.factions.index == b.factions.index;
  }
};

/// The ground, the regions and the layers.
struct LayerStages {
  ContentLayers natural;  ///< without the hand
  ContentLayers ground;   ///< with it
  StageHandle<Administration> admin;
  StageHandle<TypeLayer> type;
  StageHandle<Raster<float>> feature;
  StageHandle<std::vector<Region>> regions;
  StageHandle<Water> named_waters;  ///< none without rivers
  StageHandle<HandTold> rerolls;    ///< none without rerolls
};
LayerStages list_layers(Plan& plan, const StageContext& context);

/// Landmarks and tracks on a ground.
struct LandmarkStages {
  StageHandle<PlacementLayers> without_biomes, layers;
  StageHandle<LandmarkTerrain> terrain;
  StageHandle<LandmarkSurvey> survey;
  StageHandle<SiteSurvey> sites;
  StageHandle<LandmarkPlan> first_kinds;  ///< before the tracks
  StageHandle<TrackNetwork> tracks;
  StageHandle<LandmarkPlan> all_kinds;
  StageHandle<Roads> roads;  ///< none where roads.mode is tracks
};

/// The natural world's (generate_landmarks.cpp).
LandmarkStages list_landmarks(Plan& plan, const StageContext& context, StageHandle<Administration> admin,
                              const ContentLayers& ground);
/// The natural landmarks and tracks moved as far as the hand or its ground needs.
LandmarkStages list_landmarks_by_hand(Plan& plan, const StageContext& context,
                                      StageHandle<Administration> admin, const ContentLayers& ground,
                                      const ContentLayers& natural_ground, const LandmarkStages& natural);

/// Landmarks decided on the plan grid, and the layers of the raster that points look at.
LandmarkStages list_landmarks_on_raster(Plan& plan, const std::string& suffix,
                                        StageHandle<Administration> admin, const ContentLayers& ground,
                                        const LandmarkStages& decided);

/// The stages of a network of roads (generate_roads.cpp).
struct RoadStages {
  StageHandle<RoadNodes> ground;
  StageHandle<LandmarkPlan> first_kinds;  ///< before the tracks
  StageHandle<RoadRoutes> laid;           ///< roads and tracks
  StageHandle<TrackNetwork> network;
};
/// What they need; `natural` = all landmarks without the hand, none in the natural world.
struct RoadInputs {
  StageHandle<PlacementLayers> without_biomes, layers;
  StageHandle<LandmarkSurvey> survey;
  StageHandle<LandmarkPlan> natural;
  Paths landmark_paths;
  Paths hand_lines;  ///< rows of the hand that force roads
};
RoadStages list_roads(Plan& plan, const std::string& suffix, const RoadInputs& of);
/// The network with the trails to landmarks placed after it.
StageHandle<Roads> list_trails(Plan& plan, const std::string& suffix, StageHandle<PlacementLayers> layers,
                               const RoadStages& roads, StageHandle<LandmarkPlan> all_kinds);

/// ContentLayers plans; none where the template asks for none.
StageHandle<GroundPlans> list_ground_plans(Plan& plan, const StageContext& context,
                                           const LandmarkStages& landmarks);

// Into a world that has its points already.

/// The network; its landmarks become points.
void put_roads(Roads roads, World& world);
/// ContentLayers plans, and their ground levelled; the points on it stand at its new height.
void put_ground_plans(GroundPlans plans, World& world);

/// What points look at (generate_points.cpp).
struct PointInputs {
  StageHandle<PlacementLayers> layers;
  StageHandle<HabitatSurvey> habitats;
  StageHandle<LandmarkPlan> landmarks;
  StageHandle<PlacementLayers> at_sea = {};  ///< none where no class stands there
  StageHandle<Roads> roads = {};             ///< none where roads.mode is tracks

  bool operator==(const PointInputs& o) const {
    return layers.index == o.layers.index && landmarks.index == o.landmarks.index;
  }
};

PointInputs list_point_ground(Plan& plan, const std::string& habitats_name, const LandmarkStages& landmarks);
/// `natural` = the ground without the hand; `ground` = the same, or that of the hand where it moves layers or
/// landmarks.
StageHandle<Content> list_points(Plan& plan, const StageContext& context, StageHandle<Island> island,
                                 PointInputs natural, PointInputs ground);

}  // namespace fw
