#include "synthetic_ground.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/field/quantile/quantile.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/places/name_lists.h"
#include "core/world/roads/road_network.h"
#include "core/world/roads/seat_ranks.h"
#include "core/world/roads/track_distance.h"

namespace fw::test {
namespace {

constexpr std::array<double, 5> kThresholds{0, 0.35, 0.60, 0.82, 1};

Raster<float> noise_of(const SyntheticGround& s, const GridSpec& grid, std::string_view tag,
                       double wavelength_m) {
  NoiseStack stack;
  stack.wavelength_m = wavelength_m;
  return noise_raster(bind_noise(stack, derive(s.seeds.noise_stream(), tag)), grid);
}

void build_island(SyntheticGround& s, const GridSpec& grid) {
  const double side = s.tmpl.frame.width_m;
  const double radius = std::sqrt(s.tmpl.land.fraction * side * side / 3.14159265358979);
  s.island.main = Mask(grid);
  s.island.islets = Mask(grid);
  s.island.height_m = Raster<float>(grid, -10.0F);
  const Raster<float> bumps = noise_of(s, grid, "test.height", side / 4);
  Mask sea(grid, 1);
  for (size_t c = 0; c < grid.cells(); ++c) {
    const double d = std::sqrt(squared_distance(grid.centre(c), {side / 2, side / 2}));
    if (d >= radius) continue;
    s.island.main[c] = 1;
    sea[c] = 0;
    s.island.height_m[c] = static_cast<float>(
        std::max(1.0, s.tmpl.relief.height_max_m * (0.5 * (1 - d / radius) + bumps[c] + 0.1)));
  }
  s.island.coast_m = distance_to(sea);
  s.island.sea_m = distance_to(s.island.main);
  s.relief = derive_relief(s.island);
}

void build_regions(SyntheticGround& s, const GridSpec& grid) {
  const int neutral = s.tmpl.regions.neutral;
  const int total = neutral + s.tmpl.regions.controllable;
  const double side = s.tmpl.frame.width_m;
  RandomCursor random{derive(s.seeds.layout_stream(), "test.regions"), 0};
  std::vector<uint32_t> land;
  for (size_t c = 0; c < grid.cells(); ++c)
    if (s.island.main[c] != 0) land.push_back(static_cast<uint32_t>(c));
  // The neutral part is the northernmost share of the land: row-major order is north to south.
  const size_t north =
      total > 0 ? land.size() * static_cast<size_t>(neutral) / static_cast<size_t>(total) : 0;
  std::vector<Vec2> seeds;
  for (int r = 0; r < total; ++r) {
    const bool far = r < neutral;
    const size_t from = far ? 0 : north;
    const size_t count = far ? north : land.size() - north;
    Vec2 best;
    double best2 = -1;
    for (int attempt = 0; attempt < 40; ++attempt) {
      const Vec2 p = grid.centre(land[from + random.below(std::max<size_t>(1, count))]);
      double nearest2 = side * side;
      for (const Vec2 q : seeds) nearest2 = std::min(nearest2, squared_distance(p, q));
      if (nearest2 > best2) {
        best2 = nearest2;
        best = p;
      }
    }
    seeds.push_back(best);
    Region region;
    region.name = "Region " + std::to_string(r + 1);
    region.neutral = far;
    region.owner = far ? *s.tmpl.vocabulary.neutral() : static_cast<Faction>(r % 3);
    s.map.regions.push_back(region);
    s.map.anchors.push_back({static_cast<uint64_t>(r), best, 0});
  }
  s.map.code = Raster<uint8_t>(grid);
  std::vector<double> count(static_cast<size_t>(total), 0.0);
  for (size_t i = 0; i < land.size(); ++i) {
    const Vec2 p = grid.centre(land[i]);
    int best = -1;
    for (int r = i < north ? 0 : neutral; r < (i < north ? neutral : total); ++r)
      if (best < 0 || squared_distance(p, seeds[r]) < squared_distance(p, seeds[best])) best = r;
    if (best < 0) continue;
    s.map.code[land[i]] = static_cast<uint8_t>(best + 1);
    Region& region = s.map.regions[best];
    region.centre_m = region.centre_m + p;
    region.area_m2 += grid.cell_area_m2();
    ++count[best];
  }
  for (int r = 0; r < total; ++r)
    if (count[r] > 0) s.map.regions[r].centre_m = s.map.regions[r].centre_m * (1 / count[r]);
}

std::vector<int64_t> cut_counts(std::span<const double> shares, size_t cells) {
  return largest_remainder(shares, static_cast<int64_t>(cells));
}

void build_layers(SyntheticGround& s, const GridSpec& grid) {
  const double side = s.tmpl.frame.width_m;
  std::vector<uint32_t> land;
  for (size_t c = 0; c < grid.cells(); ++c)
    if (s.map.code[c] != 0) land.push_back(static_cast<uint32_t>(c));
  Raster<float> rise = noise_of(s, grid, "test.danger", side / 3);
  for (size_t c = 0; c < grid.cells(); ++c) rise[c] += static_cast<float>(grid.centre(c).y / side);
  s.danger.band = Raster<uint8_t>(grid);
  s.danger.calibrated = Raster<float>(grid);
  quantile_cut(rise, land, cut_counts(row_shares(s.tmpl.vocabulary.danger), land.size()), s.danger.band);
  for (size_t k = 0; k + 1 < kThresholds.size(); ++k) {
    Mask mask(grid);
    for (const uint32_t c : land) mask[c] = s.danger.band[c] == k + 1 ? 1 : 0;
    const Raster<float> ranks = rank_on(rise, mask);
    for (const uint32_t c : land)
      if (mask[c] != 0)
        s.danger.calibrated[c] =
            static_cast<float>(kThresholds[k] + (kThresholds[k + 1] - kThresholds[k]) * ranks[c]);
  }
  s.biome.code = Raster<uint8_t>(grid);
  quantile_cut(noise_of(s, grid, "test.biome", side / 2), land,
               cut_counts(row_shares(s.tmpl.vocabulary.biomes), land.size()), s.biome.code);
  s.faction.code = Raster<uint8_t>(grid);
  for (const uint32_t c : land)
    s.faction.code[c] = static_cast<uint8_t>(s.map.regions[s.map.code[c] - 1u].owner) + 1;
}

PointClass point_class(std::string slug, std::vector<double> biomes, int quota, double spacing_m, double gate,
                       double gamma) {
  PointClass cls;
  cls.slug = slug;
  cls.label = slug;
  cls.family = slug;
  cls.biome_affinity = std::move(biomes);
  cls.danger_affinity = {1, 1, 1, 1};
  cls.danger_max = band("black");
  cls.quota = quota;
  cls.spacing_m = spacing_m;
  cls.gate = gate;
  cls.gamma = gamma;
  return cls;
}

/// The classic rows with the numbers of a small island.
Vocabulary small_rows() {
  Vocabulary v = classic_rows();
  constexpr std::array<double, 8> kBiomeShares{0.2, 0.2, 0.1, 0.1, 0.15, 0.05, 0.1, 0.1};
  for (size_t b = 0; b < kBiomeShares.size(); ++b) v.biomes[b].share = kBiomeShares[b];
  struct Band {
    double share, hp[2], dps[2], level[2], loot[2], respawn_s[2], elite_rate;
  };
  constexpr std::array<Band, 4> kBandNumbers{
      Band{0.35, {0.8, 1.2}, {0.8, 1.1}, {1, 20}, {0, 0.15}, {120, 240}, 0.01},
      Band{0.25, {1.2, 1.8}, {1.1, 1.5}, {18, 40}, {0.1, 0.35}, {180, 360}, 0.045},
      Band{0.22, {1.8, 2.9}, {1.5, 2.2}, {38, 58}, {0.3, 0.65}, {300, 600}, 0.24},
      Band{0.18, {2.9, 4.5}, {2.2, 3.2}, {55, 66}, {0.6, 1.0}, {480, 900}, 0.36}};
  for (size_t b = 0; b < kBandNumbers.size(); ++b) {
    const Band& n = kBandNumbers[b];
    BandRow& row = v.danger[b];
    row.share = n.share;
    row.hp_mult = {n.hp[0], n.hp[1]};
    row.dps_mult = {n.dps[0], n.dps[1]};
    row.level = {n.level[0], n.level[1]};
    row.loot = {n.loot[0], n.loot[1]};
    row.respawn_s = {n.respawn_s[0], n.respawn_s[1]};
    row.elite_rate = n.elite_rate;
  }
  constexpr std::array<int, 7> kCounts{6, 6, 3, 5, 3, 4, 6};
  constexpr std::array<double, 7> kSpacing_m{480, 330, 450, 390, 650, 450, 310};
  constexpr std::array<double, 7> kOthers_m{0, 190, 195, 70, 130, 130, 130};
  for (size_t k = 0; k < kCounts.size(); ++k) {
    v.landmarks[k].count = kCounts[k];
    v.landmarks[k].spacing_m = kSpacing_m[k];
    v.landmarks[k].others_m = kOthers_m[k];
  }
  v.landmarks[0].keep_enemies_m = 130;
  constexpr std::array<double, 4> kRaritySpacing_m{0, 75, 210, 400};
  for (size_t r = 0; r < kRaritySpacing_m.size(); ++r) v.rarities[r].spacing_m = kRaritySpacing_m[r];
  v.rarities[2].count = 6;
  v.rarities[3].count = 3;
  v.rarities[3].ladder.back().least_rank = 0.9;
  return v;
}

}  // namespace

std::unique_ptr<SyntheticGround> make_synthetic(const Template& tmpl, uint64_t seed, int resolution) {
  auto s = std::make_unique<SyntheticGround>();
  s->tmpl = tmpl;
  s->seeds = SeedBundle::from_master(seed);
  const GridSpec grid = GridSpec::square(tmpl.frame.width_m, resolution);
  build_island(*s, grid);
  build_regions(*s, grid);
  build_layers(*s, grid);
  return s;
}

Template small_template() {
  Template t;
  t.name = "Small";
  t.frame = {4000, 4000};
  t.relief.height_max_m = 200;
  t.vocabulary = small_rows();
  t.regions.controllable = 6;
  t.regions.neutral = 2;
  PointClass timber = point_class("timber", {0.2, 1, 0, 0.4, 0, 0, 0, 0.6}, 40, 60, 0.58, 1.2);
  timber.tier = Tier::common;
  PointClass iron = point_class("iron_vein", {0.4, 0, 0, 0, 1, 0.4, 0.7, 0}, 20, 80, 0.6, 1.2);
  iron.tier = Tier::common;
  PointClass metal = point_class("sky_metal", {0.3, 0, 0, 0, 1, 1, 0.6, 0.4}, 4, 150, 0.86, 1.5);
  metal.tier = Tier::rare;
  metal.danger_min = band("red");
  t.resources = {timber, iron, metal};
  PointClass deer = point_class("deer", {0.6, 1, 0, 0, 0, 0, 0, 0.7}, 12, 110, 0.45, 1.0);
  deer.danger_max = band("yellow");
  t.wildlife = {deer};
  PointClass lost = point_class("lost", {0.5, 0.6, 1, 0.5, 0.3, 0, 0, 0.3}, 90, 50, 0.35, 1.0);
  lost.danger_affinity = {0.1, 0.7, 1, 1};
  lost.landmark_pull = 0.3;
  PointClass beast = point_class("beast", {0.8, 1, 0.4, 0.6, 0.5, 0.8, 0.4, 0.4}, 80, 50, 0.35, 1.0);
  beast.danger_affinity = {1, 0.9, 0.6, 0.5};
  t.enemies = {lost, beast};
  return t;
}

LandmarkPlan place_landmarks(const PlacementInputs& inputs) {
  const auto terrain = std::make_shared<LandmarkTerrain>(
      survey_terrain(inputs.tmpl, inputs.seeds, inputs.island, inputs.relief, inputs.island.main));
  const LandmarkSurvey survey =
      survey_landmarks(inputs.tmpl, inputs.seeds, inputs.island, inputs.relief, inputs.map, terrain);
  const Vocabulary& words = inputs.tmpl.vocabulary;
  LandmarkPlan first_kinds = place_kinds(inputs, survey, 0, kinds_before_roads(words), {});
  const RoadNodes nodes = make_road_ground(inputs);
  RoadRoutes laid = lay_roads(inputs, nodes, first_kinds.landmarks);
  first_kinds = place_kinds(inputs, survey, kinds_before_roads(words), kinds_before_tracks(words),
                            std::move(first_kinds));
  laid = lay_tracks(inputs, nodes, first_kinds.landmarks, std::move(laid));
  const TrackNetwork network = make_road_network(inputs, nodes, first_kinds.landmarks, laid);
  const Raster<float> track_m = track_distance(inputs.map.code.grid, network.tracks);
  LandmarkPlan plan =
      place_kinds_after_tracks(inputs, survey, survey_sites(inputs, survey), network,
                               rank_seats(inputs, first_kinds.landmarks, network), track_m, first_kinds);
  name_landmarks(inputs.tmpl, inputs.seeds.of(SeedPart::landmarks), inputs.map, {}, plan);
  return plan;
}

Content place_content(const PlacementInputs& inputs, const LandmarkPlan& landmarks) {
  const HabitatSurvey survey = survey_habitats(inputs, landmarks);
  std::vector<std::shared_ptr<const PlacedClass>> placed;
  for (const PointClassRow& row : point_class_rows(inputs.tmpl)) {
    const ClassField field = find_cells(inputs, survey, row.category, *row.cls, nullptr);
    placed.push_back(
        std::make_shared<PlacedClass>(place_class(inputs, survey, row.category, *row.cls, landmarks, field)));
  }
  return collect_content(inputs, landmarks, placed);
}

PlacedClass place_class(const PlacementInputs& inputs, Category category, const PointClass& cls,
                        const LandmarkPlan& landmarks, Raster<float>& lambda_share) {
  const HabitatSurvey survey = survey_habitats(inputs, landmarks);
  PlacedClass out = place_class(inputs, survey, category, cls, landmarks,
                                find_cells(inputs, survey, category, cls, nullptr));
  for (size_t i = 0; i < out.intensity.cells.size(); ++i) {
    float& share = lambda_share[out.intensity.cells[i]];
    share = std::max(share, out.intensity.share[i]);
  }
  return out;
}

}  // namespace fw::test
