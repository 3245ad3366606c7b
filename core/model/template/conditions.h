#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/template/site_measures.h"

namespace fw {

/// What a class of points stands on.
enum class GroundKind : uint8_t {
  land,   ///< dry
  river,  ///< in a river
  lake,   ///< in a lake
  fresh,  ///< in a river or a lake
  shore,  ///< dry, within kShoreReach_m of the sea
  sea,    ///< at sea, within kSeaReach_m of the largest piece of ground
  beach,  ///< dry, within kShoreReach_m of a shore of type beach or marsh
};
inline constexpr std::array<std::string_view, 7> kGroundKindSlugs{"land",  "river", "lake", "fresh",
                                                                  "shore", "sea",   "beach"};
inline constexpr double kShoreReach_m = 60;
inline constexpr double kSeaReach_m = 400;

/// The features that conditions measure to: the rows of kSiteMeasures with `feature`, in their order.
inline constexpr size_t kNearFeatures = [] {
  size_t count = 0;
  for (const SiteMeasure& measure : kSiteMeasures) count += measure.feature ? 1 : 0;
  return count;
}();
inline constexpr std::array<const SiteMeasure*, kNearFeatures> kNear = [] {
  std::array<const SiteMeasure*, kNearFeatures> features{};
  size_t count = 0;
  for (const SiteMeasure& measure : kSiteMeasures)
    if (measure.feature) features[count++] = &measure;
  return features;
}();
/// The place in kNear of a key such as "river"; kNearFeatures if there is none.
constexpr size_t near_index(std::string_view key) {
  size_t k = 0;
  while (k < kNearFeatures && near_key(*kNear[k]) != key) ++k;
  return k;
}

/// [low, high] in metres: holds where low <= distance <= high.
using DistanceRange = std::array<double, 2>;

/// Where a class may stand besides its biomes and bands. All that is stated holds; nothing relaxes it.
struct Conditions {
  GroundKind ground = GroundKind::land;
  std::array<std::optional<DistanceRange>, kNearFeatures> near{};  ///< as kNear

  bool any_near() const {
    for (const auto& range : near)
      if (range) return true;
    return false;
  }
  /// Whether the class says anything about its place.
  bool stated() const { return ground != GroundKind::land || any_near(); }
  /// Whether content keeps its usual distance from the sea.
  bool keeps_coast_margin() const {
    return ground != GroundKind::shore && ground != GroundKind::beach && ground != GroundKind::sea &&
           !near[near_index("coast")];
  }
  friend bool operator==(const Conditions&, const Conditions&) = default;
};

}  // namespace fw
