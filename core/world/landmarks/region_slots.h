#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "core/world/landmarks/landmark_survey.h"
#include "core/world/landmarks/standing.h"

// What the solvers of seats and guards share: one landmark in each controllable region, chosen among all of
// its cells. Private to landmarks_seats and landmarks_guards.
namespace fw {

inline constexpr double kBrokenDistance = 100;  // of utility, for a distance that is not kept

/// A cell where a landmark may stand.
struct RegionSite {
  uint32_t cell;
  Vec2 position_m;
  double utility;
};

/// Whether a cell is one of the sites, which ascend.
bool has_cell(const std::vector<RegionSite>& sites, uint32_t cell);

/// A region's admissible cells, how far the rules had to give way to find one, and what stands in it.
struct RegionSlot {
  uint8_t code = 0;
  std::vector<RegionSite> sites{};  ///< ascending by cell
  size_t rung = 0;
  int chosen = -1;                ///< of `sites`
  std::optional<Vec2> fixed_m{};  ///< a pin's or natural landmark's place: nothing is chosen
  bool open = true;               ///< a place is to be chosen
  bool natural = false;           ///< fixed_m is that of a natural landmark
  bool counted = true;            ///< its sites are among those that the ledger counts

  /// Where its landmark stands; null if nowhere.
  const Vec2* place() const {
    return fixed_m ? &*fixed_m : chosen < 0 ? nullptr : &sites[static_cast<size_t>(chosen)].position_m;
  }
};

/// Codes of the regions with an owner.
std::vector<uint8_t> controllable_codes(const RegionMap& map);
/// Whether a cell belongs to its region's owner.
bool owners_cell(const PlacementInputs& inputs, uint32_t cell);

/// What a kind keeps and what its regions then lack.
struct RegionStanding {
  KindStanding kind;  ///< pins beyond the first that counts in a region count no more
  SettledStanding standing;
  std::vector<size_t> seconds;  ///< pins in a region that has another one
  int64_t elsewhere = 0;  ///< counting pins where no region of the kind is: on neutral ground, off the frame
};
/// Marks in the slots what stands (pins of regions without an own slot follow as slots of their own), and
/// leaves `quota` together open at most, among the first `eligible` regions. A natural landmark meets the
/// rules on a site of its slot, and where `also` says so.
RegionStanding settle_regions(const KindStanding& kept, const PlacementInputs& inputs, int64_t quota,
                              size_t eligible, const std::function<bool(uint32_t cell)>& also,
                              std::vector<RegionSlot>& slots);

/// Utility of single cells, as a solver weighs them.
using WeighSites = std::function<void(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                      std::vector<RegionSite>& sites)>;

/// One kind, its slots settled and chosen, in the plan: landmarks, the row of the ledger, findings.
struct RegionKind {
  const PlacementInputs& inputs;
  const LandmarkSurvey& survey;
  LandmarkKind kind;
  int64_t quota = 0;
  WeighSites weigh;
};
void record_regions(const RegionKind& of, const std::vector<RegionSlot>& slots, const RegionStanding* kept,
                    LandmarkPlan& plan);

/// Says that no cell of a region met the rules, and what was taken.
void report_rung(const LandmarkRow& kind, const Region& region, std::string_view words, Findings& findings);

/// Where the landmarks of a plan stand.
std::vector<Vec2> all_positions(const GridSpec& grid, const LandmarkPlan& plan);

}  // namespace fw
