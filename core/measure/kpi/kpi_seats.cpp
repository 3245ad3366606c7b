#include <algorithm>
#include <set>
#include <string>

#include "core/base/parallel/parallel.h"
#include "core/measure/kpi/kpi_parts_internal.h"
#include "core/model/world/pace.h"

namespace fw {
namespace {

double written(double time_s, const PlayParams& play) {
  return std::isfinite(time_s) ? time_s : play.unreachable_s;
}

/// Mean of the `count` least times; undefined for fewer.
double mean_of_least(std::vector<double> times, size_t count) {
  if (times.size() < count) return kUndefined;
  std::sort(times.begin(), times.end());
  double sum = 0;
  for (size_t k = 0; k < count; ++k) sum += times[k];
  return sum / static_cast<double>(count);
}

std::vector<TravelEnds> ends_of(const TravelGround& ground, const std::vector<const Point*>& points) {
  std::vector<TravelEnds> out;
  for (const Point* p : points) out.push_back(travel_ends(ground, p->position_m));
  return out;
}

template <typename Select>
std::vector<const Point*> points_that(const World& world, const Select& select) {
  std::vector<const Point*> out;
  for (const Point& p : world.points.points)
    if (p.region > 0 && select(p)) out.push_back(&p);
  return out;
}

/// Sum of e^(-T / scale) weighted; what cannot be reached adds nothing.
double accessibility(const TravelTimes& times, const std::vector<TravelEnds>& ends,
                     const std::vector<double>& weight, double scale_s) {
  double sum = 0;
  for (size_t i = 0; i < ends.size(); ++i) {
    const double t = time_at(times, ends[i]);
    if (std::isfinite(t)) sum += weight[i] * exact::exp(-t / scale_s);
  }
  return sum;
}

std::vector<double> times_to(const TravelTimes& times, const std::vector<TravelEnds>& ends,
                             const PlayParams& play) {
  std::vector<double> out;
  for (const TravelEnds& end : ends) out.push_back(written(time_at(times, end), play));
  return out;
}

}  // namespace

const LandmarkRow* kind_of(const World& world, const Point& point) {
  const PointClassInfo& info = world.points.class_of(point);
  return info.category == Category::landmark ? &world.vocabulary.landmarks[static_cast<size_t>(info.landmark)]
                                             : nullptr;
}

bool is_goal(const LandmarkRow& kind) {
  return kind.role == LandmarkRole::site && kind.strong;
}

bool is_expedition(const Vocabulary& vocabulary, const LandmarkRow& kind) {
  const auto named_goal = [](const LandmarkRow& row) { return is_goal(row) && row.named; };
  const bool any = std::any_of(vocabulary.landmarks.begin(), vocabulary.landmarks.end(), named_goal);
  return is_goal(kind) && (!any || kind.named);
}

bool is_visited_site(const Vocabulary& vocabulary, const LandmarkRow& kind) {
  return kind.role == LandmarkRole::site && !kind.joins_tracks &&
         (!is_goal(kind) || is_expedition(vocabulary, kind));
}

bool is_seat(const World& world, const Point& point) {
  const LandmarkRow* kind = kind_of(world, point);
  return kind != nullptr && kind->role == LandmarkRole::seat && point.region > 0;
}

bool is_boss(const World& world, const Point& point) {
  const size_t rarest = world.vocabulary.rarities.size();
  return rarest > 1 && static_cast<size_t>(point.rarity) == rarest;
}

Journeys plan_journeys(const World& world, const PlayParams& play) {
  Journeys out;
  out.ground = travel_ground(world, play);
  for (int node = 0; node < static_cast<int>(out.ground.pace.size()); ++node)
    out.cell.push_back(node_cell(out.ground, world.grid, node));
  for (const Point& p : world.points.points) {
    if (!is_seat(world, p)) continue;
    const Region& region = world.regions[p.region - 1u];
    if (region.neutral) continue;
    out.owner.push_back(region.owner);
    out.ends.push_back(travel_ends(out.ground, p.position_m));
  }
  out.times.resize(out.ends.size());
  parallel_for(out.ends.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) out.times[i] = travel_times(out.ground, out.ends[i]);
  });
  return out;
}

void measure_seats_by_landmarks(const World& world, const PlayParams& play, const Journeys& journeys,
                                std::vector<SeatFigures>& seats) {
  const TravelGround& ground = journeys.ground;
  const auto kinds_that = [&](const auto& select) {
    return ends_of(ground, points_that(world, [&](const Point& p) {
                     const LandmarkRow* kind = kind_of(world, p);
                     return kind != nullptr && select(*kind);
                   }));
  };
  const auto expeditions =
      kinds_that([&](const LandmarkRow& k) { return is_expedition(world.vocabulary, k); });
  const auto sites = kinds_that([&](const LandmarkRow& k) { return is_visited_site(world.vocabulary, k); });
  const std::vector<double> ones(sites.size(), 1.0);
  const size_t bands = world.vocabulary.danger.size(), biomes = world.vocabulary.biomes.size();
  const double node_km2 = ground.spacing_m * ground.spacing_m / 1e6;
  for (size_t i = 0; i < seats.size(); ++i) {
    SeatFigures& seat = seats[i];
    const TravelTimes& times = journeys.times[i];
    seat.owner = journeys.owner[i];
    seat.sites = accessibility(times, sites, ones, play.reach_s);
    seat.expedition_time = mean_of_least(times_to(times, expeditions, play), 1);
    double neutral = play.unreachable_s, red = play.unreachable_s, rival = kUndefined;
    bool any_neutral = false, any_red = false;
    std::vector<int64_t> biome_nodes(biomes, 0);
    int64_t room = 0;
    for (const uint32_t node : ground.land) {
      const size_t cell = journeys.cell[node];
      const double t = times.time_s[node];
      const bool is_neutral = world.regions[world.region[cell] - 1u].neutral;
      const bool is_red = 2 * static_cast<size_t>(world.danger[cell] - 1) >= bands && world.danger[cell] > 0;
      any_neutral |= is_neutral;
      any_red |= is_red;
      if (is_neutral) neutral = std::min(neutral, t);
      if (is_red) red = std::min(red, t);
      if (t < play.reach_s) ++room;
      if (t <= 2 * play.reach_s && world.biome[cell] > 0) ++biome_nodes[world.biome[cell] - 1u];
    }
    for (size_t j = 0; j < seats.size(); ++j) {
      if (journeys.owner[j] == seat.owner) continue;
      const double t = written(time_at(times, journeys.ends[j]), play);
      rival = std::isnan(rival) ? t : std::min(rival, t);
    }
    seat.neutral_time = any_neutral ? neutral : kUndefined;
    seat.red_time = any_red ? red : kUndefined;
    seat.rival_time = rival;
    seat.room_km2 = static_cast<double>(room) * node_km2;
    seat.biomes_near = effective_number(biome_nodes);
  }
}

void measure_seats_by_points(const World& world, const PlayParams& play, const Journeys& journeys,
                             std::vector<SeatFigures>& seats) {
  const TravelGround& ground = journeys.ground;
  const auto tier_of = [&](const Point* p) { return static_cast<size_t>(world.points.class_of(*p).tier); };
  const auto resources = points_that(
      world, [&](const Point& p) { return world.points.class_of(p).category == Category::resource; });
  const std::vector<TravelEnds> ends = ends_of(ground, resources);
  std::vector<double> worth, rare;
  for (const Point* p : resources) {
    worth.push_back(play.value[tier_of(p)]);
    rare.push_back(tier_of(p) == static_cast<size_t>(Tier::rare) ? 1.0 : 0.0);
  }
  const auto bosses = ends_of(ground, points_that(world, [&](const Point& p) { return is_boss(world, p); }));
  for (size_t i = 0; i < seats.size(); ++i) {
    const TravelTimes& times = journeys.times[i];
    seats[i].resources = accessibility(times, ends, worth, play.reach_s);
    seats[i].rare = accessibility(times, ends, rare, 2 * play.reach_s);
    seats[i].boss_time = mean_of_least(times_to(times, bosses, play), bosses.size() < 2 ? 1 : 2);
    std::set<std::string> families;
    for (size_t k = 0; k < resources.size(); ++k)
      if (time_at(times, ends[k]) <= play.reach_s)
        families.insert(world.points.class_of(*resources[k]).family);
    seats[i].families = static_cast<double>(families.size());
  }
}

}  // namespace fw
