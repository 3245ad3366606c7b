#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"

// Rivers and lakes of a world (docs/water.md). Everything is decided on the plan grid; rasters of any
// resolution show the same lines and levels.

namespace fw {

/// Codes of World::water.
enum class WaterCode : uint8_t { dry, sea, lake, river, tidal };
inline constexpr std::array<std::string_view, 5> kWaterCodeSlugs{"dry", "sea", "lake", "river", "tidal"};

/// Whether a code of World::water is a river's: its mouths are too.
inline bool is_river(uint8_t code) {
  return code == static_cast<uint8_t>(WaterCode::river) || code == static_cast<uint8_t>(WaterCode::tidal);
}

/// What the lower end of a reach runs into; edge: out of the frame, over land.
enum class ReachInto : uint8_t { sea, lake, river, edge };

/// plain: a channel; delta_arm, estuary: at a mouth; lake_path: the way of the water through a lake.
enum class ReachForm : uint8_t { plain, delta_arm, estuary, lake_path };
inline constexpr std::array<std::string_view, 4> kReachFormSlugs{"plain", "delta_arm", "estuary",
                                                                 "lake_path"};

/// A piece of a river between confluences and lakes; vertices run downstream.
struct Reach {
  int river = 0;  ///< index into Water::rivers
  int order = 1;  ///< Strahler
  ReachForm form = ReachForm::plain;
  ReachInto into = ReachInto::sea;
  int into_index = -1;        ///< of the lake or river; -1: neither
  double discharge_m3_s = 0;  ///< mean of the year, at the lower end
  double depth_m = 0;         ///< at the lower end
  double length_m = 0;
  double slope = 0;  ///< fall of the bed over the length
  std::vector<Vec2> vertices_m;
  std::vector<float> bed_m;    ///< height of the channel in World::height_m at every vertex: its water stands
                               ///< there, the ground depth_m below; never rises downstream
  std::vector<float> width_m;  ///< of the channel at every vertex
};

/// A river from its farthest source to its mouth: the greater discharge from the mouth up.
struct River {
  std::string name;         ///< "" = too short for one
  uint32_t mouth_cell = 0;  ///< plan grid; its identity: rivers that come or go do not change it
  double length_m = 0;
  double discharge_m3_s = 0;  ///< at the mouth
  double catchment_m2 = 0;    ///< at the mouth
  std::vector<int> reaches;   ///< downstream; indices into Water::reaches
  std::string hand = {};      ///< id of the row of the hand that draws it; "" = none does
};

/// A place where the bed falls within one vertex.
struct Waterfall {
  Vec2 position_m;
  int reach = 0;   ///< index into Water::reaches
  int vertex = 0;  ///< of the reach: the upper end of the fall
  double fall_m = 0;
};

struct Lake {
  std::string name;
  uint32_t outlet_cell = 0;  ///< plan grid; its identity
  Vec2 outlet_m;
  double level_m = 0;
  double area_m2 = 0;
  double depth_max_m = 0;
  double volume_m3 = 0;
  std::vector<std::vector<Vec2>> rings_m;  ///< outline counter-clockwise first, then islands clockwise
  std::string hand = {};                    ///< as of a river
};

/// The network; nothing where water.rivers is none. Rasters of it are members of World.
struct Water {
  std::vector<River> rivers;  ///< by descending discharge, ties by mouth_cell
  std::vector<Reach> reaches;
  std::vector<Waterfall> falls;
  std::vector<Lake> lakes;  ///< by descending area asked
  /// Exponent of the longest way of water over the catchment in the channels (Hack 1957); 0: none.
  double hack = 0;

  bool empty() const { return rivers.empty() && lakes.empty(); }
};

/// Types of shore, codes of World::shore from 1; 0 = no coast cell.
enum class ShoreType : uint8_t { none, cliff, rocky, beach, marsh };
inline constexpr std::array<std::string_view, 5> kShoreTypeSlugs{"none", "cliff", "rocky", "beach", "marsh"};

/// A stretch of the main pieces' shore of one type; land on the left.
struct ShoreStretch {
  ShoreType type = ShoreType::rocky;
  double length_m = 0;
  std::vector<Vec2> vertices_m;
};

/// Where a ship can lie at a shore.
struct HarbourSite {
  Vec2 position_m;     ///< on the shore
  uint32_t cell = 0;   ///< plan grid
  double utility = 0;  ///< shelter, level ground behind, no marsh
};

/// The shore; nothing where coast.types is none.
struct Coast {
  std::vector<ShoreStretch> stretches;
  std::vector<HarbourSite> harbour_sites;  ///< by descending utility
};

}  // namespace fw
