#include "core/world/roads/road_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/geometry.h"

namespace fw {
namespace {

// Of the cheapest step; where costs alone are asked for, the second.
constexpr double kBucketsPerStep = 4, kUnorderedPerStep = 1.5;
constexpr int kStride = RoadPrices::kStride;

constexpr std::array<int, 8> kOffsets = [] {
  std::array<int, 8> offsets{};
  for (size_t s = 0; s < 8; ++s) offsets[s] = kRoadSteps[s].dy * kStride + kRoadSteps[s].dx;
  return offsets;
}();

/// Whether a step turns back from another one: by more than 90 degrees.
constexpr bool turns_back(RoadStep before, RoadStep step) {
  return before.dx * step.dx + before.dy * step.dy < 0;
}

}  // namespace

/// The step by which the search came to a place; none at its start.
RoadStep RoadSearch::arrival(int place) const {
  const int from = reach_[static_cast<size_t>(place)].came_from;
  if (from < 0) return {};
  return {place % kStride - from % kStride, place / kStride - from / kStride};
}

template <typename Estimate, typename AtGoal>
int RoadSearch::search(const RoadPrices& prices, int from, BucketOrder order, double bend_m,
                       const Estimate& estimate, const AtGoal& at_goal) {
  reach_.resize(static_cast<size_t>(kStride) * kStride);
  open_mark_ += 2;
  const double first = estimate(from);
  const double per_step = order == BucketOrder::any ? kUnorderedPerStep : kBucketsPerStep;
  open_.start(first, prices.least_per_m() * prices.spacing_m() / per_step, order);
  reach_[static_cast<size_t>(from)] = {0, -1, open_mark_};
  open_.push(first, from);
  while (!open_.empty()) {
    const int place = open_.pop();
    Reach& here = reach_[static_cast<size_t>(place)];
    if (here.mark != open_mark_) continue;
    here.mark = closed_mark();
    if (at_goal(place)) return place;
    const double price = here.price;
    RoadStep last, last_but_one;
    if (bend_m > 0 && here.came_from >= 0) {
      last = arrival(place);
      last_but_one = arrival(here.came_from);
    }
    const auto relax = [&](int next, RoadStep by, double step) {
      if (step == kInfinity) return;
      Reach& there = reach_[static_cast<size_t>(next)];
      const bool bend = turns_back(last, by) || turns_back(last_but_one, by);
      const double sum = price + step + (bend ? bend_m : 0);
      if (there.mark >= open_mark_ && !(sum < there.price)) return;
      there = {sum, place, open_mark_};
      open_.push(sum + estimate(next), next);
    };
    for (int s = 0; s < 8; ++s) {
      const int offset = kOffsets[static_cast<size_t>(s)];
      const RoadStep& by = kRoadSteps[static_cast<size_t>(s)];
      relax(place + offset, by, prices.of(place, s));
      relax(place - offset, {-by.dx, -by.dy}, prices.of(place - offset, s));
    }
  }
  return -1;
}

std::vector<int> RoadSearch::path_to(int place) const {
  std::vector<int> path;
  for (; place >= 0; place = reach_[static_cast<size_t>(place)].came_from)
    path.push_back(RoadPrices::node_at(place));
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<int> RoadSearch::cheapest(const RoadPrices& prices, int from, int to) {
  const int goal = RoadPrices::place_of(to);
  // A hair less than any way can cost, so that rounding closes no place too early.
  const double per_node = 0.999999 * prices.least_per_m() * prices.spacing_m();
  const auto estimate = [&](int place) {
    const int dx = place % kStride - goal % kStride, dy = place / kStride - goal / kStride;
    return per_node * std::sqrt(static_cast<double>(dx * dx + dy * dy));
  };
  const int end = search(prices, RoadPrices::place_of(from), BucketOrder::ascending, prices.bend_m(),
                         estimate, [goal](int place) { return place == goal; });
  return end < 0 ? std::vector<int>{} : path_to(end);
}

std::vector<int> RoadSearch::to_any(const RoadPrices& prices, int from, const std::vector<uint8_t>& goals) {
  const int end = search(
      prices, RoadPrices::place_of(from), BucketOrder::ascending, prices.bend_m(), [](int) { return 0.0; },
      [&](int place) { return goals[static_cast<size_t>(RoadPrices::node_at(place))] != 0; });
  return end < 0 ? std::vector<int>{} : path_to(end);
}

std::vector<double> RoadSearch::prices_to(const RoadPrices& prices, int from,
                                          const std::vector<int>& targets) {
  std::vector<uint8_t> wanted(static_cast<size_t>(kStride) * kStride, 0);
  size_t missing = 0;
  for (const int node : targets) {
    uint8_t& mark = wanted[static_cast<size_t>(RoadPrices::place_of(node))];
    missing += mark == 0 ? 1 : 0;
    mark = 1;
  }
  search(
      prices, RoadPrices::place_of(from), BucketOrder::any, 0, [](int) { return 0.0; },
      [&](int place) { return wanted[static_cast<size_t>(place)] != 0 && --missing == 0; });
  std::vector<double> out;
  for (const int node : targets) {
    const Reach& reach = reach_[static_cast<size_t>(RoadPrices::place_of(node))];
    out.push_back(reach.mark == closed_mark() ? reach.price : kInfinity);
  }
  return out;
}

double path_length_m(const RoadNodes& road_nodes, const std::vector<int>& path) {
  double sum = 0;
  for (size_t i = 1; i < path.size(); ++i)
    sum += std::sqrt(squared_distance(road_nodes.position_m(path[i - 1]), road_nodes.position_m(path[i])));
  return sum;
}

}  // namespace fw
