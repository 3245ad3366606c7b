#pragma once

#include <memory>
#include <vector>

#include "core/world/fit/balance.h"
#include "core/world/hand/hand_paint.h"
#include "core/world/land/island.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/placement_inputs.h"
#include "core/world/points/class_field.h"
#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"
#include "core/world/regions/regions.h"
#include "core/world/stages.h"

// The stages of a generation as functions of named inputs. Private to generate*.cpp; generate.cpp lists them.
// They end with Cancelled (core/world/cancel.h).

namespace fw {

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

  PlacementInputs inputs(const StageContext& context) const;
};

namespace stages {

Island make_island(const StageContext& context);
ReliefRanks rank_relief(const Island& island, const Relief& relief);
LandmarkTerrain survey_terrain(const StageContext& context, const Island& island, const Relief& relief);
Administration make_administration(const StageContext& context, const Island& island);
FittedFactions make_factions(const StageContext& context, const Administration& admin);
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

PaintedCells paint_layer(PaintLayer layer, const StageContext& context, const Administration& admin);
/// The natural layers moved round paint; biomes look at the natural danger.
FittedDanger adapt_danger(const StageContext& context, const Administration& admin, const DangerField& field,
                          const FittedDanger& natural, const PaintedCells& painted);
FittedBiomes adapt_biomes(const StageContext& context, const Administration& admin,
                          const FittedDanger& danger, const BiomeInputs& inputs, const FittedBiomes& natural,
                          const PaintedCells& painted);
FittedFactions adapt_factions(const StageContext& context, const Administration& admin,
                              const FittedFactions& natural, const PaintedCells& painted);

/// `biomes` may be null: then the inputs' biomes are empty.
PlacementLayers gather_layers(std::shared_ptr<const Island> island, std::shared_ptr<const Relief> relief,
                              std::shared_ptr<const Administration> admin,
                              std::shared_ptr<const FittedDanger> danger,
                              std::shared_ptr<const FittedBiomes> biomes,
                              std::shared_ptr<const FittedFactions> factions);
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
HabitatSurvey survey_habitats(const StageContext& context, const PlacementLayers& layers,
                              const LandmarkPlan& first_kinds);
Content collect_content(const StageContext& context, const PlacementLayers& layers,
                        const LandmarkPlan& landmarks,
                        const std::vector<std::shared_ptr<const PlacedClass>>& placed);

}  // namespace stages

/// The stages of one point class.
struct PointClassStages {
  PointClassRow row;

  ClassNoise noise(const StageContext& context, const std::vector<uint32_t>& cells) const;
  /// `noise` may be null.
  ClassField field(const StageContext& context, const PlacementLayers& layers, const HabitatSurvey& survey,
                   const ClassNoise* noise) const;
  /// `field` may be null: then it is made here, from `noise` if that is not null too.
  PlacedClass place(const StageContext& context, const PlacementLayers& layers, const HabitatSurvey& survey,
                    const LandmarkPlan& landmarks, const ClassField* field, const ClassNoise* noise) const;
};

}  // namespace fw
