#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_batch.h"
#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd_internal.h"
#include "core/crowd/crowd_motion_internal.h"

namespace fw {

using namespace crowd;

namespace {

/// Sub-streams of one tick's draws, derived once.
struct Draws {
  uint64_t jitter, turn, speed;
};

struct Tick {
  const Crowd& crowd;
  TickLayers layers;
  Draws draws;
  int64_t number;
};

/// Below this many agents, waking other threads costs more than it saves.
constexpr size_t kAlone = 4 * kChunk;

void count_draws(const CrowdState& state, Piece piece, int64_t tick, PieceScratch& work) {
  crowd::count_draws(state.agents.id.data() + piece.begin, draws_of_tick(tick), piece.count,
                     work.counter.data());
}

void draw_normals(uint64_t stream, const CrowdState& state, Piece piece, int64_t tick, double sd,
                  PieceScratch& work, Floats& out) {
  count_draws(state, piece, tick, work);
  random_normal(stream, {work.counter.data(), piece.count}, sd, {out.data(), piece.count});
}

Headings headings_of(Agents& agents, Piece piece) {
  return {agents.heading_x.data() + piece.begin, agents.heading_y.data() + piece.begin};
}

/// theta' = theta + rate wrap(theta0 - theta) + N(0, sd^2), kept as the deviation from theta0.
void relax_headings(const Tick& tick, CrowdState& state, Piece piece, PieceScratch& work) {
  constexpr double kTwoPi = 2.0 * std::numbers::pi;
  const CrowdParams& p = tick.crowd.params;
  draw_normals(tick.draws.turn, state, piece, tick.number, p.turn_noise_rad, work, work.noise);
  const double keep = 1.0 - p.heading_rate;
  float* deviation = state.deviation_rad.data() + piece.begin;
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
  turn_units({state.course_x.data() + piece.begin, state.course_y.data() + piece.begin}, work.cos.data(),
             work.sin.data(), headings_of(state.agents, piece), piece.count);
}

/// urw: a normal turn; vicsek: a uniform one (its headings already hold the neighbours' sums).
void turn_at_random(const Tick& tick, CrowdState& state, Piece piece, PieceScratch& work) {
  const CrowdParams& p = tick.crowd.params;
  if (p.method == CrowdMethod::urw) {
    draw_normals(tick.draws.turn, state, piece, tick.number, p.turn_noise_rad, work, work.noise);
    for (size_t k = 0; k < piece.count; ++k) work.wide[k] = static_cast<double>(work.noise[k]);
  } else {
    count_draws(state, piece, tick.number, work);
    random_uniform(tick.draws.turn, {work.counter.data(), piece.count}, {work.wide.data(), piece.count});
    for (size_t k = 0; k < piece.count; ++k)
      work.wide[k] = static_cast<float>(p.vicsek_noise_rad * (2.0 * work.wide[k] - 1.0));
  }
  cosines_of_wide(piece.count, work);
  const Headings heading = headings_of(state.agents, piece);
  turn_units({heading.x, heading.y}, work.cos.data(), work.sin.data(), heading, piece.count);
}

void update_speeds(const Tick& tick, CrowdState& state, Piece piece, const Targets& targets,
                   PieceScratch& work) {
  const CrowdParams& p = tick.crowd.params;
  float* v = state.agents.speed_mps.data() + piece.begin;
  if (p.speed_update == SpeedUpdate::ema) {
    ease_speeds(targets.speed.data(), static_cast<float>(p.rho), static_cast<float>(1.0 - p.rho), piece.count,
                v);
  } else if (p.speed_update == SpeedUpdate::ou) {
    draw_normals(tick.draws.speed, state, piece, tick.number, p.speed_noise, work, work.noise);
    const float rate = static_cast<float>(p.speed_rate);
    for (size_t k = 0; k < piece.count; ++k)
      v[k] = std::max(0.0f, v[k] + rate * (targets.speed[k] - v[k]) + work.noise[k]);
  } else {
    std::copy_n(targets.speed.begin(), piece.count, v);
  }
}

void step_piece(const Tick& tick, CrowdState& state, Piece piece) {
  const CrowdParams& p = tick.crowd.params;
  PieceScratch work;
  Targets targets;
  const bool field = has_heading_field(p.method);
  const bool jittered = field && p.jitter_rad > 0;
  if (jittered) draw_normals(tick.draws.jitter, state, piece, tick.number, p.jitter_rad, work, work.jitter);
  read_targets(tick.crowd, tick.layers, {state.agents.x_m.data() + piece.begin, piece.count},
               {state.agents.y_m.data() + piece.begin, piece.count}, jittered ? work.jitter.data() : nullptr,
               work, targets);
  if (field) {
    turn_targets(tick.crowd, state, piece, targets);
    blend_units(headings_of(state.agents, piece), {targets.x.data(), targets.y.data()},
                static_cast<float>(p.beta), static_cast<float>(1.0 - p.beta), piece.count);
  } else if (p.method == CrowdMethod::ou) {
    relax_headings(tick, state, piece, work);
  } else {
    turn_at_random(tick, state, piece, work);
  }
  update_speeds(tick, state, piece, targets, work);
  move_agents(tick.crowd, state, piece);
}

}  // namespace

void step_crowd(const Crowd& crowd, CrowdState& state) {
  const uint64_t place = crowd.seeds.place_stream();
  const Tick tick{
      crowd,
      layers_at(crowd, state.tick, {0, crowd.arena.side_m, 0, crowd.arena.side_m}, state.agents.size()),
      {derive(place, "crowd/jitter"), derive(place, "crowd/turn"), derive(place, "crowd/speed")},
      state.tick};
  const size_t agents = state.agents.size();
  if (crowd.params.method == CrowdMethod::vicsek) {
    // Every heading becomes the unit sum over its neighbourhood, all from the same moment.
    neighbour_headings(crowd, state.agents, state.scratch);
    state.agents.heading_x.swap(state.scratch.heading_x);
    state.agents.heading_y.swap(state.scratch.heading_y);
  }
  // From here on an agent reads no other agent's entries, so pieces may write in place.
  const auto step = [&](size_t begin, size_t end) { step_piece(tick, state, {begin, end - begin}); };
  if (agents > kAlone)
    parallel_for(agents, kChunk, step);
  else
    for (size_t begin = 0; begin < agents; begin += kChunk) step(begin, std::min(agents, begin + kChunk));
  ++state.tick;
}

}  // namespace fw
