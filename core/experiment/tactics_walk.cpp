#include <algorithm>
#include <cmath>

#include "core/experiment/study_tactics.h"
#include "core/experiment/tactics_scenes_internal.h"
#include "core/measure/motion/contacts.h"
#include "core/measure/motion/paths.h"

// Walks of the tactics study: their figures, row by row.
namespace fw {
namespace {

constexpr double kLaneHalfWidth_m = 0.3;

/// The figures of a walk while it goes on.
struct WalkRecord {
  const WalkSetup& setup;
  ContactRecord contacts;
  JerkRecord jerk;
  double dt_s;
  double way_sum = 0;      ///< metres along the wanted direction
  double seconds_sum = 0;  ///< walker seconds
  double lane_sum = 0;
  int64_t lane_rows = 0;
  int64_t crossings = 0;         ///< of x = 0 in the corridor
  std::vector<double> passed_s;  ///< when walkers passed the door, or arrived
  std::vector<double> relative;  ///< time over the shortest one
  std::vector<uint8_t> has_passed;
  std::vector<Vec2> from;
  std::vector<float> heading_x, heading_y, speed;

  WalkRecord(const WalkRun& run)
      : setup(run.setup),
        contacts(contact_record(run.scene.arena)),
        jerk(jerk_record(run.setup.avoid.step_s)),
        dt_s(run.setup.avoid.step_s),
        has_passed(run.scene.walkers.size(), 0) {
    const Walkers& w = run.scene.walkers;
    for (size_t i = 0; i < w.size(); ++i) from.push_back({w.x_m[i], w.y_m[i]});
  }
};

/// Whether walker i has done what the scene asks of it.
bool passes(const WalkSetup& setup, const Walkers& w, size_t i) {
  switch (setup.sort) {
    case WalkSort::door:
      return w.x_m[i] > kDoor_m;
    case WalkSort::swap:
      return w.stream[i] == 0 ? w.x_m[i] > kDoor_m + kDoorWall_m : w.x_m[i] < kDoor_m;
    case WalkSort::through:
      return w.id[i] == 0 && w.there[i] != 0;
    case WalkSort::circle:
      return w.there[i] != 0;
    default:
      return false;
  }
}

void add_passing(WalkRecord& r, const WalkRun& run) {
  const Walkers& w = run.scene.walkers;
  const double now_s = static_cast<double>(run.step) * r.dt_s;
  for (size_t i = 0; i < w.size(); ++i) {
    const uint32_t id = w.id[i];
    if (r.has_passed[id] != 0 || !passes(r.setup, w, i)) continue;
    r.has_passed[id] = 1;
    r.passed_s.push_back(now_s);
    const double dx = w.goal_x_m[i] - r.from[id].x, dy = w.goal_y_m[i] - r.from[id].y;
    const double shortest_s = std::sqrt(dx * dx + dy * dy) / static_cast<double>(w.speed_mps[i]);
    if (shortest_s > 0) r.relative.push_back(now_s / shortest_s);
  }
}

/// Every row of bodies that walk on and on.
void add_flow(WalkRecord& r, WalkRun& run) {
  Walkers& w = run.scene.walkers;
  const size_t n = w.size();
  r.heading_x.resize(n), r.heading_y.resize(n), r.speed.resize(n);
  for (size_t i = 0; i < n; ++i) {
    const Vec2 way = way_of(r.setup, w, i);
    const auto vx = static_cast<double>(w.vx_mps[i]), vy = static_cast<double>(w.vy_mps[i]);
    r.way_sum += (vx * way.x + vy * way.y) * r.dt_s;
    const double speed = std::sqrt(vx * vx + vy * vy);
    r.speed[i] = static_cast<float>(speed);
    r.heading_x[i] = static_cast<float>(speed > 0 ? vx / speed : 1),
    r.heading_y[i] = static_cast<float>(speed > 0 ? vy / speed : 0);
    // What steps over the seam; nobody goes a metre in a step.
    const double before = w.x_m[i] - vx * r.dt_s;
    if (before < 0 || before >= kCorridor_m) ++r.crossings;
  }
  r.seconds_sum += static_cast<double>(n) * r.dt_s;
  add_row(r.jerk, r.heading_x, r.heading_y, r.speed);
  if (r.setup.sort == WalkSort::bi)
    r.lane_sum += lane_order(w.y_m, w.stream, kLaneHalfWidth_m), ++r.lane_rows;
}

void add_step(WalkRecord& r, WalkRun& run) {
  const Walkers& w = run.scene.walkers;
  const double now_s = static_cast<double>(run.step) * r.dt_s;
  if (!is_flow(r.setup.sort)) add_passing(r, run);
  const bool last = now_s >= r.setup.seconds - r.dt_s / 2;
  if (now_s <= r.setup.warm_up_s || (r.setup.sort == WalkSort::pile && !last)) return;
  add_row(r.contacts, BodyRow{w.id, w.x_m, w.y_m, w.radius_m});
  if (is_flow(r.setup.sort)) add_flow(r, run);
}

/// Passages per metre of door and second, between the first tenth and the last.
double door_flow(const WalkRecord& r, size_t all) {
  const size_t first = all / 10, last = all - all / 10;
  if (r.passed_s.size() < last) return kNoFigure;
  return static_cast<double>(last - first) / (r.passed_s[last - 1] - r.passed_s[first - 1]) / r.setup.number;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return values.empty() ? kNoFigure : sum / static_cast<double>(values.size());
}

void report(const WalkRecord& r, RunRecord& out) {
  const WalkSort sort = r.setup.sort;
  out.figure("overlap_max", r.contacts.overlap_max);
  if (sort == WalkSort::pile) return;
  out.figure("collisions_per_agent_min", collisions_per_minute(r.contacts, r.dt_s), "1/min");
  if (is_flow(sort)) {
    out.figure("speed", r.way_sum / r.seconds_sum, "m/s");
    // Change of acceleration over the step in which it happens.
    out.figure("jerk_tick", jerk(r.jerk).mean / r.dt_s, "m/s^3");
    out.figure("crowding", crowding_per_m2(r.contacts) / r.setup.number);
    const double seconds = r.setup.seconds - r.setup.warm_up_s;
    if (sort == WalkSort::uni || sort == WalkSort::bi)
      out.figure("flow", static_cast<double>(r.crossings) / seconds / kCorridorWidth_m, "1/(m s)");
    if (sort == WalkSort::bi) out.figure("lane_order", r.lane_sum / static_cast<double>(r.lane_rows));
    return;
  }
  const size_t all = sort == WalkSort::through ? 1 : r.has_passed.size();
  const bool everybody = r.passed_s.size() == all;
  out.figure("done", static_cast<double>(r.passed_s.size()) / static_cast<double>(all));
  out.figure("last_s", everybody ? r.passed_s.back() : kNoFigure, "s");
  if (sort == WalkSort::door) out.figure("flow", door_flow(r, all), "1/(m s)");
  if (sort == WalkSort::circle) out.figure("detour", mean_of(r.relative));
}

int walk_steps(const WalkSetup& setup) {
  return static_cast<int>(setup.seconds / setup.avoid.step_s + 0.5);
}

}  // namespace

std::optional<RunResult> tactics::execute_walk(const RunKey& key, const WalkSetup& setup,
                                               const std::atomic<bool>* cancel) {
  WalkRun run = start_walk_run(setup, key.seed);
  WalkRecord record(run);
  for (int step = 0; step < walk_steps(setup); ++step) {
    if (wants_stop(cancel)) return std::nullopt;
    step_walk(run);
    add_step(record, run);
    if (!is_flow(setup.sort) && !record.passed_s.empty() &&
        record.passed_s.size() == (setup.sort == WalkSort::through ? 1 : record.has_passed.size()))
      break;
  }
  RunRecord out{key, {}};
  report(record, out);
  return std::move(out.result);
}

WalkRun start_walk_run(const WalkSetup& setup, uint64_t seed) {
  WalkRun run{setup, walk_scene_of(setup, seed), {}, {}, 0};
  const Arena& arena = run.scene.arena;
  run.avoid = bind_avoid(
      setup.avoid, arena,
      bind_walls(arena, arena.side_m, arena.side_m, nullptr, run.scene.walls, wall_reach_m(setup.avoid)));
  reserve_avoid(run.avoid, run.scene.walkers.size(), run.scratch);
  return run;
}

void step_walk(WalkRun& run) {
  Walkers& w = run.scene.walkers;
  for (size_t i = 0; i < w.size(); ++i) {
    const Vec2 way = way_of(run.setup, w, i);
    w.want_x_mps[i] = w.speed_mps[i] * static_cast<float>(way.x);
    w.want_y_mps[i] = w.speed_mps[i] * static_cast<float>(way.y);
  }
  const Bodies bodies{w.size(),           w.id.data(),       w.x_m.data(),        w.y_m.data(),
                      w.vx_mps.data(),    w.vy_mps.data(),   w.want_x_mps.data(), w.want_y_mps.data(),
                      w.speed_mps.data(), w.radius_m.data(), w.priority.data()};
  avoid_step(run.avoid, run.setup.avoid.step_s, bodies, run.scratch);
  ++run.step;
  for (size_t i = w.size(); i-- > 0;)
    if (has_left(run.setup, w, i)) w.take_out(i);
}

}  // namespace fw
