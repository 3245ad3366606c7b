#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/experiment/tactics_scenes_internal.h"
#include "core/measure/pattern/lattice_statistics.h"

namespace fw::tactics {
namespace {

constexpr double kMoodSide_m = 1000, kMoodCell_m = 25, kStroll_mps = 1;
constexpr int kTicksPerMap = 20;
constexpr double kStimulusRadius_m = 60;
constexpr double kPlaneBegins_m = 100, kPlaneStrip_m = 50;
constexpr int kReachDirections = 24;

/// Agents that stroll straight on over the torus, or stand.
struct Strollers {
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m, step_x_m, step_y_m;

  Strollers(size_t count, uint64_t seed, double step_m) {
    const uint64_t stream = derive(SeedBundle::from_master(seed).place_stream(), "study/strollers");
    for (uint64_t i = 0; i < count; ++i) {
      id.push_back(static_cast<uint32_t>(i));
      x_m.push_back(std::min(kMoodSide_m * random_uniform(stream, 4 * i), std::nextafter(kMoodSide_m, 0.0)));
      y_m.push_back(
          std::min(kMoodSide_m * random_uniform(stream, 4 * i + 1), std::nextafter(kMoodSide_m, 0.0)));
      const auto turn = exact::sincos(2 * std::numbers::pi * random_uniform(stream, 4 * i + 2));
      step_x_m.push_back(step_m * turn.cos), step_y_m.push_back(step_m * turn.sin);
    }
  }
  void walk() {
    const auto on = [](double c) {
      c -= kMoodSide_m * std::floor(c / kMoodSide_m);
      return c >= kMoodSide_m ? 0.0 : c;
    };
    for (size_t i = 0; i < id.size(); ++i)
      x_m[i] = on(x_m[i] + step_x_m[i]), y_m[i] = on(y_m[i] + step_y_m[i]);
  }
};

struct MoodRun {
  Strollers people;
  Moods moods;
  MoodState state;

  MoodRun(const MoodScene& scene, uint64_t seed, double speed_mps)
      : people(scene.agents, seed, speed_mps * scene.mood.tick_s),
        moods(bind_moods(scene.mood, {kMoodSide_m, Border::torus}, SeedBundle::from_master(seed))),
        state(start_moods(moods, people.id)) {}
  void step(std::span<const MoodStimulus> stimuli = {}) {
    people.walk();
    step_moods(moods, people.id, people.x_m, people.y_m, stimuli, state);
  }
};

/// The largest difference between a mood's share and the count that it was asked for.
double share_error(const MoodRun& run, const MoodScene& scene) {
  std::array<int64_t, kMoods> counts{};
  for (const uint8_t mood : run.state.mood) ++counts[mood];
  const auto asked = mood_counts(scene.mood, scene.agents, 0);
  int64_t most = 0;
  for (size_t k = 0; k < kMoods; ++k) most = std::max(most, std::abs(counts[k] - asked[k]));
  return static_cast<double>(most) / static_cast<double>(scene.agents);
}

/// Moran's I of the share that is alert or more.
double alert_moran(const MoodRun& run) {
  const CellGrid grid = grid_of_cell_size(kMoodSide_m, kMoodCell_m);
  std::vector<double> all(grid.cells(), 0), alert(grid.cells(), 0);
  for (size_t i = 0; i < run.people.id.size(); ++i) {
    const size_t cell = grid.cell_of(run.people.x_m[i], run.people.y_m[i]);
    all[cell] += 1;
    alert[cell] += run.state.mood[i] >= static_cast<uint8_t>(Mood::alert) ? 1 : 0;
  }
  const CellShares shares = cell_shares(alert, all);
  return morans_i(shares.share, grid.per_side, grid.per_side, Contiguity::rook, true, shares.used);
}

/// The share of those within a new stimulus that show alert or more a tick and the longest delay later.
double response(MoodRun& run, const MoodScene& scene) {
  const MoodStimulus noise{300, 700, kStimulusRadius_m, 1};
  run.step({&noise, 1});
  const double now_s = static_cast<double>(run.state.tick) * scene.mood.tick_s + scene.mood.shows_s;
  double inside = 0, alert = 0;
  for (size_t i = 0; i < run.people.id.size(); ++i) {
    const double dx = run.people.x_m[i] - noise.x_m, dy = run.people.y_m[i] - noise.y_m;
    if (dx * dx + dy * dy > kStimulusRadius_m * kStimulusRadius_m) continue;
    inside += 1;
    alert += shown_mood(run.moods, run.state, run.people.id[i], i, now_s) >= Mood::alert ? 1 : 0;
  }
  return inside > 0 ? alert / inside : kNoFigure;
}

/// When each standing agent was alarmed first, s; < 0 = never.
std::vector<double> first_alarms(const Alarm& alarm, const Arena& arena, const Strollers& people,
                                 double seconds, const auto& ignites) {
  const size_t n = people.id.size();
  AlarmState state;
  state.level.assign(n, 0), state.until.assign(n, 0), state.ready.assign(n, 0);
  std::vector<double> first(n, -1);
  for (size_t i = 0; i < n; ++i)
    if (ignites(people.x_m[i], people.y_m[i])) ignite(alarm, 0, i, 1, state);
  for (int64_t tick = 0; static_cast<double>(tick) * alarm.tick_s <= seconds; tick += alarm.round_ticks) {
    if (tick > 0) alarm_round(alarm, arena, tick, people.x_m, people.y_m, state);
    for (size_t i = 0; i < n; ++i)
      if (first[i] < 0 && tick < state.until[i]) first[i] = static_cast<double>(tick) * alarm.tick_s;
  }
  return first;
}

/// Metres a second of a plane front: least squares over the medians of the farthest of every strip.
double front_mps(const AlarmParams& params, double tick_s, const Strollers& people) {
  AlarmParams far = params;
  far.range_m = 10 * kMoodSide_m;
  const Alarm alarm = bind_alarm(far, tick_s);
  const auto first = first_alarms(alarm, {kMoodSide_m, Border::reflect}, people, 60,
                                  [](double x, double) { return x < kPlaneBegins_m; });
  const auto strips = static_cast<size_t>(kMoodSide_m / kPlaneStrip_m);
  double n = 0, st = 0, sd = 0, stt = 0, std_sum = 0;
  for (int64_t round = 3;; ++round) {
    const double t = static_cast<double>(round * alarm.round_ticks) * tick_s;
    std::vector<double> farthest(strips, 0);
    for (size_t i = 0; i < first.size(); ++i)
      if (first[i] >= 0 && first[i] <= t) {
        double& strip = farthest[std::min(strips - 1, static_cast<size_t>(people.y_m[i] / kPlaneStrip_m))];
        strip = std::max(strip, people.x_m[i]);
      }
    std::vector<double> inner(farthest.begin() + 2, farthest.end() - 2);
    const auto middle = inner.begin() + static_cast<std::ptrdiff_t>(inner.size() / 2);
    std::nth_element(inner.begin(), middle, inner.end());
    if (*middle > 0.85 * kMoodSide_m || t > 50) break;
    n += 1, st += t, sd += *middle, stt += t * t, std_sum += t * *middle;
  }
  return n > 1 ? (n * std_sum - st * sd) / (n * stt - st * st) : kNoFigure;
}

/// How far an alarm runs from the middle, over range and the stimulus' own radius: the median over
/// directions.
double reach_share(const AlarmParams& params, double tick_s, const Strollers& people) {
  const Alarm alarm = bind_alarm(params, tick_s);
  const double middle = kMoodSide_m / 2;
  const auto from_middle = [middle](double x, double y) {
    return std::sqrt((x - middle) * (x - middle) + (y - middle) * (y - middle));
  };
  const auto first = first_alarms(alarm, {kMoodSide_m, Border::reflect}, people, 90,
                                  [&](double x, double y) { return from_middle(x, y) <= alarm.ignites_m(); });
  std::vector<double> far(kReachDirections, 0);
  for (size_t i = 0; i < first.size(); ++i) {
    if (first[i] < 0) continue;
    const double turn =
        exact::atan2(people.y_m[i] - middle, people.x_m[i] - middle) / (2 * std::numbers::pi) + 0.5;
    double& one = far[std::min<size_t>(kReachDirections - 1, static_cast<size_t>(turn * kReachDirections))];
    one = std::max(one, from_middle(people.x_m[i], people.y_m[i]));
  }
  std::nth_element(far.begin(), far.begin() + kReachDirections / 2, far.end());
  return far[kReachDirections / 2] / (params.range_m + alarm.ignites_m());
}

}  // namespace

std::optional<RunResult> execute_mood(const RunKey& key, const MoodScene& scene,
                                      const std::atomic<bool>* cancel) {
  RunRecord out{key, {}};
  if (wants_stop(cancel)) return std::nullopt;
  if (scene.alarm) {
    const Strollers people(scene.agents, key.seed, 0);
    out.figure("front_mps", front_mps(scene.mood.alarm, scene.mood.tick_s, people), "m/s");
    for (const double range_m : {200.0, 350.0}) {
      AlarmParams params = scene.mood.alarm;
      params.range_m = range_m;
      out.figure(range_m < 300 ? "reach_200" : "reach_350", reach_share(params, scene.mood.tick_s, people));
    }
    return std::move(out.result);
  }
  MoodRun run(scene, key.seed, kStroll_mps);
  const auto ticks = static_cast<int64_t>(scene.seconds / scene.mood.tick_s + 0.5);
  double error = 0, changes = 0, moran = 0, maps = 0;
  for (int64_t tick = 0; tick < ticks; ++tick) {
    if (wants_stop(cancel)) return std::nullopt;
    const std::vector<uint8_t> before = run.state.mood;
    run.step();
    error = std::max(error, share_error(run, scene));
    if (tick > 0)
      for (size_t i = 0; i < before.size(); ++i) changes += before[i] != run.state.mood[i] ? 1 : 0;
    if (tick % kTicksPerMap == 0) moran += alert_moran(run), maps += 1;
  }
  const double minutes = static_cast<double>(ticks - 1) * scene.mood.tick_s / 60;
  out.figure("share_error", error);
  out.figure("morans_i", moran / maps);
  out.figure("flicker_per_min", changes / static_cast<double>(scene.agents) / minutes, "1/min");
  out.figure("response", response(run, scene));
  return std::move(out.result);
}

Stepper start_mood(uint64_t seed, const MoodScene& scene) {
  return [run = std::make_shared<MoodRun>(scene, seed, kStroll_mps)] { run->step(); };
}

}  // namespace fw::tactics
