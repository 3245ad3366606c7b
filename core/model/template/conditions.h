#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fw {

/// What a class of points stands on.
enum class GroundKind : uint8_t {
  land,   ///< dry
  river,  ///< in a river
  lake,   ///< in a lake
  fresh,  ///< in a river or a lake
  shore,  ///< dry, within kShoreReach_m of the sea
  sea,    ///< at sea, within kSeaReach_m of the largest piece of ground
};
inline constexpr std::array<std::string_view, 6> kGroundKindSlugs{"land",  "river", "lake",
                                                                  "fresh", "shore", "sea"};
inline constexpr double kShoreReach_m = 60;
inline constexpr double kSeaReach_m = 400;

/// What conditions measure the distance to.
enum class NearFeature : uint8_t {
  river,  ///< the water's edge; 0 in it
  lake,   ///< the same
  water,  ///< the nearer of river and lake
  coast,  ///< the sea
  harbour,
  road,  ///< roads and tracks, not trails
  junction,
  bridge,
  settlement,  ///< landmarks of the role seat
  fort,        ///< landmarks of the role guard
};
inline constexpr size_t kNearFeatures = 10;

struct NearFeatureRow {
  std::string_view slug;
  std::string_view words;  ///< "a river": for sentences about distances
  std::string_view help;
};
/// By NearFeature.
inline constexpr std::array<NearFeatureRow, kNearFeatures> kNearFeatureRows{{
    {"river", "a river", "Distance to the nearest river's edge, from and to; 0 in the river."},
    {"lake", "a lake", "Distance to the nearest lake's edge, from and to; 0 in the lake."},
    {"water", "fresh water", "Distance to the nearest river or lake, from and to."},
    {"coast", "the sea", "Distance to the sea, from and to."},
    {"harbour", "a harbour", "Distance to the nearest harbour, from and to."},
    {"road", "a road", "Distance to the nearest road or track, from and to."},
    {"junction", "a junction", "Distance to the nearest junction of roads, from and to."},
    {"bridge", "a bridge", "Distance to the nearest bridge, from and to."},
    {"settlement", "a settlement", "Distance to the nearest settlement, from and to."},
    {"fort", "a fort", "Distance to the nearest fort, from and to."},
}};

/// [low, high] in metres: holds where low <= distance <= high.
using DistanceRange = std::array<double, 2>;

/// Where a class may stand besides its biomes and bands. All that is stated holds; nothing relaxes it.
struct Conditions {
  GroundKind ground = GroundKind::land;
  std::array<std::optional<DistanceRange>, kNearFeatures> near{};  ///< by NearFeature

  bool any_near() const {
    for (const auto& range : near)
      if (range) return true;
    return false;
  }
  /// Whether the class says anything about its place.
  bool stated() const { return ground != GroundKind::land || any_near(); }
  /// Whether content keeps its usual distance from the sea.
  bool keeps_coast_margin() const {
    return ground != GroundKind::shore && ground != GroundKind::sea &&
           !near[static_cast<size_t>(NearFeature::coast)];
  }
  friend bool operator==(const Conditions&, const Conditions&) = default;
};

}  // namespace fw
