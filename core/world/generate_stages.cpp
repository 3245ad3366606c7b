#include "core/world/generate_stages.h"

#include <memory>

#include "core/base/parallel/parallel.h"
#include "core/template/template_io.h"
#include "core/world/cancel.h"

// Every key holds what its stage reads and the keys of the stages before it.

namespace fw {
namespace {

constexpr double kRegionWeightSigma_m = 350;

std::vector<std::string> landmark_parameters() {
  std::vector<std::string> prefixes{"landmarks.", "noise.feature.", "spacing.landmark_any_m"};
  for (const std::string_view kind : kLandmarkSlugs)
    prefixes.push_back("spacing." + std::string(kind) + "_m");
  return prefixes;
}

/// What the noise of point classes depends on.
std::string class_noise_key(const Making& m) {
  return stage_key({m.island.key, m.frame, m.reads({"noise.type.", "noise.feature."})});
}

Content empty_content(const GridSpec& grid) {
  Content content;
  for (Raster<float>* intensity :
       {&content.intensity_resource, &content.intensity_wildlife, &content.intensity_enemy})
    *intensity = Raster<float>(grid);
  return content;
}

}  // namespace

Making::Making(const Template& of, const SeedBundle& from, int resolution, const Progress& watched,
               StageCache* kept, bool layers_alone)
    : tmpl(of),
      seeds(from),
      grid(GridSpec::square(of.island.side_m, resolution)),
      progress(watched),
      cache(kept),
      bare(layers_alone),
      frame(std::to_string(resolution) + " " + std::to_string(from.layout) + " " +
            std::to_string(from.noise)) {}

std::string Making::reads(std::vector<std::string> prefixes) const {
  if (cache == nullptr) return {};  // nobody looks at keys
  prefixes.emplace_back("noise.phase");
  return template_part(tmpl, prefixes);
}

void make_ground(Making& m) {
  m.island = m.stage<Island>("island", stage_key({m.frame, m.reads({"island.", "noise.height."})}),
                             [&] { return make_island(m.tmpl, m.seeds, m.grid); });
}

void make_relief(Making& m) {
  m.relief = m.stage<Relief>("relief", m.island.key, [&] { return derive_relief(*m.island); });
}

void rank_terrain(Making& m) {
  m.relief_ranks = m.stage<ReliefRanks>("relief ranks", m.island.key, [&] {
    return rank_relief(m.island->main, m.island->height_m, m.relief->slope, m.island->coast_m);
  });
}

void survey_landmark_terrain(Making& m) {
  if (m.bare) return;
  m.landmark_terrain = m.stage<LandmarkTerrain>(
      "landmark terrain", stage_key({m.island.key, m.reads({"noise.feature."})}),
      [&] { return survey_terrain(m.tmpl, m.seeds, *m.island, *m.relief, m.island->main); });
}

void administer(Making& m) {
  m.admin =
      m.stage<Administration>("regions", stage_key({m.island.key, m.reads({"regions.", "factions."})}), [&] {
        Administration made;
        RegionMap& map = made.map = make_regions(m.tmpl, m.seeds, *m.island, m.progress);
        stop_if_cancelled(m.progress);
        const auto lay_out = [&] {  // asks no owner
          made.weights = region_weights(map, kRegionWeightSigma_m);
          made.blocks = sampled_blocks(map.code, static_cast<int>(map.regions.size()), made.weights);
        };
        parallel_invoke({[&] { assign_owners(map, m.tmpl, m.seeds); }, lay_out});
        return made;
      });
}

void make_faction_layer(Making& m) {
  m.faction =
      m.stage<ClassLayer>("factions", stage_key({m.admin.key, m.reads({"modes.layers", "noise.faction."})}),
                          [&] { return make_factions(m.admin->map, m.tmpl, m.seeds, m.progress); });
}

void make_type_layer(Making& m) {
  const std::string quotas = m.reads({"resources[", "wildlife[", "enemies["});
  m.type = m.stage<TypeLayer>("type", stage_key({m.admin.key, m.reads({"noise.type."}), quotas}),
                              [&] { return make_type(m.admin->map, m.tmpl, m.seeds); });
}

void make_feature_field(Making& m) {
  const NoiseStack& stack = m.tmpl.noise.feature;
  m.feature = m.stage<Raster<float>>(
      "feature", stage_key({m.frame, m.reads({"island.side_m", "noise.feature."})}), [&] {
        const std::string tag = stack.seed_of.empty() ? "feature" : stack.seed_of;
        const NoiseField field = bind_noise(stack, derive(m.seeds.noise_stream(), tag));
        Raster<float> values = noise_raster(field, m.grid, m.tmpl.noise.phase);
        normalise_half(values.cells);
        return values;
      });
}

void fit_danger(Making& m) {
  const std::string of_ground = stage_key({m.admin.key, m.reads({"modes.", "noise.danger."})});
  const std::string of_fit = stage_key(
      {m.admin.key, m.reads({"danger.", "danger_thresholds.", "region_mixes[", "modes.", "noise.danger."})});
  m.danger = m.stage<Mixed<DangerLayer>>("danger", of_fit, [&] {
    const auto ground = m.stage<DangerGround>("danger ground", of_ground,
                                              [&] { return danger_ground(m.admin->map, m.tmpl, m.seeds); });
    Mixed<DangerLayer> made;
    RegionMap map = m.admin->map;
    derive_danger_mixes(map, m.tmpl, made.findings);
    made.layer = make_danger(map, m.admin->blocks, *ground, m.tmpl, m.progress);
    made.regions = std::move(map.regions);
    return made;
  });
}

void survey_for_biomes(Making& m) {
  m.biome_survey = m.stage<BiomeGround>(
      "biome survey", stage_key({m.admin.key, m.reads({"noise.biome."})}),
      [&] { return survey_biomes(m.admin->blocks.blocks, *m.relief_ranks, m.tmpl, m.seeds); });
  m.relief_ranks = {};  // nobody asks again
}

void survey_for_landmarks(Making& m) {
  if (m.bare) return;
  m.landmark_survey =
      m.stage<LandmarkGround>("landmark survey", stage_key({m.admin.key, m.reads({"noise.feature."})}), [&] {
        return survey_ground(m.tmpl, m.seeds, *m.island, *m.relief, m.admin->map,
                             std::move(m.landmark_terrain.value));
      });
}

void settle_towns(Making& m) {
  m.towns.value = std::make_shared<LandmarkPlan>();
  if (m.bare) return;
  m.towns = m.stage<LandmarkPlan>(
      "towns", stage_key({m.danger.key, m.faction.key, m.reads(landmark_parameters())}), [&] {
        const ClassLayer no_biome;
        return place_towns(m.ground(no_biome), *m.landmark_survey, m.progress);
      });
}

void fit_biomes(Making& m) {
  m.biome = m.stage<Mixed<ClassLayer>>(
      "biomes", stage_key({m.danger.key, m.reads({"biomes.", "noise.biome."})}), [&] {
        Mixed<ClassLayer> made;
        RegionMap map = m.admin->map;
        map.regions = m.danger->regions;
        made.layer =
            make_biomes(map, m.admin->blocks, *m.biome_survey, m.danger->layer, m.tmpl, m.seeds, m.progress);
        made.regions = std::move(map.regions);
        return made;
      });
  m.biome_survey = {};  // memory for what follows
}

void measure_mixes(Making& m) {
  m.map = m.admin->map;
  m.map.regions = m.biome->regions;
  measure_regional_mixes(m.map, m.danger->layer, m.biome->layer, *m.faction);
}

void survey_for_points(Making& m) {
  if (m.bare) return;
  m.habitats = m.stage<HabitatSurvey>(
      "habitats", stage_key({m.biome.key, m.towns.key, m.reads({"spacing.enemy_from_settlement_m"})}),
      [&] { return survey_habitats(m.ground(), *m.towns); });
}

void connect_towns(Making& m) {
  m.landmarks = known<LandmarkPlan>(m.bare ? nullptr : m.cache, "landmarks",
                                    stage_key({m.biome.key, m.faction.key, m.towns.key}));
  if (m.bare) m.landmarks.value = m.towns.value;
  m.settled = m.landmarks.value != nullptr;
  if (m.settled) return;
  m.towns_with_tracks = *m.towns;
  m.facilities = lay_tracks(m.ground(), *m.landmark_survey, m.towns_with_tracks, m.progress);
}

void find_class_fields(Making& m) {
  if (m.settled) return;
  m.fields = find_fields(m.ground(), *m.habitats, {m.cache, {}, class_noise_key(m)}, m.settled, m.progress);
}

void settle_the_rest(Making& m) {
  if (!m.settled)
    make_known(m.cache, "landmarks",
               place_landmarks(m.ground(), *m.landmark_survey, m.facilities, std::move(m.towns_with_tracks),
                               m.progress),
               m.landmarks);
  m.settled = true;
  m.facilities = {};
  m.landmark_survey = {};
}

void place_points(Making& m) {
  const std::string place = stage_key({m.landmarks.key, std::to_string(m.seeds.place),
                                       m.reads({"noise.type.", "spacing.enemy_from_settlement_m"})});
  m.content = m.bare ? empty_content(m.grid)
                     : place_content(m.ground(), *m.habitats, *m.landmarks, m.progress,
                                     {m.cache, place, class_noise_key(m)}, std::move(m.fields));
  m.habitats = {};
}

}  // namespace fw
