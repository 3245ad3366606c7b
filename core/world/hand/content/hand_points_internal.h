#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/cell_list.h"
#include "core/world/hand/content/class_hand.h"
#include "core/world/points/pin_places.h"
#include "core/world/points/placement_internal.h"

// The state of one class while its pins and bans act. Private to hand_points*.cpp.

namespace fw {

inline constexpr size_t kNoTarget = SIZE_MAX;

/// A pin that stands.
struct StandingPin {
  const PinRow* row = nullptr;
  PinPlace place;
  size_t target = kNoTarget;  ///< in whose quota it counts
  double own_radius_m = 0;    ///< of the natural point in its place; 0 = there is none
  double factor = 1;          ///< of the spacing that it keeps where there is none
  bool displaced = false;     ///< a point of its own target
  int took = -1;              ///< number of that point
  int number = -1;

  bool keeps_distance() const { return row->spacing == PinSpacing::cls; }
};

struct SuspendedPin {
  const PinRow* row = nullptr;
  PinPlace place;
};

/// Pins that keep their distance, by place.
class PinIndex {
 public:
  PinIndex(const GridSpec& grid, const std::vector<StandingPin>& pins, double least_cell_m);
  /// Calls visit(pin's index, squared distance) for those within the radius.
  template <typename Visit>
  void within(Vec2 p, double radius_m, const Visit& visit) const {
    if (!index_.empty())
      visit_within(cells_, x_, y_, p.x, p.y, radius_m,
                   [&](uint32_t i, double, double, double d2) { visit(index_[i], d2); });
  }

 private:
  std::vector<double> x_, y_;
  std::vector<size_t> index_;
  CellList cells_;
};

/// What pins and bans make of a point of the placement.
enum class PointFate : uint8_t { stands, banned, banned_for_good, displaced };

struct TargetState {
  size_t first_rung = 0;  ///< where its placement ended
  QuotaLedger ledger;     ///< quota as asked; placed, by_hand and banned in the end
  int64_t placed_before = 0;
  int64_t removed = 0;
  std::vector<int64_t> regional;  ///< points before, by region code; of what is banned for good none

  int64_t wanted() const { return ledger.quota - ledger.banned; }
};

/// Where the numbers of points begin that the natural placement has not.
int first_free_number(const PointClass& cls, size_t targets, const PlacedClass& placed);

/// How a class ended.
struct AdaptedClass {
  const Placement& p;
  const ClassHand& hand;
  const PlacedClass& before;
  const std::vector<Target>& targets;
  const std::vector<TargetState>& states;
  const std::vector<StandingPin>& pins;
  const std::vector<SuspendedPin>& suspended;
  const std::vector<int64_t>& banned;    ///< points that each ban keeps away
  const std::vector<size_t>& idle_from;  ///< pins that were moved from where nothing stood
};
/// What became of the class's rows, and what a designer should know of them. The findings of the placement
/// stay but for those of its quotas, which are told anew.
void report_hand(const AdaptedClass& c, PlacedClass& out);

}  // namespace fw
