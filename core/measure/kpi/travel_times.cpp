#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/infinity.h"
#include "core/field/least_cost.h"
#include "core/measure/kpi/travel_ground.h"

namespace fw {
namespace {

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

}  // namespace

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

TravelTimes travel_times(const TravelGround& ground, const TravelEnds& start) {
  TravelTimes out{std::vector<double>(ground.pace.size(), kInfinity)};
  if (start.count == 0) return out;
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
  for (int k = 0; k < start.count; ++k) {
    const int place = with_rim(start.node[static_cast<size_t>(k)]);
    const double t = start.time_s[static_cast<size_t>(k)];
    if (t >= time[static_cast<size_t>(place)]) continue;
    time[static_cast<size_t>(place)] = t;
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
      push(reached, place + kSteps[k].to);
    }
  }
  for (const uint32_t node : ground.land) {
    out.time_s[node] = time[static_cast<size_t>(with_rim(static_cast<int>(node)))];
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
