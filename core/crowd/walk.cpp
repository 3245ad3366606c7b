#include "core/crowd/walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/exact/rng.h"
#include "core/crowd/crowd_internal.h"
#include "core/crowd/walk_internal.h"
#include "core/field/shape.h"

namespace fw {

using namespace crowd;

namespace {

constexpr uint32_t kSwayGroups = 8;  // agents that sway alike
/// A group's noise lies this far from that of the one before, in the third coordinate.
constexpr double kGroupPhase = 0.8;
/// Noise fields seldom come near their extremes.
constexpr float kSwayGain = 3.5f;
constexpr double kStraight_cells = 2;  // from which the last way to a point is straight
constexpr double kBackReached_cells = 0.6;
constexpr double kHome_m = 2;
constexpr double kAtSpot_m = 0.5;
constexpr int kSpotTries = 16;
/// Times the straight way to the spot: then who is in a throng stays where he is.
constexpr double kSettlePatience = 3;
constexpr int64_t kForEver = std::numeric_limits<int64_t>::max();

double distance_m(const WalkPlace& place, Vec2 at) {
  if (place.shape != nullptr) return std::max(0.0, -inside_m(*place.shape, place.shape_radius_m, at));
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2 point : place.points_m) least = std::min(least, squared_distance(point, at));
  return std::sqrt(least);
}

Vec2 nearest_point(const WalkPlace& place, Vec2 at) {
  return *std::min_element(place.points_m.begin(), place.points_m.end(), [at](Vec2 a, Vec2 b) {
    return squared_distance(a, at) < squared_distance(b, at);
  });
}

/// Whether a place may be near at all: what is left there is no more than the dearest ground could cost.
bool may_be_near(const GuideGround& ground, const WalkPlace& place, Vec2 at, double reach_m) {
  const Raster<float>& arrival = *place.arrival;
  const float left_m = arrival[arrival.grid.cell_at(at)];
  return !std::isfinite(left_m) || static_cast<double>(left_m) <= static_cast<double>(ground.dearest) *
                                                                      (reach_m + 2 * arrival.grid.cell_m);
}

void head(const AgentColumns& agents, size_t i, Vec2 to) {
  const float x = static_cast<float>(to.x - agents.x_m[i]), y = static_cast<float>(to.y - agents.y_m[i]);
  set_unit(x, y, agents.heading_x[i], agents.heading_y[i], agents.heading_x[i], agents.heading_y[i]);
}

int64_t stay_ticks(const Crowd& crowd, const WalkGoal& goal, uint32_t id, uint32_t visit) {
  const double u = random_uniform(goal.stream, (static_cast<uint64_t>(visit) << 32) + id);
  const double stay_s = goal.stay_s[0] + u * (goal.stay_s[1] - goal.stay_s[0]);
  return static_cast<int64_t>(std::ceil(stay_s / crowd.params.dt_s));
}

/// The place of a goal from which least is left at `at`; -1 where none can be reached.
int32_t nearest_place(const WalkGoals& goals, const WalkGoal& goal, Vec2 at) {
  int32_t best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (const uint32_t k : goal.places) {
    const double left_m = descent_at(*goals.places[k].arrival, at.x, at.y).left_m;
    if (!(left_m < least)) continue;
    least = left_m;
    best = static_cast<int32_t>(k);
  }
  return best;
}

/// Another place of the goal on the same piece of ground, drawn; -1 where there is none.
int32_t other_place(const WalkGoals& goals, const WalkGoal& goal, int32_t now, uint32_t id, uint32_t visit) {
  const int32_t piece = goals.places[static_cast<size_t>(now)].piece;
  const auto fits = [&](uint32_t k) {
    return static_cast<int32_t>(k) != now && goals.places[k].piece == piece;
  };
  const auto others = static_cast<uint64_t>(std::count_if(goal.places.begin(), goal.places.end(), fits));
  if (others == 0) return -1;
  uint64_t pick =
      random_below(derive(goal.stream, "same"), (static_cast<uint64_t>(visit) << 32) + id, others);
  for (const uint32_t k : goal.places)
    if (fits(k) && pick-- == 0) return static_cast<int32_t>(k);
  return -1;
}

/// Uniform numbers for a spot of a visit.
struct SpotDraws {
  uint64_t stream, counter;

  double between(double low, double high) { return low + (high - low) * random_uniform(stream, counter++); }
};

/// A place of the goal drawn evenly over it, on open ground; `at` where none of a few draws is one.
Vec2 draw_spot(const WalkGoals& goals, const WalkPlace& place, Vec2 at, SpotDraws draws) {
  Vec2 low = at, high = at;
  if (place.shape != nullptr) {
    const ShapeBox box = box_of(*place.shape);
    low = box.low, high = box.high;
  } else {
    low = high = nearest_point(place, at);
  }
  const double reach_m = place.shape != nullptr ? place.shape_radius_m : place.radius_m;
  const Raster<float>& pace = goals.ground.pace;
  for (int k = 0; k < kSpotTries; ++k) {
    const double x = draws.between(low.x - reach_m, high.x + reach_m);
    const Vec2 spot{x, draws.between(low.y - reach_m, high.y + reach_m)};
    const bool in_frame =
        spot.x > 0 && spot.y > 0 && spot.x < pace.grid.width_m() && spot.y < pace.grid.height_m();
    const double beyond_m = place.shape != nullptr ? 0 : place.radius_m;
    if (in_frame && pace[pace.grid.cell_at(spot)] > 0 && distance_m(place, spot) <= beyond_m) return spot;
  }
  return at;
}

/// One agent's part of the state.
struct Walker {
  const Crowd& crowd;
  const WalkGoals& goals;
  const AgentColumns& agents;
  WalkState& walk;
  size_t i;

  WalkLeg leg() const { return static_cast<WalkLeg>(walk.leg[i]); }
  void set_leg(WalkLeg leg) { walk.leg[i] = static_cast<uint8_t>(leg); }
  Vec2 at() const { return {agents.x_m[i], agents.y_m[i]}; }
  const WalkGoal& goal() const { return goals.goals[static_cast<size_t>(walk.goal[i])]; }
  const WalkPlace& place() const { return goals.places[static_cast<size_t>(walk.place[i])]; }

  void stay(WalkLeg leg, int64_t tick) {
    set_leg(leg);
    walk.until[i] = tick + stay_ticks(crowd, goal(), agents.id[i], walk.visit[i]);
    ++walk.visit[i];
  }

  /// Begins the last steps, to a spot of this visit's.
  void settle(int64_t tick) {
    set_leg(WalkLeg::settle);
    const uint64_t visit = (static_cast<uint64_t>(walk.visit[i]) << 32) + agents.id[i];
    const Vec2 spot =
        draw_spot(goals, place(), at(), {derive(goal().stream, "spot"), visit * (2 * kSpotTries)});
    walk.spot_x_m[i] = spot.x, walk.spot_y_m[i] = spot.y;
    const double way_m = std::sqrt(squared_distance(spot, at()));
    const double patience_s = kSettlePatience * way_m / std::max(0.01, static_cast<double>(walk.own_mps[i]));
    walk.until[i] = tick + static_cast<int64_t>(std::ceil(patience_s / crowd.params.dt_s));
  }

  void go_home() {
    const Vec2 home{walk.home_x_m[i], walk.home_y_m[i]};
    std::vector<Vec2> way = way_down(*place().arrival, home);
    if (way.empty()) way.push_back(home);
    std::reverse(way.begin(), way.end());
    // A place of several points or of a shape is left from where the agent stands.
    const auto nearest = std::min_element(way.begin(), way.end(), [here = at()](Vec2 a, Vec2 b) {
      return squared_distance(a, here) < squared_distance(b, here);
    });
    walk.way_at[i] = static_cast<uint32_t>(nearest - way.begin());
    walk.way_home[i] = std::make_shared<const std::vector<Vec2>>(std::move(way));
    set_leg(WalkLeg::back);
  }

  void go_on() {
    const WalkGoal& now = goal();
    if (now.next == WalkNext::home) return go_home();
    int32_t to = -1;
    if (now.next == WalkNext::same) {
      to = other_place(goals, now, walk.place[i], agents.id[i], walk.visit[i]);
    } else {
      to = nearest_place(goals, goals.goals[now.next_goal], at());
      if (to >= 0) walk.goal[i] = static_cast<int32_t>(now.next_goal);
    }
    if (to < 0) {
      walk.until[i] = kForEver;
      return;
    }
    walk.place[i] = to;
    set_leg(WalkLeg::out);
  }

  void leave_home() {
    const uint32_t id = agents.id[i];
    walk.goal[i] = goals.first_goal[id];
    walk.place[i] = goals.first_place[id];
    set_leg(WalkLeg::out);
  }
};

float sway_of(const Crowd& crowd, uint32_t id, Vec2 at) {
  if (crowd.params.sway_weight == 0) return 0;
  const uint64_t group = random_below(crowd.sway_stream, id, kSwayGroups);
  const float z = kSwayGain * noise_value(crowd.sway[group], at.x, at.y);
  return static_cast<float>(crowd.params.sway_weight) * std::clamp(z, -1.0f, 1.0f);
}

/// Heading and speed of one who walks out.
void walk_out(const Walker& w) {
  const Vec2 at = w.at();
  const WalkPlace& place = w.place();
  const float pace = pace_at(w.goals.ground, at);
  const double step_m = static_cast<double>(w.walk.own_mps[w.i] / pace) * w.crowd.params.dt_s;
  w.agents.speed_mps[w.i] = w.walk.own_mps[w.i] / pace;
  const double straight_m = kStraight_cells * place.arrival->grid.cell_m;
  if (!place.points_m.empty()) {
    const Vec2 point = nearest_point(place, at);
    if (squared_distance(point, at) < straight_m * straight_m) return head(w.agents, w.i, point);
  }
  const GuideReading read =
      read_guide(w.goals.ground, *place.arrival, static_cast<double>(sway_of(w.crowd, w.agents.id[w.i], at)),
                 step_m, at);
  set_unit(read.x, read.y, w.agents.heading_x[w.i], w.agents.heading_y[w.i], w.agents.heading_x[w.i],
           w.agents.heading_y[w.i]);
}

/// Straight to the spot; who would leave open ground stands.
void walk_to_spot(const Walker& w) {
  const Vec2 at = w.at(), spot{w.walk.spot_x_m[w.i], w.walk.spot_y_m[w.i]};
  const double left_m = std::sqrt(squared_distance(spot, at)), dt_s = w.crowd.params.dt_s;
  const double step_m =
      std::min(left_m, static_cast<double>(w.walk.own_mps[w.i] / pace_at(w.goals.ground, at)) * dt_s);
  w.agents.speed_mps[w.i] = 0;
  if (!(left_m > 0)) return;
  const Vec2 next{at.x + (spot.x - at.x) / left_m * step_m, at.y + (spot.y - at.y) / left_m * step_m};
  const Raster<float>& pace = w.goals.ground.pace;
  if (!(pace[pace.grid.cell_at(next)] > 0)) return;
  w.agents.speed_mps[w.i] = static_cast<float>(step_m / dt_s);
  head(w.agents, w.i, spot);
}

void walk_back(const Walker& w) {
  const Vec2 at = w.at();
  const std::vector<Vec2>& way = *w.walk.way_home[w.i];
  const double reached_m = kBackReached_cells * w.place().arrival->grid.cell_m;
  uint32_t& next = w.walk.way_at[w.i];
  while (next + 1 < way.size() && squared_distance(way[next], at) < reached_m * reached_m) ++next;
  w.agents.speed_mps[w.i] = w.walk.own_mps[w.i] / pace_at(w.goals.ground, at);
  head(w.agents, w.i, way[next]);
}

}  // namespace

WalkState start_walk(const WalkGoals& goals, const Agents& agents) {
  const size_t n = agents.size();
  WalkState walk;
  walk.leg.assign(n, static_cast<uint8_t>(WalkLeg::wander));
  walk.goal.assign(n, -1), walk.place.assign(n, -1);
  walk.visit.assign(n, 0), walk.until.assign(n, 0);
  walk.own_mps = agents.speed_mps;
  walk.home_x_m = agents.x_m, walk.home_y_m = agents.y_m;
  walk.spot_x_m.assign(n, 0), walk.spot_y_m.assign(n, 0);
  walk.way_home.resize(n), walk.way_at.assign(n, 0);
  for (size_t i = 0; i < n; ++i) {
    const uint32_t id = agents.id[i];
    if (id >= goals.first_place.size() || goals.first_place[id] < 0) continue;
    walk.leg[i] = static_cast<uint8_t>(WalkLeg::out);
    walk.goal[i] = goals.first_goal[id];
    walk.place[i] = goals.first_place[id];
  }
  return walk;
}

double longest_walk_step_m(const WalkGoals& goals) {
  return 0.5 * goals.ground.pace.grid.cell_m;
}

namespace crowd {

void bind_sway(Crowd& crowd) {
  crowd.sway_stream = derive(crowd.seeds.place_stream(), "crowd/sway_group");
  const PointExtent frame{0, crowd.arena.side_m, 0, crowd.arena.side_m};
  const NoiseField field = bind_layer(crowd.params, crowd.arena, crowd.seeds, crowd.params.sway, "sway", 0);
  for (uint32_t group = 0; group < kSwayGroups; ++group)
    crowd.sway.push_back(noise_moment(field, kGroupPhase * group, frame, 1));
}

void restore_speeds(const WalkState& walk, size_t begin, const AgentColumns& piece) {
  for (size_t k = 0; k < piece.count; ++k) piece.speed_mps[k] = walk.own_mps[begin + k];
}

void guide_walkers(const Crowd& crowd, const AgentColumns& all, size_t begin, size_t end, WalkState& walk) {
  for (size_t i = begin; i < end; ++i) {
    walk.own_mps[i] = all.speed_mps[i];
    const Walker w{crowd, *crowd.goals, all, walk, i};
    switch (w.leg()) {
      case WalkLeg::wander:
        break;
      case WalkLeg::out:
        walk_out(w);
        break;
      case WalkLeg::settle:
        walk_to_spot(w);
        break;
      case WalkLeg::back:
        walk_back(w);
        break;
      case WalkLeg::stay:
      case WalkLeg::at_home:
        all.speed_mps[i] = 0;
        break;
    }
  }
}

void let_arrive(const Crowd& crowd, const AgentColumns& all, const CrowdSleep& sleep, size_t begin,
                size_t end, int64_t tick, WalkState& walk) {
  for (size_t i = begin; i < end; ++i) {
    Walker w{crowd, *crowd.goals, all, walk, i};
    if (w.leg() == WalkLeg::wander) continue;
    const bool asleep = !sleep.empty() && sleep.awake[i] == 0;
    if (asleep && (w.leg() == WalkLeg::out || w.leg() == WalkLeg::settle || w.leg() == WalkLeg::stay))
      w.go_home();
    const double half_step_m = 0.5 * static_cast<double>(all.speed_mps[i]) * crowd.params.dt_s;
    if (w.leg() == WalkLeg::out) {
      const double reach_m = std::max(w.place().radius_m, half_step_m);
      if (may_be_near(w.goals.ground, w.place(), w.at(), reach_m) && distance_m(w.place(), w.at()) <= reach_m)
        w.settle(tick);
    } else if (w.leg() == WalkLeg::settle) {
      const double left_2 = squared_distance({walk.spot_x_m[i], walk.spot_y_m[i]}, w.at());
      const double reach_m = std::max(kAtSpot_m, half_step_m);
      if (left_2 <= reach_m * reach_m || walk.until[i] <= tick || !(all.speed_mps[i] > 0))
        w.stay(WalkLeg::stay, tick);
      continue;
    } else if (w.leg() == WalkLeg::back) {
      const double reach_m = std::max(kHome_m, half_step_m);
      if (squared_distance({walk.home_x_m[i], walk.home_y_m[i]}, w.at()) <= reach_m * reach_m) {
        walk.way_home[i] = nullptr;
        w.stay(WalkLeg::at_home, tick);
      }
    }
    if (walk.until[i] > tick || asleep) continue;
    if (w.leg() == WalkLeg::stay)
      w.go_on();
    else if (w.leg() == WalkLeg::at_home)
      w.leave_home();
  }
}

}  // namespace crowd

}  // namespace fw
