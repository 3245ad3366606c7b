#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/spacing_rules.h"

namespace fw {

/// A place where a facility may stand.
struct FacilitySite {
  uint32_t cell = 0;
  Vec2 position_m;
  double utility = 0;
  int group = 0;  ///< for caps; of what stands -1 = none
};

/// A demand sample: a place whose distance to the nearest facility counts. Weights sum to 1; listed north to
/// south (y never grows).
struct FacilityDemand {
  Vec2 position_m;
  double weight = 0;
};

/// Facility location by utility and by sum of a max(0, 1 - nearest / reach) over the demand, under a hard
/// spacing and an optional cap per group. Every facility begins at an anchor over the demand and takes the
/// best site about it, so that a small change of the ground moves few; those that find none are found
/// greedily by utility + coverage_weight * quota * increase of coverage.
struct FacilityProblem {
  uint64_t anchors = 0;       ///< sub-stream of the anchors' sequence
  double demand_area_m2 = 0;  ///< ground of the demand, as if its weights were even
  std::vector<FacilitySite> sites;
  std::vector<FacilityDemand> demand;
  double coverage_weight = 0;
  double reach_m = 2200;
  int quota = 0;
  double spacing_m = 0;
  std::vector<double> relax = usual_relaxation();  ///< factors on the spacing, while the choice is short
  int group_cap = 0;                               ///< 0 = none
  int groups = 1;
  std::vector<FacilitySite> standing{};  ///< facilities that are there and stay, whatever their spacing
  std::optional<int> wanted{};           ///< how many sites to choose besides; absent = the quota
};

struct FacilityChoice {
  std::vector<size_t> sites;  ///< in choice order
  double spacing_m = 0;       ///< finally used
  int64_t refused_spacing = 0;
};

/// Facilities that stand count in coverage, spacing and caps; they hold anchors of their own. With
/// nothing to choose the spacing is the problem's. On shortage the spacing shrinks by the factors of `relax`;
/// the fullest choice is kept.
FacilityChoice locate_facilities(const FacilityProblem& problem);

}  // namespace fw
