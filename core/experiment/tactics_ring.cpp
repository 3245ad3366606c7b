#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/seed.h"
#include "core/experiment/tactics_scenes_internal.h"
#include "core/measure/motion/attacks.h"
#include "core/measure/motion/contacts.h"
#include "core/measure/motion/intervals.h"
#include "core/steer/avoid.h"

namespace fw::tactics {
namespace {

constexpr double kFieldSide_m = 120, kHome_m = 20;
constexpr float kBody_m = 0.3F;
constexpr double kTurn_radps = 0.1;  ///< of the target

/// Members with bodies round a target that turns slowly.
struct RingRun {
  Squads squads;
  SquadState state;
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m;
  std::vector<float> vx_mps, vy_mps, speed_mps, radius_m;
  Avoid avoid;
  AvoidScratch scratch;

  RingRun(const RingScene& scene, uint64_t seed) {
    squads.params = scene.squad;
    SquadUnit& unit =
        add_unit(squads, scene.members, derive(SeedBundle::from_master(seed).place_stream(), "study/ring"));
    unit.home_x_m = kFieldSide_m / 2 + kHome_m, unit.home_y_m = kFieldSide_m / 2;
    const size_t n = scene.members;
    x_m.resize(n), y_m.resize(n), vx_mps.assign(n, 0), vy_mps.assign(n, 0);
    speed_mps.assign(n, static_cast<float>(scene.squad.speed_mps)), radius_m.assign(n, kBody_m);
    for (size_t i = 0; i < n; ++i) id.push_back(static_cast<uint32_t>(i));
    squad_homes(squads, x_m, y_m);
    state = start_squads(squads);
    AvoidParams params;
    params.by = AvoidBy::field, params.radius_m = static_cast<double>(kBody_m);
    params.diagram = AvoidDiagram::none;
    const Arena arena{kFieldSide_m, Border::reflect};
    avoid = bind_avoid(params, arena,
                       bind_walls(arena, kFieldSide_m, kFieldSide_m, nullptr, {}, wall_reach_m(params)));
    reserve_avoid(avoid, n, scratch);
  }
  SquadTarget target() const {
    const double tick_s = squads.params.tokens.tick_s;
    const auto facing = exact::sincos(kTurn_radps * static_cast<double>(state.tick) * tick_s);
    return {kFieldSide_m / 2, kFieldSide_m / 2, facing.cos, facing.sin};
  }
  void step() {
    const SquadTarget at = target();
    step_squads(squads, {&at, 1}, x_m, y_m, state);
    const Bodies bodies{.count = id.size(),
                        .id = id.data(),
                        .x_m = x_m.data(),
                        .y_m = y_m.data(),
                        .vx_mps = vx_mps.data(),
                        .vy_mps = vy_mps.data(),
                        .want_x_mps = state.want_x_mps.data(),
                        .want_y_mps = state.want_y_mps.data(),
                        .speed_mps = speed_mps.data(),
                        .radius_m = radius_m.data()};
    avoid_step(avoid, squads.params.tokens.tick_s, bodies, scratch);
  }
};

}  // namespace

std::optional<RunResult> execute_ring(const RunKey& key, const RingScene& scene,
                                      const std::atomic<bool>* cancel) {
  RingRun run(scene, key.seed);
  const double tick_s = scene.squad.tokens.tick_s,
               half_front_rad = scene.squad.tokens.front_deg * std::numbers::pi / 180;
  const auto ticks = static_cast<int64_t>((scene.seconds + scene.warm_up_s) / tick_s + 0.5);
  int at_once = 0;
  double wait_s = 0, gap_sum = 0, rows = 0;
  std::vector<int64_t> starts;
  std::vector<uint8_t> front;
  std::vector<double> attacks(scene.members, 0);
  ContactRecord contacts = contact_record({kFieldSide_m, Border::reflect});
  for (int64_t tick = 0; tick < ticks; ++tick) {
    if (wants_stop(cancel)) return std::nullopt;
    const SquadTarget at = run.target();
    run.step();
    const TokenState& tokens = run.state.tokens[0];
    at_once = std::max(at_once, tokens_in_use(tokens, tick));
    if (static_cast<double>(tick) * tick_s < scene.warm_up_s) continue;
    for (const uint32_t id : tokens.started) {
      starts.push_back(tick);
      attacks[id] += 1;
      const double turn = tokens.members[id].angle_rad - exact::atan2(at.facing_y, at.facing_x);
      front.push_back(std::fabs(std::remainder(turn, 2 * std::numbers::pi)) <= half_front_rad ? 1 : 0);
    }
    std::vector<double> bearings;
    for (size_t i = 0; i < scene.members; ++i) {
      if (tokens.members[i].waits_since != TokenMember::kNever)
        wait_s = std::max(wait_s, tick_s * static_cast<double>(tick - tokens.members[i].waits_since));
      const double dx = run.x_m[i] - at.x_m, dy = run.y_m[i] - at.y_m;
      if (dx * dx + dy * dy < scene.squad.tokens.reach_m * scene.squad.tokens.reach_m)
        bearings.push_back(exact::atan2(dy, dx));
    }
    gap_sum += largest_bearing_gap_rad(bearings) * 180 / std::numbers::pi, rows += 1;
    add_row(contacts, BodyRow{run.id, run.x_m, run.y_m, run.radius_m});
  }
  RunRecord out{key, {}};
  double in_front = 0;
  for (const uint8_t one : front) in_front += one;
  out.figure("at_once", at_once);
  out.figure("start_gap_cv", isi_cv(starts));
  out.figure("wait_max", wait_s, "s");
  out.figure("front_share", in_front / static_cast<double>(front.size()));
  out.figure("running_error", running_share_error(front, scene.squad.tokens.front_share));
  out.figure("bearing_gap", gap_sum / rows, "deg");
  out.figure("gini", gini(attacks));
  out.figure("overlap_max", contacts.overlap_max);
  return std::move(out.result);
}

Stepper start_ring(uint64_t seed, const RingScene& scene) {
  return [run = std::make_shared<RingRun>(scene, seed)] { run->step(); };
}

}  // namespace fw::tactics
