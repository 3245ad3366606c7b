#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "core/model/world/hand_told.h"
#include "core/world/fit/balance.h"
#include "core/world/land/island.h"
#include "core/world/land/watered_island.h"
#include "core/world/land/wet_ground.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/factions.h"
#include "core/world/layers/layers.h"
#include "core/world/places/places.h"
#include "core/world/plan/plan.h"
#include "core/world/points/content.h"
#include "core/world/regions/regions.h"
#include "core/world/roads/footprints.h"
#include "core/world/roads/road_routes.h"

// The stages of a generation: values that several of them read, and the lists that add their rows to a plan.
// Private to core/world; generate.cpp runs them. They end with Cancelled (core/world/plan/cancel.h).

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

/// What the rules of names read besides the patterns of places.
inline constexpr std::initializer_list<const char*> kNameColumns{"id", "starts", "middles", "ends",
                                                                 "epithets"};
/// The patterns of these kinds, and what no name may hold.
void add_forms(std::initializer_list<PlaceKind> kinds, Paths& paths);

/// The administrative regions with owners, the weights that blend their rules, and their cells in the order
/// that the fits read them.
struct Administration {
  RegionMap map;
  std::vector<NamedPlace> seas_and_islands;  ///< with their names, which come before those of the regions
  Naming naming;                             ///< after the names of the regions
  RegionWeights weights;
  SampledBlocks blocks;
};

/// Lakes and rivers with their names.
struct NamedWaters {
  Water network;                   ///< empty without rivers
  std::vector<std::string> stems;  ///< of the names of the rivers, by river
  Naming naming;                   ///< after them
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

/// The ground, the regions and the layers.
struct LayerStages {
  StageHandle<Shores> shores;       ///< the hand moves none
  StageHandle<Shores> plan_shores;  ///< the same on the plan grid
  Both<PlanRelief> plan_relief;     ///< not asked where heights are not decided on the plan
  Both<WaterPlan> water;            ///< not asked without rivers
  Both<CoastPlan> coast;            ///< not asked without types of shore
  Both<Coast> harbours;             ///< the shore with harbour sites; as `coast`
  Both<Island> island;
  Both<Relief> relief;
  StageHandle<WetGround> wet;  ///< on the plan grid; the hand moves none
  StageHandle<Administration> admin;
  Both<FittedDanger> danger;
  Both<FittedBiomes> biomes;
  Both<FittedFactions> factions;
  StageHandle<TypeLayer> type;
  StageHandle<Raster<float>> feature;
  StageHandle<std::vector<BiomeRoom>> biome_room;
  StageHandle<std::vector<Region>> regions;  ///< with their targets and what came of them
  StageHandle<NamedWaters> named_waters;
  StageHandle<HandTold> rerolls;  ///< no hand without rerolls
};
LayerStages list_layers(const StageList& list);

/// The parts that list_layers() is made of: the land with its heights and waters, then all that lies on it.
void list_ground(const StageList& list, LayerStages& of);
void list_harbours(const StageList& list, LayerStages& of);
/// Paths of the rows of `imports` of these kinds.
void add_imports(std::initializer_list<std::string_view> what, const Template& tmpl, Paths& paths);

/// What PlacementInputs refers to.
struct PlacementLayers {
  std::shared_ptr<const Island> island;
  std::shared_ptr<const Relief> relief;
  std::shared_ptr<const Administration> admin;
  std::shared_ptr<const FittedDanger> danger;
  std::shared_ptr<const FittedBiomes> biomes;  ///< null where nobody may look at biomes
  std::shared_ptr<const FittedFactions> factions;
  std::shared_ptr<const Coast> coast;  ///< with harbour sites; null without types of shore

  PlacementInputs inputs(const StageContext& context) const;
};
/// Names of ranges, and of all names so far.
struct NamedRanges {
  std::vector<NamedPlace> places;
  Naming naming;
};

/// Kinds, tracks and roads of one world.
struct KindStages {
  StageHandle<LandmarkPlan> first_kinds;  ///< before the tracks
  StageHandle<TrackNetwork> tracks;
  StageHandle<LandmarkPlan> landmarks;  ///< all of them, without the names that are drawn
  StageHandle<LandmarkPlan> named;      ///< the same with them
  StageHandle<Roads> roads;             ///< with trails
};
/// What they are placed on.
struct KindInputs {
  StageHandle<PlacementLayers> without_biomes, layers;
  StageHandle<LandmarkSurvey> survey;
  StageHandle<SiteSurvey> sites;
  StageHandle<LandmarkPlan> natural;        ///< all landmarks without the hand; no hand in the natural world
  StageHandle<LandmarkPlan> natural_named;  ///< as `natural`
  StageHandle<NamedRanges> ranges;          ///< whose names come before those of landmarks
  std::string by_hand;                      ///< ends the names of stages: " by hand", "" in the natural world
  Paths hand_rows, hand_lines;              ///< rows of the hand that concern landmarks, that force ways
};
/// What kinds read of the template; after the tracks they look at biomes.
Paths kind_paths(const KindInputs& of, bool after_tracks = false);
/// Adds the kinds from `first` up to `end` to a plan. `natural` = all landmarks without the hand, which stay
/// as far as they can; null: no hand.
LandmarkPlan add_kinds(const StageContext& context, const PlacementInputs& inputs,
                       const LandmarkSurvey& survey, size_t first, size_t end, LandmarkPlan plan,
                       const LandmarkPlan* natural);
/// Those up to `end` in a new plan, and what became of the hand's rows of landmarks.
LandmarkPlan begin_kinds(const StageContext& context, const PlacementLayers& layers,
                         const LandmarkSurvey& survey, size_t end, const LandmarkPlan* natural);

/// The network of roads (docs/roads.md, 1): towns, roads between them, the other kinds that join, their
/// tracks.
struct RoadStages {
  StageHandle<RoadNodes> nodes;
  StageHandle<RoadRoutes> laid;  ///< roads and tracks
};
RoadStages list_roads(const StageList& list, const KindInputs& of, KindStages& kinds);
/// The network with the trails to landmarks placed after it.
StageHandle<Roads> list_trails(const StageList& list, const KindInputs& of, const RoadStages& roads,
                               StageHandle<LandmarkPlan> landmarks);
/// Places of the land with their names; `ranges`: their names come before those of the landmarks.
StageHandle<NamedRanges> list_ranges(const StageList& list, const LayerStages& layers);
StageHandle<MadePlaces> list_named_places(const StageList& list, const LayerStages& layers,
                                          StageHandle<NamedRanges> ranges, const KindStages& kinds);
StageHandle<GroundPlans> list_ground_plans(const StageList& list, StageHandle<PlacementLayers> layers,
                                           const KindStages& kinds);

/// Landmarks, roads, places and ground plans, and the layers that they and the points look at.
struct PlaceStages {
  Both<PlacementLayers> layers;
  Both<LandmarkPlan> first_kinds;         ///< before the tracks
  Both<LandmarkPlan> landmarks;           ///< all of them; points stand by these: a name moves none
  Both<LandmarkPlan> named;               ///< the same with the names that are drawn
  Both<Roads> roads;                      ///< with trails
  StageHandle<MadePlaces> named_places;   ///< with the hand
  StageHandle<GroundPlans> ground_plans;  ///< with the hand; not asked where the template states none
};
PlaceStages list_places(const StageList& list, const LayerStages& layers);
/// Landmarks decided on the plan grid, put on the layers of the raster.
PlaceStages list_places_on_raster(const StageList& list, const LayerStages& layers,
                                  const PlaceStages& decided);

/// The points of all classes, and landmarks and tracks.
StageHandle<Content> list_points(const StageList& list, const Both<Island>& island,
                                 const PlaceStages& places);

}  // namespace fw
