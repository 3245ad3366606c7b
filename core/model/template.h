#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/model/classes.h"
#include "core/model/view.h"

namespace fw {

/// Whether a quota counts the whole island or each administrative region separately.
enum class QuotaBy : uint8_t { island, region };
/// balanced: seamless fields with exact regional counts (docs/world.md, 4).
/// strict_quantile: every region sorted and cut on its own, exactly as the paper words it.
enum class LayerMode : uint8_t { balanced, strict_quantile };
/// calibrated: bands cut so that the mix is exact, d calibrated inside the bands.
/// raw_thresholds: (n + 1) / 2 of the danger stack cut at danger_thresholds, mix not enforced.
enum class DangerMode : uint8_t { calibrated, raw_thresholds };

struct IslandParams {
  double side_m = 8000;         ///< side of the square frame
  double land_fraction = 0.55;  ///< main island's share of the frame
  double coast_roughness = 0.30;
  double coast_scale_m = 600;  ///< distance over which the ground rises from the shore
  double height_max_m = 500;   ///< the land maximum
  double ridge = 0.5;          ///< strength of the ridged multifractal
  double north_massif = 0.4;   ///< extra uplift towards the north
};

struct RegionParams {
  int controllable = 10;  ///< regions with an owner, a settlement and a fort
  int neutral = 3;        ///< regions of the far north
  double warp_m = 300;    ///< domain warp of the borders
};

/// Targets for one region, numbered from 1 north to south (neutral ones first). A row that is absent is
/// derived.
struct RegionMix {
  int region = 1;
  std::optional<DangerMix> danger;
  std::optional<BiomeMix> biomes;
};

struct WorldNoise {
  NoiseStack faction{3472, 4, 0.45, 2.10};
  NoiseStack biome{4545, 4, 0.50, 2.05};
  NoiseStack danger{4167, 5, 0.52, 2.15};
  NoiseStack type{1818, 6, 0.50, 2.20};
  NoiseStack feature{909, 5, 0.55, 2.25};
  NoiseStack height{3571, 5, 0.48, 2.00};
  double phase = 0;  ///< global phase t of every world stack (cinematic drift)
};

/// A resource, wildlife or enemy class. `slug` is its identity (sub-stream, ids); `label` is what people
/// read.
struct PointClass {
  std::string slug;
  std::string label;
  std::string family;         ///< resource family slug; an enemy's is its own slug; wildlife ""
  Tier tier = Tier::none;     ///< resources only
  BiomeMix biome_affinity{};  ///< [0, 1]-ish weight per biome; 0 = never there
  DangerMix danger_affinity{1, 1, 1,
                            1};  ///< weight per band; 0 = never there. Resources: 1 inside [min, max] band.
  Danger danger_min = Danger::green;  ///< resources and wildlife: the allowed band range
  Danger danger_max = Danger::black;
  int quota = 0;
  QuotaBy quota_by = QuotaBy::island;
  double spacing_m = 100;    ///< hard least distance inside the class (enemy: family)
  double gate = 0.5;         ///< rank of the feature field below which nothing spawns, [0, 1)
  double gamma = 1.0;        ///< exponent of the gated rank
  double landmark_pull = 0;  ///< enemies: attraction to strong landmarks
};

/// How strong an enemy is in one danger band: ranges are mapped by the rank inside the band.
struct BandFeatures {
  std::array<double, 2> hp_mult{1, 1};
  std::array<double, 2> dps_mult{1, 1};
  std::array<double, 2> level{1, 1};
  std::array<double, 2> loot{0, 0};
  std::array<double, 2> respawn_s{60, 60};
  double elite_rate = 0;  ///< share of the band's enemies that are elite
  double named_rate = 0;  ///< informative: counts come from `rarity`
  double boss_rate = 0;   ///< informative
};

struct RarityParams {
  int boss = 0;
  int named = 0;
  double boss_rank = 0.9;  ///< least rank for a boss placed away from strong sites
};

struct SpacingParams {
  std::array<double, kLandmarkKinds> landmark_m{950,  650, 900, 780,
                                                1300, 900, 620};  ///< same kind, by LandmarkKind
  double landmark_any_m = 260;
  double boss_m = 800;
  double named_m = 420;
  double elite_m = 150;
  double enemy_from_settlement_m = 260;
};

/// Seeds that single streams have of their own; the rest follow the template's seed.
struct StreamSeeds {
  std::optional<uint64_t> layout, noise, place;
};

/// Everything a designer states. Seeds and view are outside the digest.
struct Template {
  std::string name;
  std::string description;
  uint64_t seed = 0;
  StreamSeeds stream_seeds;
  double anchor_lon_deg = 0;
  double anchor_lat_deg = 0;
  IslandParams island;
  RegionParams regions;
  FactionMix factions{0.30, 0.28, 0.24, 0.18};
  BiomeMix biomes{0.2, 0.2, 0.1, 0.1, 0.15, 0.05, 0.1, 0.1};
  DangerMix danger{0.35, 0.25, 0.22, 0.18};
  std::vector<RegionMix> region_mixes;
  std::array<double, 3> danger_thresholds{0.35, 0.60, 0.82};
  LayerMode layer_mode = LayerMode::balanced;
  DangerMode danger_mode = DangerMode::calibrated;
  WorldNoise noise;
  std::vector<PointClass> resources;
  std::vector<PointClass> wildlife;
  std::vector<PointClass> enemies;
  RarityParams rarity;
  std::array<BandFeatures, kDangers> bands{
      BandFeatures{{0.8, 1.2}, {0.8, 1.1}, {1, 20}, {0, 0.15}, {120, 240}, 0.01, 0, 0},
      BandFeatures{{1.2, 1.8}, {1.1, 1.5}, {18, 40}, {0.1, 0.35}, {180, 360}, 0.045, 0.005, 0},
      BandFeatures{{1.8, 2.9}, {1.5, 2.2}, {38, 58}, {0.3, 0.65}, {300, 600}, 0.24, 0.05, 0.02},
      BandFeatures{{2.9, 4.5}, {2.2, 3.2}, {55, 66}, {0.6, 1}, {480, 900}, 0.36, 0.08, 0.04}};
  std::array<int, kLandmarkKinds> landmarks{};  ///< count per LandmarkKind
  SpacingParams spacing;
  ViewParams view;
  /// Members the program only keeps: "$schema", "comment" and "x-..." as (JSON pointer, JSON text). Not in
  /// the digest.
  std::vector<std::pair<std::string, std::string>> extras{};

  const std::vector<PointClass>& classes(Category category) const {
    return category == Category::resource ? resources : category == Category::wildlife ? wildlife : enemies;
  }
  SeedBundle seeds() const {
    return {stream_seeds.layout.value_or(seed), stream_seeds.noise.value_or(seed),
            stream_seeds.place.value_or(seed)};
  }
};

}  // namespace fw
