#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/field/raster.h"
#include "core/model/template/calendar.h"
#include "core/model/template/classes.h"
#include "core/model/template/conditions.h"
#include "core/model/template/ecology.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/play.h"
#include "core/model/template/tactics.h"
#include "core/model/template/view.h"

namespace fw {

/// What shaped the relief. fluvial: rivers and slopes wore it down.
enum class Erosion : uint8_t { none, fluvial };
inline constexpr std::array<std::string_view, 2> kErosionSlugs{"none", "fluvial"};

/// Whether a part of nature is made at all.
enum class Nature : uint8_t { none, natural };
inline constexpr std::array<std::string_view, 2> kNatureSlugs{"none", "natural"};

/// Rivers (docs/water.md). F = longer side of the frame over 8000 m.
struct WaterParams {
  Nature rivers = Nature::none;
  double source_km2 = 0;     ///< catchment, weighted by rain, at which a river begins; 0 = 0.12 km^2 F^2
  double runoff_mm = 1200;   ///< of a year, mean of the land
  double rain_noise = 0.25;  ///< how much rain varies with noise
  double rain_height = 0.8;  ///< how much rain varies with the height
  double width_scale = 3;    ///< channel width over nature's
};

struct LakeParams {
  double largest_share = 0.0049;  ///< of the land; the k-th lake has 1/k of it
  int count = 6;
  double spacing_m = 0;  ///< least distance between two; 0 = 700 m F
};

struct CoastParams {
  Nature types = Nature::none;
  double depth_max_m = 60;  ///< of the open sea
};

struct RoadParams {
  double detour = 1.3;    ///< no pair of near towns pays more than this times its own best way
  double grade = 0.06;    ///< rise over run at which a metre costs double
  double reuse = 0.4;     ///< price factor on what is built
  double ford_m = 4;      ///< narrower rivers are forded; by trails up to twice that
  bool trails = true;     ///< to sites off the network
  double town_water = 1;  ///< pull of water and harbours on settlements
  double toll = 1.6;      ///< pull of bridges on forts
};

struct FootprintParams {
  double settlement_ha = 0;  ///< ground plan's area; 0 = none
  double fort_ha = 0;
  double grade = 0.10;  ///< steepest that its ground is levelled to
  double batter = 0.5;  ///< slope of cut and fill round it
};

/// The tools that `fieldwright export` writes for (docs/export.md).
inline constexpr std::array<std::string_view, 10> kExportTargetSlugs{
    "unreal", "unity", "godot", "tiled", "gltf", "web", "csv", "postgis", "luanti", "server"};
/// What a row of the export serves: every target, or one that shows things.
inline constexpr std::array<std::string_view, 10> kExportRowTargets{
    "any", "unreal", "unity", "godot", "tiled", "gltf", "web", "csv", "postgis", "luanti"};

enum class ExportYaw : uint8_t { none, seeded };
inline constexpr std::array<std::string_view, 2> kExportYawSlugs{"none", "seeded"};

/// What stands for the points of a class or a category in a target.
struct ExportThing {
  std::string cls;  ///< slug of a class or a kind of landmarks, or a category
  std::string target = "any";
  std::string asset;  ///< prefab, scene, model or node; "" = a plain marker
  ExportYaw yaw = ExportYaw::none;
  std::array<double, 2> scale{1, 1};  ///< drawn between them
  double lift_m = 0;                  ///< added to the ground
  bool leave_out = false;
};

/// What covers the ground of a class in a target.
struct ExportGround {
  std::string layer = "biome";  ///< biome or danger
  std::string cls;              ///< id of a row of the layer's table, or "sea"
  std::string target = "any";
  std::string asset;  ///< landscape layer, TerrainLayer, material or node
};
inline constexpr std::array<std::string_view, 2> kExportGroundLayers{"biome", "danger"};
inline constexpr std::string_view kExportSea = "sea";

/// How the world goes into other tools; outside its identity.
struct ExportParams {
  std::vector<std::string> targets;  ///< when the command names none
  int vertices = 0;                  ///< along the longer side; 0: by itself (docs/export.md, 2)
  int tiles = 0;                     ///< per side; 0: as few as the target allows
  int tile_px = 16;                  ///< Tiled: pixels of a tile
  int godot_version = 4;             ///< text format of scenes
  int server_rounds = 12;            ///< server: rounds after which its tables begin again; a multiple of 4
  double server_points = 3;          ///< server: points per node or animal that may be alive
  int server_budget_per_s = 4;       ///< server: most spawns in a second
  std::string root;                  ///< where the folder will lie in the studio's project
  std::vector<ExportThing> things;
  std::vector<ExportGround> grounds;
};

/// What a quota counts: all ground, every administrative region, or every piece of ground of an archipelago.
enum class QuotaBy : uint8_t { island, region, piece };
inline constexpr std::array<std::string_view, 3> kQuotaBySlugs{"island", "region", "piece"};
/// balanced: seamless fields with exact regional counts (docs/world.md, 4).
/// strict_quantile: every region sorted and cut on its own, exactly as the paper words it.
enum class LayerMode : uint8_t { balanced, strict_quantile };
/// calibrated: bands cut so that the mix is exact, d calibrated inside the bands.
/// raw_thresholds: (n + 1) / 2 of the danger stack cut at the bands' thresholds, mix not enforced.
enum class DangerMode : uint8_t { calibrated, raw_thresholds };

/// regions: a faction's ground is its regions' ground, one frontier. field: the paper's regional quantile
/// mapping of a field of its own (docs/world.md, 3 and 4).
enum class FactionMode : uint8_t { field, regions };
inline constexpr std::array<std::string_view, 2> kFactionModeSlugs{"field", "regions"};

/// The world's rectangle; x grows to the east, y to the north. Cells are square.
struct FrameParams {
  double width_m = 8000;
  double height_m = 8000;

  double longer_m() const { return width_m > height_m ? width_m : height_m; }
  double shorter_m() const { return width_m < height_m ? width_m : height_m; }
};

/// The grid over the frame with `resolution` cells along its longer side.
GridSpec frame_grid(const FrameParams& frame, int resolution);

enum class LandShape : uint8_t {
  island,       ///< one piece, the frame's rim is sea
  archipelago,  ///< several main islands, the frame's rim is sea
  coast,        ///< sea along some sides; the other edges are land
  inland,       ///< no sea
};
inline constexpr std::array<std::string_view, 4> kLandShapeSlugs{"island", "archipelago", "coast", "inland"};

inline constexpr double kLeastLandFraction = 0.05;
/// The most ground that a frame of a shape may ask for.
inline constexpr double most_land_fraction(LandShape shape) {
  return shape == LandShape::island || shape == LandShape::archipelago ? 0.9 : 1.0;
}

struct LandParams {
  LandShape shape = LandShape::island;
  double fraction = 0.55;   ///< the ground's share of the frame; inland: 1
  double roughness = 0.5;   ///< how far capes and bays depart from a smooth outline
  double detail = 0.3;      ///< the same for waves below 560 m in a frame of 8 km
  double drowned = 0.3;     ///< how far the sea has risen over valleys: 0 smooth, .3 rias, .6 fjords
  double stretch = 2.2;     ///< island: its greatest length over width before noise; 1 = round
  double scale_m = 0;       ///< distance over which the ground rises from the shore; 0: grows with the frame
  double superellipse = 2;  ///< exponent of the outline: 2 ellipse, larger = closer to the frame's rectangle
  double islets = 0.25;     ///< roughness of the scenery pieces without content; 0: none
  int islands = 5;          ///< archipelago: main islands
  double evenness = 0.5;    ///< archipelago: 1 = equal islands
  double strait_m = 300;    ///< archipelago: least water between main islands
  std::vector<std::string> sea_sides{"south"};  ///< coast: north, east, south, west
};

struct ReliefParams {
  double height_max_m = 500;             ///< the land maximum
  double ridge = 0.5;                    ///< strength of the ridged multifractal
  double massif = 0.4;                   ///< extra uplift ...
  std::string massif_towards = "north";  ///< ... towards: compass word, degrees, centre, rim
  Erosion erosion = Erosion::fluvial;
  double valley_m = 55;  ///< length of a hillside in a frame of 8 km, grows with the frame (fluvial)
  double cliffs = 0.07;  ///< height of the highest sea cliffs over height_max_m (fluvial)
  double plains = 0.3;   ///< share of the land that uplift leaves low (fluvial)
  double grain = 1;      ///< size of mountains against the frame: factor on the relief's wavelengths
  double detail = 1;     ///< strength of gullies and crests below the plan grid (World::detail_m)
};

struct RegionParams {
  int controllable = 10;               ///< regions with an owner
  int neutral = 3;                     ///< regions without
  double warp_m = 300;                 ///< domain warp of the borders
  std::string neutral_at = "north";    ///< compass word, centre, rim, border, spread, none
  std::string tier_towards = "north";  ///< where danger grows: the same words, or degrees
  double tier_weight = 0.92;           ///< regional tier from one end to the other
  double tier_noise = 0.06;            ///< standard deviation of the luck in it
};

/// Targets for one region, numbered from 1 (neutral ones first, each group north to south). A row that is
/// absent is derived. Shares by row of the vocabulary.
struct RegionMix {
  int region = 1;
  std::optional<std::vector<double>> danger;
  std::optional<std::vector<double>> biomes;
};

struct WorldNoise {
  NoiseStack faction{3472, 4, 0.45, 2.10};
  NoiseStack biome{4545, 4, 0.50, 2.05};
  NoiseStack danger{4167, 5, 0.52, 2.15};
  NoiseStack type{1818, 6, 0.50, 2.20};
  NoiseStack feature{909, 5, 0.55, 2.25};
  NoiseStack height{0, 5, 0.48, 2.00};  ///< wavelength 0: grows with the frame (height_stack)
  NoiseStack rain{3571, 3, 0.50, 2.00};
  double phase = 0;  ///< global phase t of every world stack (cinematic drift)
};

/// A resource, wildlife or enemy class. `slug` is its identity (sub-stream, ids); `label` is what people
/// read.
struct PointClass {
  std::string slug;
  std::string label;
  std::string family;                     ///< id of a family; an enemy's may be its own slug; wildlife ""
  Tier tier = Tier::none;                 ///< resources only
  std::vector<double> biome_affinity{};   ///< [0, 1]-ish weight by biome; 0 = never there
  std::vector<double> danger_affinity{};  ///< enemies: weight by band; 0 = never there
  Danger danger_min{};                    ///< resources and wildlife: the allowed band range
  Danger danger_max{};
  int quota = 0;
  QuotaBy quota_by = QuotaBy::island;
  double spacing_m = 100;                   ///< hard least distance inside the class (enemy: family)
  std::optional<double> spacing_floor_m{};  ///< where it is crowded, down to this; absent: spacing_m
  double gate = 0.5;                        ///< rank of the feature field below which nothing spawns, [0, 1)
  double gamma = 1.0;                       ///< exponent of the gated rank
  double landmark_pull = 0;                 ///< enemies: attraction to landmarks with draws_enemies
  Conditions conditions{};
  /// Wildlife: weight by band inside danger_min..danger_max, [0, 10]; absent: the band's column wildlife.
  std::vector<std::optional<double>> band_weight{};
  ClassDates dates{};
  ClassLife life{};                ///< wildlife
  ClassRenewal renewal{};          ///< resources
  std::optional<uint64_t> seed{};  ///< of this class alone; outside the digest
};
/// A class with weights for these tables: no biome, every band.
PointClass fresh_class(const Vocabulary& vocabulary);

/// Seeds that single streams and parts have of their own; the rest follow the template's seed.
struct StreamSeeds {
  std::optional<uint64_t> layout, noise, place;
  std::array<std::optional<uint64_t>, kSeedPartSlugs.size()> parts{};  ///< by SeedPart
  std::string salt{};  ///< mixed into all of them (core/base/seed.h); part of the world's identity
};

/// Everything a designer states. Seeds (but not their salt), play, calendar, tactics, ecology, view and
/// exports are outside the digest.
struct Template {
  // Compiled once, in template.cpp: most sources of the program would otherwise each compile copies of all
  // rows.
  Template();
  Template(const Template&);
  Template(Template&&) noexcept;
  Template& operator=(const Template&);
  Template& operator=(Template&&) noexcept;
  ~Template();

  std::string name;
  std::string description;
  uint64_t seed = 0;
  StreamSeeds stream_seeds;
  double anchor_lon_deg = 0;
  double anchor_lat_deg = 0;
  Vocabulary vocabulary;
  FrameParams frame;
  LandParams land;
  ReliefParams relief;
  RegionParams regions;
  WaterParams water;
  LakeParams lakes;
  CoastParams coast;
  RoadParams roads;
  FootprintParams footprints;
  std::vector<RegionMix> region_mixes;
  LayerMode layer_mode = LayerMode::balanced;
  DangerMode danger_mode = DangerMode::calibrated;
  FactionMode faction_mode = FactionMode::regions;
  double ground_weight = 3;  ///< of heights, slopes, coast and wetness against noise in the choice of biomes
  std::vector<std::string> names_refused;  ///< texts that no generated name may hold, in any case
  WorldNoise noise;
  std::vector<PointClass> resources;
  std::vector<PointClass> wildlife;
  std::vector<PointClass> enemies;
  Hand hand;
  PlayParams play;
  Calendar calendar;
  Tactics tactics;
  EcologyParams ecology;
  ViewParams view;
  ExportParams exports;
  /// Members the program only keeps: "$schema", "comment" and "x-..." as (JSON pointer, JSON text). Not in
  /// the digest.
  std::vector<std::pair<std::string, std::string>> extras{};

  const std::vector<PointClass>& classes(Category category) const {
    return category == Category::resource ? resources : category == Category::wildlife ? wildlife : enemies;
  }
  SeedBundle seeds() const {
    return {stream_seeds.layout.value_or(seed), stream_seeds.noise.value_or(seed),
            stream_seeds.place.value_or(seed), stream_seeds.parts, salt_word(stream_seeds.salt)};
  }
};

/// The streams that the generator draws a template's world from: the seeds with the template's salt.
inline SeedBundle salted_seeds(const SeedBundle& seeds, const Template& tmpl) {
  return seeds.salted(salt_word(tmpl.stream_seeds.salt));
}

/// The stack of heights with its wavelength: where the template states 0, 0.446 of the frame's shorter side
/// times relief.grain.
NoiseStack height_stack(const Template& tmpl);
/// land.scale_m; where the template states 0, 0.075 of the frame's shorter side.
double shore_scale_m(const Template& tmpl);

/// regions.neutral, 0 where neutral_at is "none".
int neutral_regions(const Template& tmpl);
/// The regions of a world: neutral and controllable ones.
int region_count(const Template& tmpl);

}  // namespace fw
