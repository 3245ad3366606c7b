#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/finding.h"
#include "core/model/world/biome_room.h"
#include "core/model/world/named_place.h"
#include "core/model/world/point_set.h"
#include "core/model/world/region_weights.h"
#include "core/model/world/roads.h"
#include "core/model/world/water.h"

namespace fw {

/// One administrative region. Code = position in World::regions + 1; neutral first, each group north to
/// south.
struct Region {
  std::string name;
  bool neutral = false;
  Faction owner{};  ///< neutral regions: the neutral faction
  double area_m2 = 0;
  Vec2 centre_m;                      ///< mean of its cells
  int piece = 1;                      ///< piece of ground it lies on, from 1, the largest first
  double tier = 0;                    ///< difficulty in [0, 1.05]
  std::vector<double> danger_target;  ///< shares by row of the vocabulary
  std::vector<double> danger_actual;
  std::vector<double> biome_target;
  std::vector<double> biome_actual;
  std::vector<double> faction_actual;
  bool danger_asked = false;  ///< the template fixed the row; else derived from the island mix
  bool biome_asked = false;
};

/// How a discrete layer was fitted: what `explain` and the audit need.
struct LayerFit {
  /// offsets[r][k]: danger: cut theta_rk of the k-th cut (one less than bands); biome: lambda_rk; faction:
  /// one row.
  std::vector<std::vector<double>> offsets;
  int64_t repaired_cells = 0;
  int64_t despeckled_cells = 0;
};

/// What became of one class's quota. Reasons count land cells (points) refused during the final placement.
struct QuotaLedger {
  int class_index = 0;
  int region = 0;  ///< 0 = whole island
  int64_t quota = 0;
  int64_t placed = 0;
  int64_t refused_mask = 0;     ///< land cells where the class may not live
  int64_t refused_spacing = 0;  ///< candidates within the spacing of an accepted point or a landmark
  int64_t refused_density = 0;  ///< land cells inside the mask whose intensity is zero (below the gate)
  double capacity = 0;          ///< 0.70 A / r^2, the count that jamming allows
  double gate = 0;              ///< gate finally used
  double spacing_m = 0;         ///< spacing finally used
  int piece = 0;                ///< of a quota by piece: its number from 1; else 0
  int64_t by_hand = 0;          ///< pins that count
  int64_t banned = 0;           ///< what bans with `instead` none took off the quota
};

/// A path between landmarks; vertices in metres.
struct Track {
  int from_point = 0;  ///< index into World::points.points
  int to_point = 0;
  std::vector<Vec2> vertices_m;
};

/// Where nodes of a class may stand besides the world's own points (resources that move).
struct SpareSpots {
  int class_index = 0;  ///< into World::points.classes
  std::vector<Vec2> spots_m;
};

/// What became of a row of the hand.
enum class HandState : uint8_t { held, part, suspended, off };
inline constexpr std::array<std::string_view, 4> kHandStateSlugs{"held", "part", "suspended", "off"};
struct HandOutcome {
  std::string id;
  std::string list;  ///< "pins", "biome", ... (visit_hand)
  HandState state = HandState::held;
  double asked = 0, got = 0;  ///< points, cells or metres, as the list's kind has it
  std::string reason;         ///< of part and suspended: a sentence
};

/// What paint of the hand holds of a layer of classes; empty where nothing is painted.
struct HeldByPaint {
  Raster<uint8_t> code;     ///< row + 1 of the cells that paint decides, 0 elsewhere
  std::vector<bool> eased;  ///< regions with paint, or with a target that paint moved
};

/// A finished world. Immutable once generated; shared by const pointer.
struct World {
  std::string template_name;
  SeedBundle seeds;  ///< as they were typed; without the template's salt
  GridSpec grid;
  bool draft = false;     ///< heights and waters are a draft: decided on a coarse grid
  Vocabulary vocabulary;  ///< of the template: what the codes below mean

  Raster<uint8_t> land;     ///< 1 ground or islet, 0 sea
  Raster<uint8_t> region;   ///< region code, 0 sea and islets
  Raster<uint8_t> faction;  ///< code = row of the vocabulary + 1
  Raster<uint8_t> biome;
  Raster<uint8_t> danger;
  Raster<uint8_t> type;  ///< Category + 1

  Raster<float> height_m;  ///< land > 0, sea <= 0; without `detail_m`
  Raster<float>
      detail_m;           ///< gullies and crests below the plan grid, added to height_m in files and pictures
  Raster<float> coast_m;  ///< land: distance to the sea; 0 at sea
  Raster<float> sea_m;    ///< sea: distance to the ground; 0 on it

  // Empty where the template asks for no rivers.
  Raster<uint8_t> water;    ///< WaterCode
  Raster<float> bed_m;      ///< the ground under water: of sea, lakes and rivers; elsewhere the ground
  Raster<float> surface_m;  ///< the water's level; elsewhere the ground
  Raster<uint8_t> shore;    ///< ShoreType of coast cells; empty without natural coasts

  Raster<float> feature;             ///< unsalted feature stack, (n + 1) / 2
  Raster<float> type_field;          ///< unsalted type stack, (n + 1) / 2
  Raster<float> danger_field;        ///< calibrated d in [0, 1]
  Raster<float> biome_field;         ///< winner's score / sd
  Raster<float> faction_field;       ///< winner's score / sd
  Raster<float> intensity_resource;  ///< max over classes of lambda / lambda_max
  Raster<float> intensity_wildlife;
  Raster<float> intensity_enemy;

  std::vector<Region> regions;
  RegionWeights region_weights;  ///< of `regions`, sigma 350 m
  LayerFit danger_fit;
  LayerFit biome_fit;
  LayerFit faction_fit;
  std::vector<BiomeRoom> biome_room;  ///< of the biomes with limits
  HeldByPaint danger_held;
  HeldByPaint biome_held;
  HeldByPaint faction_held;

  PointSet points;
  std::vector<SpareSpots> spare_spots;  ///< has a digest of its own
  std::vector<QuotaLedger> ledger;
  std::vector<Track> tracks;
  std::vector<Vec2> junctions_m;
  Water water_network;
  Coast coast;
  Roads roads;
  std::vector<NamedPlace> places;  ///< by kind, each kind by size; lakes and rivers stand in water_network
  std::vector<Footprint> footprints;
  std::vector<HandOutcome> hand;  ///< of every row, in canonical order of the lists
  Findings findings;              ///< what generation relaxed or could not meet

  /// True on the ground: all pieces of land that carry content.
  bool on_island(size_t cell) const { return region[cell] != 0; }
};

}  // namespace fw
