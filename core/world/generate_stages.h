#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/world/fit/balance.h"
#include "core/world/layers/biomes.h"
#include "core/world/points/class_field.h"
#include "core/world/points/content.h"
#include "core/world/points/habitat_survey.h"
#include "core/world/land/island.h"
#include "core/world/landmarks/landmarks_ground.h"
#include "core/world/layers/layers.h"
#include "core/world/regions/regions.h"
#include "core/world/stage_cache.h"

// The stages of a generation. Private to generate*.cpp: what runs when, and beside what, stands in
// generate.cpp.

namespace fw {

/// The administrative regions with owners, the weights that blend their rules, and their cells in the order
/// that the fits read them.
struct Administration {
  RegionMap map;
  RegionWeights weights;
  SampledBlocks blocks;
};

/// A layer and the regional rows (targets) derived on the way to it.
template <typename Layer>
struct Mixed {
  Layer layer;
  std::vector<Region> regions;
  Findings findings;
};

/// A world in the making: what was asked for, and what the stages made so far. Every stage writes members of
/// its own and reads what earlier steps made.
struct Making {
  const Template& tmpl;
  const SeedBundle& seeds;
  const GridSpec grid;
  const Progress& progress;
  StageCache* const cache;
  const bool bare;          ///< layers alone
  const std::string frame;  ///< what everything depends on: resolution and seeds

  Staged<Island> island;
  Staged<Relief> relief;
  Staged<ReliefRanks> relief_ranks;
  Staged<LandmarkTerrain> landmark_terrain;
  Staged<Administration> admin;
  Staged<ClassLayer> faction;
  Staged<TypeLayer> type;
  Staged<Raster<float>> feature;
  Staged<Mixed<DangerLayer>> danger;
  Staged<BiomeGround> biome_survey;
  Staged<LandmarkGround> landmark_survey;
  Staged<LandmarkPlan> towns;
  Staged<Mixed<ClassLayer>> biome;
  RegionMap map;  ///< the regions with their targets and what came of them
  Staged<HabitatSurvey> habitats;
  LandmarkPlan towns_with_tracks;
  FacilityGround facilities;
  Staged<LandmarkPlan> landmarks;
  std::atomic<bool> settled = false;  ///< the landmarks
  ClassFields fields;
  Content content;

  Making(const Template& of, const SeedBundle& from, int resolution, const Progress& watched,
         StageCache* kept, bool layers_alone);

  /// A part of a key: what a stage reads of the template.
  std::string reads(std::vector<std::string> prefixes) const;
  /// A stage's value from the cache or from make().
  template <typename T, typename Make>
  Staged<T> stage(std::string_view name, std::string key, Make&& make) const {
    return staged<T>(cache, name, std::move(key), std::forward<Make>(make));
  }
  /// For what looks at every layer.
  Ground ground() const { return ground(biome->layer); }
  Ground ground(const ClassLayer& biomes) const {
    return {tmpl, seeds, *island, *relief, admin->map, danger->layer, biomes, *faction};
  }
};

// In the order of the members that they make. They end with Cancelled.
void make_ground(Making& m);
void make_relief(Making& m);
void rank_terrain(Making& m);
void survey_landmark_terrain(Making& m);
void administer(Making& m);
void make_faction_layer(Making& m);
void make_type_layer(Making& m);
void make_feature_field(Making& m);
void fit_danger(Making& m);
void survey_for_biomes(Making& m);
void survey_for_landmarks(Making& m);
void settle_towns(Making& m);
void fit_biomes(Making& m);
void measure_mixes(Making& m);
void survey_for_points(Making& m);
void connect_towns(Making& m);
void find_class_fields(Making& m);
void settle_the_rest(Making& m);
void place_points(Making& m);

}  // namespace fw
