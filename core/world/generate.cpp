#include "core/world/generate.h"

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/template_io.h"
#include "core/world/balance.h"
#include "core/world/biomes.h"
#include "core/world/cancel.h"
#include "core/world/content.h"
#include "core/world/habitat_survey.h"
#include "core/world/island.h"
#include "core/world/landmarks_ground.h"
#include "core/world/layers.h"
#include "core/world/regions.h"
#include "core/world/stage_cache.h"

namespace fw {
namespace {

constexpr double kRegionWeightSigma_m = 350;

/// The ground and what later stages ask of it.
struct Terrain {
  Island island;
  Relief relief;
};

/// The administrative regions with owners, the weights that blend their rules, and their cells in the order
/// that the fits read them.
struct Administration {
  RegionMap map;
  RegionWeights weights;
  SampledBlocks blocks;
};

Administration administer(const Terrain& terrain, const Template& tmpl, const SeedBundle& seeds,
                          const Progress& progress) {
  Administration made;
  made.map = make_regions(tmpl, seeds, terrain.island, progress);
  assign_owners(made.map, tmpl, seeds);
  stop_if_cancelled(progress);
  made.weights = region_weights(made.map, kRegionWeightSigma_m);
  made.blocks = sampled_blocks(made.map.code, static_cast<int>(made.map.regions.size()), made.weights);
  return made;
}

/// A layer and the regional rows (targets) derived on the way to it.
template <typename Layer>
struct Mixed {
  Layer layer;
  std::vector<Region> regions;
  Findings findings;
};

Mixed<DangerLayer> mixed_danger(const Administration& admin, const DangerGround& ground, const Template& tmpl,
                                const Progress& progress) {
  Mixed<DangerLayer> made;
  RegionMap map = admin.map;
  derive_danger_mixes(map, tmpl, made.findings);
  made.layer = make_danger(map, admin.blocks, ground, tmpl, progress);
  made.regions = std::move(map.regions);
  return made;
}

Mixed<ClassLayer> mixed_biomes(const Administration& admin, const BiomeGround& ground,
                               const Mixed<DangerLayer>& danger, const Template& tmpl,
                               const SeedBundle& seeds, const Progress& progress) {
  Mixed<ClassLayer> made;
  RegionMap map = admin.map;
  map.regions = danger.regions;
  made.layer = make_biomes(map, admin.blocks, ground, danger.layer, tmpl, seeds, progress);
  made.regions = std::move(map.regions);
  return made;
}

std::vector<std::string> landmark_parameters() {
  std::vector<std::string> prefixes{"landmarks.", "noise.feature.", "spacing.landmark_any_m"};
  for (const std::string_view kind : kLandmarkSlugs)
    prefixes.push_back("spacing." + std::string(kind) + "_m");
  return prefixes;
}

Raster<float> feature_field(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid) {
  const std::string tag = tmpl.noise.feature.seed_of.empty() ? "feature" : tmpl.noise.feature.seed_of;
  const NoiseField field = bind_noise(tmpl.noise.feature, derive(seeds.noise_stream(), tag));
  Raster<float> values = noise_raster(field, grid, tmpl.noise.phase);
  normalise_half(values.cells);
  return values;
}

Mask all_land(const Island& island) {
  Mask land = island.main;
  for (size_t i = 0; i < land.size(); ++i) land[i] |= island.islets[i];
  return land;
}

Content empty_content(const GridSpec& grid) {
  Content content;
  for (Raster<float>* intensity :
       {&content.intensity_resource, &content.intensity_wildlife, &content.intensity_enemy})
    *intensity = Raster<float>(grid);
  return content;
}

void append(Findings& to, const Findings& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// generate(), but ends with Cancelled.
std::shared_ptr<const World> make_world(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                        const Progress& progress, StageCache* cache, Extent extent) {
  const GridSpec grid = GridSpec::square(tmpl.island.side_m, resolution);
  // Every key holds what its stage reads and the keys of the stages before it.
  const auto reads = [&](std::vector<std::string> prefixes) {
    prefixes.emplace_back("noise.phase");
    return template_part(tmpl, prefixes);
  };
  const std::string frame =
      std::to_string(resolution) + " " + std::to_string(seeds.layout) + " " + std::to_string(seeds.noise);

  progress.at("island", 0.00);
  auto terrain =
      staged<Terrain>(cache, "island", stage_key({frame, reads({"island.", "noise.height."})}), [&] {
        Terrain made{make_island(tmpl, seeds, grid), {}};
        stop_if_cancelled(progress);
        made.relief = derive_relief(made.island);
        return made;
      });
  stop_if_cancelled(progress);

  progress.at("regions", 0.12);
  const bool bare = extent == Extent::layers;
  Staged<ReliefRanks> relief_ranks;
  Staged<LandmarkTerrain> landmark_terrain;
  const auto survey_relief = [&] {
    const Island& island = terrain->island;
    const Relief& relief = terrain->relief;
    relief_ranks = staged<ReliefRanks>(cache, "relief ranks", terrain.key, [&] {
      return rank_relief(island.main, island.height_m, relief.slope, island.coast_m);
    });
    stop_if_cancelled(progress);
    if (bare) return;
    landmark_terrain = staged<LandmarkTerrain>(
        cache, "landmark terrain", stage_key({terrain.key, reads({"noise.feature."})}),
        [&] { return survey_terrain(tmpl, seeds, island, relief, island.main); });
  };
  Staged<Administration> admin;
  const auto draw_regions = [&] {
    admin =
        staged<Administration>(cache, "regions", stage_key({terrain.key, reads({"regions.", "factions."})}),
                               [&] { return administer(*terrain, tmpl, seeds, progress); });
  };
  parallel_invoke({survey_relief, draw_regions});
  stop_if_cancelled(progress);

  progress.at("danger", 0.28);
  Staged<Mixed<DangerLayer>> danger;
  Staged<BiomeGround> biome_survey;
  Staged<LandmarkGround> landmark_survey;
  const auto fit_danger = [&] {
    danger = staged<Mixed<DangerLayer>>(
        cache, "danger",
        stage_key({admin.key,
                   reads({"danger.", "danger_thresholds.", "region_mixes[", "modes.", "noise.danger."})}),
        [&] {
          const auto ground = staged<DangerGround>(cache, "danger ground",
                                                   stage_key({admin.key, reads({"modes.", "noise.danger."})}),
                                                   [&] { return danger_ground(admin->map, tmpl, seeds); });
          return mixed_danger(*admin, *ground, tmpl, progress);
        });
    stop_if_cancelled(progress);
    biome_survey =
        staged<BiomeGround>(cache, "biome survey", stage_key({admin.key, reads({"noise.biome."})}),
                            [&] { return survey_biomes(admin->blocks.blocks, *relief_ranks, tmpl, seeds); });
    relief_ranks = {};  // nobody asks again
    stop_if_cancelled(progress);
    if (bare) return;
    landmark_survey = staged<LandmarkGround>(
        cache, "landmark survey", stage_key({admin.key, reads({"noise.feature."})}), [&] {
          return survey_ground(tmpl, seeds, terrain->island, terrain->relief, admin->map,
                               std::move(landmark_terrain.value));
        });
  };
  Staged<ClassLayer> faction;
  Staged<TypeLayer> type;
  Staged<Raster<float>> feature;
  const auto make_independent_layers = [&] {
    faction = staged<ClassLayer>(cache, "factions",
                                 stage_key({admin.key, reads({"modes.layers", "noise.faction."})}),
                                 [&] { return make_factions(admin->map, tmpl, seeds, progress); });
    const std::string quotas = reads({"resources[", "wildlife[", "enemies["});
    type = staged<TypeLayer>(cache, "type", stage_key({admin.key, reads({"noise.type."}), quotas}),
                             [&] { return make_type(admin->map, tmpl, seeds); });
    feature = staged<Raster<float>>(cache, "feature",
                                    stage_key({frame, reads({"island.side_m", "noise.feature."})}),
                                    [&] { return feature_field(tmpl, seeds, grid); });
  };
  parallel_invoke({make_independent_layers, fit_danger});
  stop_if_cancelled(progress);

  progress.at("biomes", 0.42);
  Staged<Mixed<ClassLayer>> biome;
  const auto fit_biomes = [&] {
    biome = staged<Mixed<ClassLayer>>(
        cache, "biomes", stage_key({danger.key, reads({"biomes.", "noise.biome."})}),
        [&] { return mixed_biomes(*admin, *biome_survey, *danger, tmpl, seeds, progress); });
  };
  Staged<LandmarkPlan> towns{std::make_shared<LandmarkPlan>(), {}};
  const auto settle_towns = [&] {
    if (bare) return;
    const ClassLayer no_biome;
    const Ground ground{tmpl,       seeds,         terrain->island, terrain->relief,
                        admin->map, danger->layer, no_biome,        *faction};
    towns = staged<LandmarkPlan>(cache, "towns",
                                 stage_key({danger.key, faction.key, reads(landmark_parameters())}),
                                 [&] { return place_towns(ground, *landmark_survey, progress); });
  };
  parallel_invoke({settle_towns, fit_biomes});
  biome_survey = {};  // nobody asks again: memory for what follows
  stop_if_cancelled(progress);

  progress.at("factions", 0.62);
  const Ground ground{tmpl,       seeds,         terrain->island, terrain->relief,
                      admin->map, danger->layer, biome->layer,    *faction};
  RegionMap map = admin->map;
  map.regions = biome->regions;
  Staged<HabitatSurvey> habitats;
  const auto survey_world = [&] {
    measure_regional_mixes(map, danger->layer, biome->layer, *faction);
    if (bare) return;
    habitats = staged<HabitatSurvey>(
        cache, "habitats", stage_key({biome.key, towns.key, reads({"spacing.enemy_from_settlement_m"})}),
        [&] { return survey_habitats(ground, *towns); });
  };
  const std::string class_noise = stage_key({terrain.key, frame, reads({"noise.type.", "noise.feature."})});
  ClassFields fields;
  const auto settle_the_rest = [&] {
    LandmarkPlan plan = *towns;
    FacilityGround facilities;
    parallel_invoke(
        {survey_world, [&] { facilities = lay_tracks(ground, *landmark_survey, plan, progress); }});
    std::atomic<bool> settled = false;
    parallel_invoke({[&] {
                       fields = find_fields(ground, *habitats, {cache, {}, class_noise}, settled, progress);
                     },
                     [&] {
                       plan =
                           place_landmarks(ground, *landmark_survey, facilities, std::move(plan), progress);
                       settled = true;
                     }});
    return plan;
  };
  stop_if_cancelled(progress);
  progress.at("landmarks and tracks", 0.66);
  Staged<LandmarkPlan> landmarks = towns;
  if (!bare)
    landmarks = staged<LandmarkPlan>(cache, "landmarks", stage_key({biome.key, faction.key, towns.key}),
                                     settle_the_rest);
  if (habitats.value == nullptr) survey_world();
  landmark_survey = {};
  stop_if_cancelled(progress);

  progress.at("points", 0.82);
  const std::string place = stage_key({landmarks.key, std::to_string(seeds.place),
                                       reads({"noise.type.", "spacing.enemy_from_settlement_m"})});
  Content content = bare ? empty_content(grid)
                         : place_content(ground, *habitats, *landmarks, progress, {cache, place, class_noise},
                                         std::move(fields));
  habitats = {};
  stop_if_cancelled(progress);

  auto world = std::make_shared<World>();
  world->template_name = tmpl.name;
  world->seeds = seeds;
  world->grid = grid;
  world->findings = danger->findings;
  append(world->findings, content.findings);
  world->junctions_m = landmarks->junctions_m;
  world->regions = std::move(map.regions);
  world->region = std::move(map.code);
  world->region_weights = std::move(admin).take(&Administration::weights);
  parallel_invoke({[&] {
                     ClassLayer layer = std::move(faction).take();
                     world->faction = std::move(layer.code);
                     world->faction_field = std::move(layer.score);
                     world->faction_fit = std::move(layer.fit);
                   },
                   [&] {
                     ClassLayer layer = std::move(biome).take(&Mixed<ClassLayer>::layer);
                     world->biome = std::move(layer.code);
                     world->biome_field = std::move(layer.score);
                     world->biome_fit = std::move(layer.fit);
                   },
                   [&] {
                     DangerLayer layer = std::move(danger).take(&Mixed<DangerLayer>::layer);
                     world->danger = std::move(layer.band);
                     world->danger_field = std::move(layer.calibrated);
                     world->danger_fit = std::move(layer.fit);
                   },
                   [&] {
                     TypeLayer layer = std::move(type).take();
                     world->type = std::move(layer.code);
                     world->type_field = std::move(layer.field);
                     world->feature = std::move(feature).take();
                   },
                   [&] {
                     world->land = all_land(terrain->island);
                     Island island = std::move(terrain).take(&Terrain::island);
                     world->height_m = std::move(island.height_m);
                     world->coast_m = std::move(island.coast_m);
                     world->sea_m = std::move(island.sea_m);
                   }});
  world->intensity_resource = std::move(content.intensity_resource);
  world->intensity_wildlife = std::move(content.intensity_wildlife);
  world->intensity_enemy = std::move(content.intensity_enemy);
  world->points = std::move(content.points);
  world->ledger = std::move(content.ledger);
  world->tracks = std::move(content.tracks);
  progress.at("world", 1.0);
  return world;
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress, StageCache* cache, Extent extent) {
  try {
    return make_world(tmpl, seeds, resolution, progress, cache, extent);
  } catch (const Cancelled&) {
    return Error{ErrorKind::cancelled, "cancelled"};
  }
}

}  // namespace fw
