#include "core/field/travel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/geometry.h"
#include "core/field/least_cost.h"

namespace fw {
namespace {

constexpr size_t kNodes = static_cast<size_t>(TravelGround::kSide) * TravelGround::kSide;

/// The 8-connected pieces of the nodes with a pace, from 1 by their lowest node; 0 = without a pace.
struct Pieces {
  std::vector<int32_t> of_node = std::vector<int32_t>(kNodes, 0);
  std::vector<size_t> nodes{0};  ///< of each piece
};

Pieces pieces_of(const std::vector<double>& pace) {
  Pieces out;
  std::vector<size_t> front;
  for (size_t start = 0; start < kNodes; ++start) {
    if (pace[start] == 0 || out.of_node[start] != 0) continue;
    front.assign(1, start);
    const auto piece = out.of_node[start] = static_cast<int32_t>(out.nodes.size());
    for (size_t head = 0; head < front.size(); ++head) {
      const int column = static_cast<int>(front[head]) % TravelGround::kSide,
                row = static_cast<int>(front[head]) / TravelGround::kSide;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int c = column + dx, r = row + dy;
          if (c < 0 || r < 0 || c >= TravelGround::kSide || r >= TravelGround::kSide) continue;
          const auto next = static_cast<size_t>(r * TravelGround::kSide + c);
          if (pace[next] == 0 || out.of_node[next] != 0) continue;
          out.of_node[next] = piece;
          front.push_back(next);
        }
    }
    out.nodes.push_back(front.size());
  }
  return out;
}

/// Nodes outside the largest piece (of equal ones the first) and outside those with a place become 0.
void keep_pieces_to_travel(std::span<const Vec2> places, TravelGround& ground) {
  const Pieces pieces = pieces_of(ground.pace);
  std::vector<uint8_t> kept(pieces.nodes.size(), 0);
  kept[static_cast<size_t>(std::max_element(pieces.nodes.begin(), pieces.nodes.end()) -
                           pieces.nodes.begin())] = 1;
  for (const Vec2 place : places) {
    const TravelEnds ends = travel_ends(ground, place);
    for (size_t k = 0; k < static_cast<size_t>(ends.count); ++k)
      kept[static_cast<size_t>(pieces.of_node[static_cast<size_t>(ends.node[k])])] = 1;
  }
  for (size_t i = 0; i < kNodes; ++i)
    if (kept[static_cast<size_t>(pieces.of_node[i])] == 0) ground.pace[i] = 0;
}

constexpr int kRim = 2;  // nodes round the ground that nobody walks, so that no step asks for the edge
constexpr int kStride = TravelGround::kSide + 2 * kRim;

int with_rim(int node) {
  return (node / TravelGround::kSide + kRim) * kStride + node % TravelGround::kSide + kRim;
}
int without_rim(int place) {
  return (place / kStride - kRim) * TravelGround::kSide + place % kStride - kRim;
}

struct Step {
  int to = 0;           ///< offset
  int passed[2]{0, 0};  ///< offsets of the nodes that a knight's move passes; 0 = none
  double length = 1;    ///< over the spacing
};

constexpr double kRoot2 = 1.4142135623730951, kRoot5 = 2.23606797749979;

constexpr std::array<Step, 16> make_steps() {
  std::array<Step, 16> out{};
  size_t k = 0;
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}})
    out[k++] = {dy * kStride + dx, {0, 0}, 1.0};
  for (const auto& [dx, dy] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}})
    out[k++] = {dy * kStride + dx, {0, 0}, kRoot2};
  for (const int sx : {1, -1})
    for (const int sy : {1, -1}) {
      // (2, 1) passes (1, 0) and (1, 1); (1, 2) passes (0, 1) and (1, 1).
      out[k++] = {sy * kStride + 2 * sx, {sx, sy * kStride + sx}, kRoot5};
      out[k++] = {2 * sy * kStride + sx, {sy * kStride, sy * kStride + sx}, kRoot5};
    }
  return out;
}

constexpr double kBucketsOfSlowest = 64;  // at most so many buckets to a step, whatever the paces

constexpr std::array<Step, 16> kSteps = make_steps();
constexpr size_t kPlaces = static_cast<size_t>(kStride) * kStride;

/// The times of all steps of a ground, for TravelGround::step_s.
std::vector<float> step_times(const TravelGround& ground) {
  std::vector<double> pace(kPlaces, 0);
  for (const uint32_t node : ground.land)
    pace[static_cast<size_t>(with_rim(static_cast<int>(node)))] = ground.pace[node];
  std::vector<float> out(kPlaces * kSteps.size(), std::numeric_limits<float>::infinity());
  for (const uint32_t node : ground.land) {
    const int place = with_rim(static_cast<int>(node));
    for (size_t k = 0; k < kSteps.size(); ++k) {
      const Step& step = kSteps[k];
      const auto at = [&](int offset) { return pace[static_cast<size_t>(place + offset)]; };
      if (at(step.to) == 0) continue;
      double mean = (at(0) + at(step.to)) / 2;
      if (step.passed[0] != 0) {
        const double a = at(step.passed[0]), b = at(step.passed[1]);
        if (a == 0 || b == 0) continue;
        mean = (mean + (a + b) / 2) / 2;
      }
      out[static_cast<size_t>(place) * kSteps.size() + k] =
          static_cast<float>(step.length * ground.spacing_m * mean);
    }
  }
  return out;
}

}  // namespace

TravelGround travel_ground(const NodeGrid& nodes, std::vector<double> pace, std::span<const Vec2> places) {
  TravelGround out{nodes, std::move(pace), {}, {}};
  for (uint32_t i = 0; i < kNodes; ++i)
    if (out.pace[i] > 0) out.land.push_back(i);
  keep_pieces_to_travel(places, out);
  std::erase_if(out.land, [&out](uint32_t node) { return out.pace[node] == 0; });
  out.step_s = step_times(out);
  return out;
}

TravelEnds travel_ends(const TravelGround& ground, Vec2 place) {
  const int column = static_cast<int>(std::floor(place.x / ground.spacing_m - 0.25));
  const int row = static_cast<int>(std::floor((ground.frame_height_m - place.y) / ground.spacing_m - 0.25));
  TravelEnds out;
  for (const int r : {row, row + 1})
    for (const int c : {column, column + 1}) {
      if (c < 0 || r < 0 || c >= TravelGround::kSide || r >= TravelGround::kSide) continue;
      const int node = r * TravelGround::kSide + c;
      const double pace = ground.pace[static_cast<size_t>(node)];
      if (pace == 0) continue;
      const auto k = static_cast<size_t>(out.count++);
      out.node[k] = node;
      out.time_s[k] = std::sqrt(squared_distance(place, ground.position_m(node))) * pace;
    }
  if (out.count > 0 || ground.land.empty()) return out;
  double nearest = std::numeric_limits<double>::infinity();
  for (const uint32_t node : ground.land) {
    const double d = squared_distance(place, ground.position_m(static_cast<int>(node)));
    if (d >= nearest) continue;
    nearest = d;
    out.node[0] = static_cast<int>(node);
  }
  out.count = 1;
  return out;
}

namespace {

/// Least times by place with a rim from the nearest of some starts. Tells started(start, place) of places
/// where one begins and passed(from, to) of places whose time falls by a step; the last word on a place
/// holds.
template <typename Started, typename Passed>
std::vector<double> search(const TravelGround& ground, std::span<const TravelEnds> starts,
                           const Started& started, const Passed& passed) {
  std::vector<double> time(kPlaces, kInfinity);
  double fastest = kInfinity, slowest = 0;
  for (const uint32_t node : ground.land) {
    fastest = std::min(fastest, ground.pace[node]);
    slowest = std::max(slowest, ground.pace[node]);
  }
  // Within a bucket the order does not matter: a node whose time falls is looked at again.
  const double per_width = 1 / (std::max(fastest, slowest / kBucketsOfSlowest) * ground.spacing_m);
  NodeBuckets open;
  const auto push = [&](double t, int place) { open.push(static_cast<size_t>(t * per_width), t, place); };
  for (size_t i = 0; i < starts.size(); ++i)
    for (size_t k = 0; k < static_cast<size_t>(starts[i].count); ++k) {
      const int place = with_rim(starts[i].node[k]);
      const double t = starts[i].time_s[k];
      if (t >= time[static_cast<size_t>(place)]) continue;
      time[static_cast<size_t>(place)] = t;
      started(i, place);
      push(t, place);
    }
  for (size_t bucket = 0; bucket < open.size();) {
    const NodeBuckets::Entry entry = open.take(bucket);
    if (entry.node < 0) {
      ++bucket;
      continue;
    }
    // The steps of all nodes are larger than the caches: those of the next node are called for in time.
    if (const int32_t next = open.next_node(bucket); next >= 0)
      __builtin_prefetch(ground.step_s.data() + static_cast<size_t>(next) * kSteps.size());
    const int place = entry.node;
    const double t = entry.estimate;
    if (t > time[static_cast<size_t>(place)]) continue;  // there is a better one
    // First which steps gain, without a branch, then these alone: most steps gain nothing, at random.
    const float* step_s = ground.step_s.data() + static_cast<size_t>(place) * kSteps.size();
    double* const here = time.data() + place;
    uint32_t gains = 0;
    for (size_t k = 0; k < kSteps.size(); ++k)
      gains |= static_cast<uint32_t>(t + static_cast<double>(step_s[k]) < here[kSteps[k].to]) << k;
    for (; gains != 0; gains &= gains - 1) {
      const auto k = static_cast<size_t>(std::countr_zero(gains));
      const double reached = t + static_cast<double>(step_s[k]);
      here[kSteps[k].to] = reached;
      passed(place, place + kSteps[k].to);
      push(reached, place + kSteps[k].to);
    }
  }
  return time;
}

}  // namespace

TravelTimes travel_times(const TravelGround& ground, const TravelEnds& start) {
  TravelTimes out{std::vector<double>(ground.pace.size(), kInfinity)};
  const std::vector<double> time = search(
      ground, {&start, 1}, [](size_t, int) {}, [](int, int) {});
  for (const uint32_t node : ground.land)
    out.time_s[node] = time[static_cast<size_t>(with_rim(static_cast<int>(node)))];
  return out;
}

FirstArrivals first_arrivals(const TravelGround& ground, std::span<const TravelEnds> starts) {
  FirstArrivals out{std::vector<double>(ground.pace.size(), kInfinity),
                    std::vector<int32_t>(ground.pace.size(), -1)};
  std::vector<int32_t> first(kPlaces, -1);
  const std::vector<double> time = search(
      ground, starts,
      [&first](size_t start, int place) { first[static_cast<size_t>(place)] = static_cast<int32_t>(start); },
      [&first](int from, int to) { first[static_cast<size_t>(to)] = first[static_cast<size_t>(from)]; });
  for (const uint32_t node : ground.land) {
    const auto place = static_cast<size_t>(with_rim(static_cast<int>(node)));
    out.time_s[node] = time[place];
    out.start[node] = first[place];
  }
  return out;
}

double time_at(const TravelTimes& times, const TravelEnds& place) {
  double least = kInfinity;
  for (size_t k = 0; k < static_cast<size_t>(place.count); ++k)
    least = std::min(least, times.time_s[static_cast<size_t>(place.node[k])] + place.time_s[k]);
  return least;
}

std::vector<int> way_to(const TravelGround& ground, const TravelTimes& times, const TravelEnds& place) {
  double least = kInfinity;
  int node = -1;
  for (size_t k = 0; k < static_cast<size_t>(place.count); ++k) {
    const double t = times.time_s[static_cast<size_t>(place.node[k])] + place.time_s[k];
    if (t >= least) continue;
    least = t;
    node = place.node[k];
  }
  std::vector<int> way;
  // The node before is the one, of the lowest index, from which a step ends at this very time.
  while (node >= 0) {
    way.push_back(node);
    const int at = with_rim(node);
    int before = -1;
    for (size_t k = 0; k < kSteps.size(); ++k) {
      const auto step_s = static_cast<double>(ground.step_s[static_cast<size_t>(at) * kSteps.size() + k]);
      if (!std::isfinite(step_s)) continue;
      const int other = without_rim(at + kSteps[k].to);
      if (times.time_s[static_cast<size_t>(other)] + step_s == times.time_s[static_cast<size_t>(node)] &&
          (before < 0 || other < before))
        before = other;
    }
    node = before;
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace fw
