#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_batch.h"
#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd_internal.h"
#include "core/crowd/crowd_motion_internal.h"
#include "core/crowd/walk_internal.h"

namespace fw {

using namespace crowd;

namespace {

/// Below this many agents, waking other threads costs more than it saves.
constexpr size_t kAlone = 4 * kChunk;

void count_draws(const AgentColumns& piece, int64_t tick, PieceScratch& work) {
  crowd::count_draws(piece.id, draws_of_tick(tick), piece.count, work.counter.data());
}

void draw_normals(uint64_t stream, const AgentColumns& piece, int64_t tick, double sd, PieceScratch& work,
                  Floats& out) {
  count_draws(piece, tick, work);
  random_normal(stream, {work.counter.data(), piece.count}, sd, {out.data(), piece.count});
}

/// theta' = theta + rate wrap(theta0 - theta) + N(0, sd^2), kept as the deviation from theta0.
void relax_headings(const CrowdTick& tick, const AgentColumns& piece, PieceScratch& work) {
  constexpr double kTwoPi = 2.0 * std::numbers::pi;
  const CrowdParams& p = tick.crowd.params;
  draw_normals(tick.turn, piece, tick.number, p.turn_noise_rad, work, work.noise);
  const double keep = 1.0 - p.heading_rate;
  float* deviation = piece.deviation_rad;
  bool beyond = false;
  for (size_t k = 0; k < piece.count; ++k) {
    const double d = keep * static_cast<double>(deviation[k]) + static_cast<double>(work.noise[k]);
    const double turns = d / kTwoPi + 0.5;
    work.wide[k] = d;
    beyond |= !(turns >= 0 && turns < 1);
  }
  if (beyond)  // rare, so that the loop above needs no floor
    for (size_t k = 0; k < piece.count; ++k) work.wide[k] -= kTwoPi * std::floor(work.wide[k] / kTwoPi + 0.5);
  for (size_t k = 0; k < piece.count; ++k) {
    deviation[k] = static_cast<float>(work.wide[k]);
    work.wide[k] = static_cast<double>(deviation[k]);
  }
  cosines_of_wide(piece.count, work);
  turn_units({piece.course_x, piece.course_y}, work.cos.data(), work.sin.data(),
             {piece.heading_x, piece.heading_y}, piece.count);
}

/// urw: a normal turn; vicsek: a uniform one (its headings already hold the neighbours' sums).
void turn_at_random(const CrowdTick& tick, const AgentColumns& piece, PieceScratch& work) {
  const CrowdParams& p = tick.crowd.params;
  if (p.method == CrowdMethod::urw) {
    draw_normals(tick.turn, piece, tick.number, p.turn_noise_rad, work, work.noise);
    for (size_t k = 0; k < piece.count; ++k) work.wide[k] = static_cast<double>(work.noise[k]);
  } else {
    count_draws(piece, tick.number, work);
    random_uniform(tick.turn, {work.counter.data(), piece.count}, {work.wide.data(), piece.count});
    for (size_t k = 0; k < piece.count; ++k)
      work.wide[k] = static_cast<float>(p.vicsek_noise_rad * (2.0 * work.wide[k] - 1.0));
  }
  cosines_of_wide(piece.count, work);
  turn_units({piece.heading_x, piece.heading_y}, work.cos.data(), work.sin.data(),
             {piece.heading_x, piece.heading_y}, piece.count);
}

void update_speeds(const CrowdTick& tick, const AgentColumns& piece, const Targets& targets,
                   PieceScratch& work) {
  const CrowdParams& p = tick.crowd.params;
  float* v = piece.speed_mps;
  if (p.speed_update == SpeedUpdate::ema) {
    ease_speeds(targets.speed.data(), static_cast<float>(p.rho), static_cast<float>(1.0 - p.rho), piece.count,
                v);
  } else if (p.speed_update == SpeedUpdate::ou) {
    draw_normals(tick.speed, piece, tick.number, p.speed_noise, work, work.noise);
    const float rate = static_cast<float>(p.speed_rate);
    for (size_t k = 0; k < piece.count; ++k)
      v[k] = std::max(0.0f, v[k] + rate * (targets.speed[k] - v[k]) + work.noise[k]);
  } else {
    std::copy_n(targets.speed.begin(), piece.count, v);
  }
}

}  // namespace

namespace crowd {

bool draws_by_id(const CrowdParams& p) {
  return has_heading_field(p.method) ? p.jitter_rad > 0 || p.speed_update == SpeedUpdate::ou : true;
}

void want_velocities(const CrowdTick& tick, const AgentColumns& piece) {
  const CrowdParams& p = tick.crowd.params;
  PieceScratch work;
  Targets targets;
  const bool field = has_heading_field(p.method);
  const bool jittered = field && p.jitter_rad > 0;
  if (jittered) draw_normals(tick.jitter, piece, tick.number, p.jitter_rad, work, work.jitter);
  read_targets(tick.crowd, tick.layers, {piece.x_m, piece.count}, {piece.y_m, piece.count},
               jittered ? work.jitter.data() : nullptr, work, targets);
  if (field) {
    turn_targets(tick.crowd, piece, targets);
    blend_units({piece.heading_x, piece.heading_y}, {targets.x.data(), targets.y.data()},
                static_cast<float>(p.beta), static_cast<float>(1.0 - p.beta), piece.count);
  } else if (p.method == CrowdMethod::ou) {
    relax_headings(tick, piece, work);
  } else {
    turn_at_random(tick, piece, work);
  }
  update_speeds(tick, piece, targets, work);
}

CrowdTick crowd_tick(const Crowd& crowd, int64_t tick, size_t agents, CrowdScratch& scratch) {
  const uint64_t place = crowd.seeds.place_stream();
  cut_layers(crowd, tick, {0, crowd.arena.side_m, 0, crowd.arena.side_m}, agents, scratch.layers);
  return {crowd,
          scratch.layers,
          derive(place, "crowd/jitter"),
          derive(place, "crowd/turn"),
          derive(place, "crowd/speed"),
          tick};
}

void in_pieces(size_t agents, const std::function<void(size_t begin, size_t end)>& step) {
  if (agents > kAlone) return parallel_for(agents, kChunk, step);
  for (size_t begin = 0; begin < agents; begin += kChunk) step(begin, std::min(agents, begin + kChunk));
}

}  // namespace crowd

AgentColumns AgentColumns::part(size_t begin, size_t size) const {
  const auto from = [begin](auto* column) { return column == nullptr ? nullptr : column + begin; };
  return {size,
          from(id),
          from(x_m),
          from(y_m),
          from(heading_x),
          from(heading_y),
          from(speed_mps),
          from(course_x),
          from(course_y),
          from(deviation_rad),
          from(group),
          from(state)};
}

AgentColumns columns_of(CrowdState& state) {
  const auto data = [](auto& column) { return column.empty() ? nullptr : column.data(); };
  Agents& a = state.agents;
  return {a.size(),
          data(a.id),
          data(a.x_m),
          data(a.y_m),
          data(a.heading_x),
          data(a.heading_y),
          data(a.speed_mps),
          data(state.course_x),
          data(state.course_y),
          data(state.deviation_rad),
          data(a.group),
          data(a.state)};
}

void want_crowd(const Crowd& crowd, CrowdState& state) {
  const CrowdTick tick = crowd_tick(crowd, state.tick, state.agents.size(), state.scratch);
  if (crowd.params.method == CrowdMethod::vicsek) {
    // Every heading becomes the unit sum over its neighbourhood, all from the same moment.
    neighbour_headings(crowd, columns_of(state), state.scratch);
    state.agents.heading_x.swap(state.scratch.heading_x);
    state.agents.heading_y.swap(state.scratch.heading_y);
  }
  // In each pass an agent reads no other agent's entries, so pieces may write in place. Between the passes
  // every agent's wanted velocity is its heading and speed: there a rule may read everybody's.
  const AgentColumns all = columns_of(state);
  const auto want = [&](size_t begin, size_t end) {
    const AgentColumns piece = all.part(begin, end - begin);
    if (crowd.goals) restore_speeds(state.walk, begin, piece);
    want_velocities(tick, piece);
    if (crowd.goals) guide_walkers(crowd, all, begin, end, state.walk);
  };
  in_pieces(all.count, std::cref(want));
  if (!state.sleep.empty()) {
    const auto rest = [&](size_t begin, size_t end) {
      send_home(crowd, state.sleep, begin, all.part(begin, end - begin),
                crowd.goals ? state.walk.leg.data() + begin : nullptr);
    };
    in_pieces(all.count, std::cref(rest));
  }
}

void move_crowd(const Crowd& crowd, CrowdState& state) {
  const AgentColumns all = columns_of(state);
  if (crowd.avoid) {
    move_bodies(crowd, state);
  } else {
    const auto move = [&](size_t begin, size_t end) {
      move_agents(crowd, all.part(begin, end - begin), crowd.goals ? state.walk.leg.data() + begin : nullptr);
    };
    in_pieces(all.count, std::cref(move));
    state.tick += crowd.ticks;
  }
  if (!crowd.goals) return;
  const auto arrive = [&](size_t begin, size_t end) {
    let_arrive(crowd, all, state.sleep, begin, end, state.tick, state.walk);
  };
  in_pieces(all.count, std::cref(arrive));
}

void step_crowd(const Crowd& crowd, CrowdState& state) {
  want_crowd(crowd, state);
  move_crowd(crowd, state);
}

}  // namespace fw
