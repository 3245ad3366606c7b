#include <algorithm>
#include <array>

#include "core/measure/kpi/kpi_parts_internal.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

constexpr int kBlock = 8;  // nodes
constexpr int kNearNodes = 3;   // nodes: what a traveller meets
constexpr size_t kGoalsOfSeat = 3;
constexpr size_t kLeastJourney = 8;  // nodes

size_t block_of(int node) {
  return static_cast<size_t>(node / TravelGround::kSide / kBlock) * (TravelGround::kSide / kBlock) +
         static_cast<size_t>(node % TravelGround::kSide / kBlock);
}

/// The largest share of the ways between rival seats that use one block of nodes without a seat.
double choke(const Journeys& journeys) {
  std::vector<int64_t> ways(
      static_cast<size_t>(TravelGround::kSide / kBlock) * (TravelGround::kSide / kBlock), 0);
  std::vector<uint8_t> with_seat(ways.size(), 0);
  for (const TravelEnds& end : journeys.ends)
    for (size_t k = 0; k < static_cast<size_t>(end.count); ++k) with_seat[block_of(end.node[k])] = 1;
  int64_t pairs = 0;
  for (size_t i = 0; i < journeys.ends.size(); ++i)
    for (size_t j = i + 1; j < journeys.ends.size(); ++j) {
      if (journeys.owner[i] == journeys.owner[j]) continue;
      ++pairs;
      std::vector<size_t> blocks;
      for (const int node : way_to(journeys.ground, journeys.times[i], journeys.ends[j]))
        blocks.push_back(block_of(node));
      std::sort(blocks.begin(), blocks.end());
      blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
      for (const size_t block : blocks)
        if (with_seat[block] == 0) ++ways[block];
    }
  if (pairs == 0) return kUndefined;
  return static_cast<double>(*std::max_element(ways.begin(), ways.end())) / static_cast<double>(pairs);
}

/// Squares within kNearNodes nodes of a point that is selected: how many such points.
template <typename Select>
std::vector<int32_t> points_near(const World& world, const TravelGround& ground, const Select& select) {
  std::vector<int32_t> out(ground.pace.size(), 0);
  for (const Point& p : world.points.points) {
    if (!select(p)) continue;
    const int square = ground.square_at(p.position_m);
    for (int dy = -kNearNodes; dy <= kNearNodes; ++dy)
      for (int dx = -kNearNodes; dx <= kNearNodes; ++dx) {
        const int c = square % TravelGround::kSide + dx, r = square / TravelGround::kSide + dy;
        if (c < 0 || r < 0 || c >= TravelGround::kSide || r >= TravelGround::kSide ||
            dx * dx + dy * dy > kNearNodes * kNearNodes)
          continue;
        ++out[static_cast<size_t>(r * TravelGround::kSide + c)];
      }
  }
  return out;
}

double correlation_with_step(const World& world, const Journeys& journeys, const std::vector<int>& way) {
  const auto danger = [&](int node) {
    return static_cast<double>(world.danger_field[journeys.cell[static_cast<size_t>(node)]]);
  };
  const auto n = static_cast<double>(way.size());
  double mean = 0;
  for (const int node : way) mean += danger(node);
  mean /= n;
  double xy = 0, xx = 0, yy = 0;
  for (size_t i = 0; i < way.size(); ++i) {
    const double x = static_cast<double>(i) - (n - 1) / 2;
    const double y = danger(way[i]) - mean;
    xy += x * y;
    xx += x * x;
    yy += y * y;
  }
  return yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

/// A journey from a seat to a goal.
struct Journey {
  const TravelTimes* times = nullptr;
  std::vector<int> way;
  double time_s = 0;
};

std::vector<Journey> journeys_to_goals(const World& world, const Journeys& journeys) {
  std::vector<TravelEnds> goals;
  for (const Point& p : world.points.points) {
    const LandmarkRow* kind = kind_of(world, p);
    if (p.region > 0 && ((kind != nullptr && is_goal(*kind)) || (kind == nullptr && is_boss(world, p))))
      goals.push_back(travel_ends(journeys.ground, p.position_m));
  }
  std::vector<Journey> out;
  for (const TravelTimes& times : journeys.times) {
    std::vector<std::pair<double, size_t>> nearest;
    for (size_t k = 0; k < goals.size(); ++k) {
      const double t = time_at(times, goals[k]);
      if (std::isfinite(t)) nearest.emplace_back(t, k);
    }
    std::sort(nearest.begin(), nearest.end());
    if (nearest.size() > kGoalsOfSeat) nearest.resize(kGoalsOfSeat);
    for (const auto& [t, k] : nearest) {
      Journey journey{&times, way_to(journeys.ground, times, goals[k]), t};
      if (journey.way.size() >= kLeastJourney) out.push_back(std::move(journey));
    }
  }
  return out;
}

}  // namespace

Arrivals arrivals_at(const Journeys& journeys, uint32_t node, std::vector<double>& by_faction) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::fill(by_faction.begin(), by_faction.end(), kNever);
  for (size_t i = 0; i < journeys.times.size(); ++i) {
    double& t = by_faction[static_cast<size_t>(journeys.owner[i])];
    t = std::min(t, journeys.times[i].time_s[node]);
  }
  size_t best = 0;
  double second = kNever;
  for (size_t f = 1; f < by_faction.size(); ++f)
    if (by_faction[f] < by_faction[best]) {
      second = by_faction[best];
      best = f;
    } else {
      second = std::min(second, by_faction[f]);
    }
  return {by_faction[best], second, best};
}

TravelFigures measure_travel(const World& world, const PlayParams& play, const Journeys& journeys) {
  TravelFigures out{kUndefined, kUndefined, kUndefined, kUndefined, {}};
  const size_t factions = world.vocabulary.factions.size();
  std::vector<int64_t> seats(factions, 0), first(factions, 0);
  for (const Faction f : journeys.owner) ++seats[static_cast<size_t>(f)];
  out.control.assign(factions, kUndefined);
  if (journeys.ends.empty() || journeys.ground.land.empty()) return out;
  std::vector<double> least_times;
  int64_t near = 0, contested = 0;
  std::vector<double> by_faction(factions);
  for (const uint32_t node : journeys.ground.land) {
    const auto [least, second, best] = arrivals_at(journeys, node, by_faction);
    if (!std::isfinite(least)) {
      least_times.push_back(play.unreachable_s);
      continue;
    }
    least_times.push_back(least);
    ++first[best];
    near += least <= play.reach_s ? 1 : 0;
    if (std::isfinite(second) && second - least < kContested * (second + least)) ++contested;
  }
  const auto nodes = static_cast<double>(journeys.ground.land.size());
  out.reach = static_cast<double>(near) / nodes;
  out.remote_p95_s = percentile(least_times, 0.95);
  out.choke = choke(journeys);
  if (std::count_if(seats.begin(), seats.end(), [](int64_t n) { return n > 0; }) > 1)
    out.contested = static_cast<double>(contested) / nodes;
  for (size_t f = 0; f < factions; ++f)
    if (seats[f] > 0) out.control[f] = static_cast<double>(first[f]) / static_cast<double>(seats[f]);
  return out;
}

PacingFigures measure_pacing(const World& world, const Journeys& journeys) {
  const TravelGround& ground = journeys.ground;
  const auto placed = points_near(world, ground, [](const Point&) { return true; });
  const std::vector<Journey> ways = journeys_to_goals(world, journeys);
  if (ways.empty()) return {kUndefined, kUndefined, kUndefined, kUndefined};
  double ramp = 0, dull_s = 0, all_s = 0;
  int64_t foes = 0;
  for (const Journey& journey : ways) {
    ramp += correlation_with_step(world, journeys, journey.way);
    all_s += journey.time_s;
    double since = 0, longest = 0;
    for (const int node : journey.way) {
      const double t = journey.times->time_s[static_cast<size_t>(node)];
      longest = std::max(longest, t - since);
      if (placed[static_cast<size_t>(node)] > 0) since = t;
    }
    dull_s += longest;
    // Every enemy counts once a journey.
    std::vector<uint8_t> beside(ground.pace.size(), 0);
    for (const int node : journey.way)
      for (int dy = -kNearNodes; dy <= kNearNodes; ++dy)
        for (int dx = -kNearNodes; dx <= kNearNodes; ++dx) {
          const int c = node % TravelGround::kSide + dx, r = node / TravelGround::kSide + dy;
          if (c < 0 || r < 0 || c >= TravelGround::kSide || r >= TravelGround::kSide ||
              dx * dx + dy * dy > kNearNodes * kNearNodes)
            continue;
          beside[static_cast<size_t>(r * TravelGround::kSide + c)] = 1;
        }
    for (const Point& p : world.points.points)
      if (world.points.class_of(p).category == Category::enemy &&
          beside[static_cast<size_t>(ground.square_at(p.position_m))] != 0)
        ++foes;
  }
  const auto n = static_cast<double>(ways.size());
  return {ramp / n, dull_s / n, static_cast<double>(foes) / (all_s / 60), all_s / n};
}

}  // namespace fw
