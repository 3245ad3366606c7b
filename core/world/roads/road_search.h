#pragma once

#include <cstdint>
#include <vector>

#include "core/field/least_cost.h"
#include "core/world/roads/road_ground.h"

namespace fw {

/// Searches for the cheapest ways one after the other; ties go to the lower node.
class RoadSearch {
 public:
  /// Both ends included; empty if there is none (A*). Steps that end a sharp turn cost more.
  std::vector<int> cheapest(const RoadPrices& prices, int from, int to);
  /// To the first of the nodes marked in `goals`; `from` alone where it is one itself. Turns as above.
  std::vector<int> to_any(const RoadPrices& prices, int from, const std::vector<uint8_t>& goals);
  /// Prices of the cheapest ways to each of `targets`, whatever their turns; infinite where there is none
  /// (Dijkstra).
  std::vector<double> prices_to(const RoadPrices& prices, int from, const std::vector<int>& targets);

 private:
  struct Reach {
    double price = 0;
    int32_t came_from = -1;
    uint32_t mark = 0;  ///< of the search that came here last: open or closed
  };
  uint32_t closed_mark() const { return open_mark_ + 1; }
  /// Until at_goal(place) is true of a closed place, which is returned; -1 = never.
  template <typename Estimate, typename AtGoal>
  int search(const RoadPrices& prices, int from, BucketOrder order, double bend_m, const Estimate& estimate,
             const AtGoal& at_goal);
  std::vector<int> path_to(int place) const;
  RoadStep arrival(int place) const;

  OpenNodes open_;
  std::vector<Reach> reach_;  ///< by place
  uint32_t open_mark_ = 0;
};

/// Length of a path in metres.
double path_length_m(const RoadNodes& road_nodes, const std::vector<int>& path);

}  // namespace fw
