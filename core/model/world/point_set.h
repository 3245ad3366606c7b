#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/classes.h"

namespace fw {

/// What the points of one class have in common.
struct PointClassInfo {
  Category category = Category::resource;
  std::string slug;
  std::string label;
  std::string family;
  Tier tier = Tier::none;
  LandmarkKind landmark{};  ///< landmarks only
};

/// One placed thing. Coordinates are whole millimetres.
struct Point {
  int class_index = 0;  ///< into PointSet::classes
  int number = 0;  ///< acceptance number inside the class's own sub-stream, from 0; -1: of a pin without one
  Vec2 position_m;
  /// 1-based region code; 0: a pin off the ground, for which faction, biome and danger mean nothing.
  uint8_t region = 0;
  Faction faction{};
  Biome biome{};
  Danger danger{};
  Rarity rarity = Rarity::none;
  double intensity = 0;  ///< resources, wildlife: rank in the class's mask; enemies: rank in the band;
                         ///< landmarks: rank of utility
  double hp_mult = 1;
  double dps_mult = 1;
  int level = 0;
  double loot = 0;
  double respawn_s = 0;
  double height_m = 0;
  int rank = 0;          ///< seats: 1 = the first of the world; 0: no seat
  std::string standing;  ///< seats: one of the kind's standing_labels; "": no seat
  std::string name;
  std::string label;  ///< of a pin that states one; "" = the class's
  std::string hand;   ///< id of the pin that put it here; "" = generated. Not in a digest.
};

/// Every placed point, sorted by category, class (template order), number; pins without a number last, in the
/// order of their rows.
struct PointSet {
  std::vector<PointClassInfo> classes;
  std::vector<Point> points;

  const PointClassInfo& class_of(const Point& p) const { return classes[static_cast<size_t>(p.class_index)]; }
  /// What people read: its own label, else its class's.
  const std::string& label_of(const Point& p) const { return p.label.empty() ? class_of(p).label : p.label; }
  /// "iron_vein-17"; of a pin without a number "iron_vein-p7f3a", after its row.
  std::string id_of(const Point& p) const {
    return class_of(p).slug + "-" + (p.number < 0 ? p.hand : std::to_string(p.number));
  }
};

}  // namespace fw
