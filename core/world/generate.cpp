#include "core/world/generate.h"

#include <utility>

#include "core/world/content.h"
#include "core/world/island.h"
#include "core/world/layers.h"
#include "core/world/regions.h"

namespace fw {
namespace {

constexpr double kRegionWeightSigma_m = 350;

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

void append(Findings& to, const Findings& from) {
  to.insert(to.end(), from.begin(), from.end());
}

Error cancelled() {
  return {ErrorKind::cancelled, "cancelled"};
}

}  // namespace

Result<std::shared_ptr<const World>> generate(const Template& tmpl, const SeedBundle& seeds, int resolution,
                                              const Progress& progress) {
  const GridSpec grid = GridSpec::square(tmpl.island.side_m, resolution);
  Findings findings;

  progress.at("island", 0.00);
  Island island = make_island(tmpl, seeds, grid);
  const Relief relief = derive_relief(island);
  if (progress.cancelled()) return cancelled();

  progress.at("regions", 0.12);
  RegionMap map = make_regions(tmpl, seeds, island);
  assign_owners(map, tmpl, seeds);
  std::vector<Raster<float>> weights = region_weights(map, kRegionWeightSigma_m);
  if (progress.cancelled()) return cancelled();

  progress.at("danger", 0.28);
  derive_danger_mixes(map, tmpl, findings);
  DangerLayer danger = make_danger(map, weights, tmpl, seeds);
  if (progress.cancelled()) return cancelled();

  progress.at("biomes", 0.40);
  ClassLayer biome = make_biomes(map, weights, island, relief, danger, tmpl, seeds);
  if (progress.cancelled()) return cancelled();

  progress.at("factions", 0.62);
  ClassLayer faction = make_factions(map, tmpl, seeds);
  TypeLayer type = make_type(map, tmpl, seeds);
  measure_regional_mixes(map, danger, biome, faction);
  if (progress.cancelled()) return cancelled();

  progress.at("landmarks and tracks", 0.70);
  const Ground ground{tmpl, seeds, island, relief, map, danger, biome, faction};
  LandmarkPlan landmarks = place_landmarks(ground);
  if (progress.cancelled()) return cancelled();

  progress.at("points", 0.82);
  Content content = place_content(ground, landmarks, progress);
  if (progress.cancelled()) return cancelled();

  append(findings, content.findings);

  auto world = std::make_shared<World>();
  world->template_name = tmpl.name;
  world->seeds = seeds;
  world->grid = grid;
  world->land = all_land(island);
  world->region = std::move(map.code);
  world->regions = std::move(map.regions);
  world->region_weights = std::move(weights);
  world->faction = std::move(faction.code);
  world->faction_field = std::move(faction.score);
  world->faction_fit = std::move(faction.fit);
  world->biome = std::move(biome.code);
  world->biome_field = std::move(biome.score);
  world->biome_fit = std::move(biome.fit);
  world->danger = std::move(danger.band);
  world->danger_field = std::move(danger.calibrated);
  world->danger_fit = std::move(danger.fit);
  world->type = std::move(type.code);
  world->type_field = std::move(type.field);
  world->feature = feature_field(tmpl, seeds, grid);
  world->height_m = std::move(island.height_m);
  world->coast_m = std::move(island.coast_m);
  world->sea_m = std::move(island.sea_m);
  world->intensity_resource = std::move(content.intensity_resource);
  world->intensity_wildlife = std::move(content.intensity_wildlife);
  world->intensity_enemy = std::move(content.intensity_enemy);
  world->points = std::move(content.points);
  world->ledger = std::move(content.ledger);
  world->tracks = std::move(content.tracks);
  world->junctions_m = std::move(landmarks.junctions_m);
  world->findings = std::move(findings);
  progress.at("world", 1.0);
  return std::shared_ptr<const World>(std::move(world));
}

}  // namespace fw
