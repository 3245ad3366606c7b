#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"

namespace fw {

/// How soon seats are reached from everywhere (docs/kpi.md, 2), on the ground of travel: node (c, r) stands
/// at
/// ((c + 0.25) spacing, top - (r + 0.25) spacing), row 0 in the north.
struct TravelMap {
  int side = 0;  ///< columns and rows; 0 = there is none
  double spacing_m = 0, top_m = 0;
  double near_s = 0;            ///< play.reach_s: what counts as near
  std::vector<float> reach_s;   ///< least time from a seat; NaN = no ground, infinite = no way leads there
  std::vector<float> second_s;  ///< the same of another faction than the first; infinite without one
  std::vector<uint8_t> first;   ///< number of the faction that arrives first, from 1; 0 = none

  /// (second - first) / (second + first): 0 where two factions arrive at once, 1 where only one does.
  float contest(size_t node) const {
    if (!std::isfinite(second_s[node]) || !std::isfinite(reach_s[node])) return 1;
    const float sum = second_s[node] + reach_s[node];
    return sum > 0 ? (second_s[node] - reach_s[node]) / sum : 0;
  }
};
/// Below that, ground is contested.
inline constexpr double kContested = 0.1;

/// What factions have and how far they have to go.
struct FairnessReport {
  struct Aspect {
    std::string name;   ///< of the key figure: "fairness.resources"
    std::string label;  ///< for people
    bool more_is_good = true;
    std::vector<double> by_faction;  ///< mean over its seats, in the order of rows; NaN = has none
    double spread = 0;               ///< the key figure; NaN = not defined
    std::optional<std::array<double, 3>> usual{};  ///< 5th, 50th, 95th percentile of it in usual worlds
  };
  std::vector<Aspect> aspects;
  TravelMap travel;
};

}  // namespace fw
