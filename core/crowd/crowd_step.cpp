#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/exact_math.h"
#include "core/base/parallel.h"
#include "core/base/rng.h"
#include "core/crowd/crowd_parts.h"

namespace fw {

using namespace crowd_parts;

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

using Floats = std::array<float, kChunk>;

void draw_normals(uint64_t stream, const CrowdState& state, Piece piece, int64_t tick, double sd,
                  Floats& out) {
  for (size_t k = 0; k < piece.count; ++k) {
    const uint64_t counter = draw_counter(state.agents.id[piece.begin + k], tick);
    out[k] = static_cast<float>(sd * random_normal(stream, counter));
  }
}

void rotate_headings(Agents& agents, Piece piece, const Floats& angle_rad) {
  for (size_t k = 0; k < piece.count; ++k) {
    const exact::SinCos v = exact::sincos(static_cast<double>(angle_rad[k]));
    const float c = static_cast<float>(v.cos), s = static_cast<float>(v.sin);
    float& x = agents.heading_x[piece.begin + k];
    float& y = agents.heading_y[piece.begin + k];
    set_unit(x * c - y * s, x * s + y * c, x, y, x, y);
  }
}

/// heading' = unit(beta heading + (1 - beta) target); the old one where the two cancel.
void blend_headings(Agents& agents, Piece piece, const Targets& targets, double beta) {
  const float old_weight = static_cast<float>(beta), new_weight = static_cast<float>(1.0 - beta);
  for (size_t k = 0; k < piece.count; ++k) {
    float& x = agents.heading_x[piece.begin + k];
    float& y = agents.heading_y[piece.begin + k];
    set_unit(old_weight * x + new_weight * targets.x[k], old_weight * y + new_weight * targets.y[k], x, y, x,
             y);
  }
}

/// theta' = theta + rate wrap(theta0 - theta) + N(0, sd^2), kept as the deviation from theta0.
void relax_headings(const Tick& tick, CrowdState& state, Piece piece) {
  const CrowdParams& p = tick.crowd.params;
  Floats noise;
  draw_normals(tick.draws.turn, state, piece, tick.number, p.turn_noise_rad, noise);
  const double keep = 1.0 - p.heading_rate;
  for (size_t k = 0; k < piece.count; ++k) {
    const size_t i = piece.begin + k;
    double d = keep * static_cast<double>(state.deviation_rad[i]) + static_cast<double>(noise[k]);
    d -= 2.0 * std::numbers::pi * std::floor(d / (2.0 * std::numbers::pi) + 0.5);
    state.deviation_rad[i] = static_cast<float>(d);
    const exact::SinCos v = exact::sincos(static_cast<double>(state.deviation_rad[i]));
    const float c = static_cast<float>(v.cos), s = static_cast<float>(v.sin);
    const float x = state.course_x[i], y = state.course_y[i];
    set_unit(x * c - y * s, x * s + y * c, x, y, state.agents.heading_x[i], state.agents.heading_y[i]);
  }
}

/// urw: a normal turn; vicsek: a uniform one (its headings are the neighbours' sums by now).
void turn_at_random(const Tick& tick, CrowdState& state, Piece piece) {
  const CrowdParams& p = tick.crowd.params;
  Floats turn;
  if (p.method == CrowdMethod::urw) {
    draw_normals(tick.draws.turn, state, piece, tick.number, p.turn_noise_rad, turn);
  } else {
    for (size_t k = 0; k < piece.count; ++k) {
      const uint64_t counter = draw_counter(state.agents.id[piece.begin + k], tick.number);
      turn[k] =
          static_cast<float>(p.vicsek_noise_rad * (2.0 * random_uniform(tick.draws.turn, counter) - 1.0));
    }
  }
  rotate_headings(state.agents, piece, turn);
}

void update_speeds(const Tick& tick, CrowdState& state, Piece piece, const Targets& targets) {
  const CrowdParams& p = tick.crowd.params;
  float* v = state.agents.speed_mps.data() + piece.begin;
  if (p.speed_update == SpeedUpdate::ema) {
    const float keep = static_cast<float>(p.rho), take = static_cast<float>(1.0 - p.rho);
    for (size_t k = 0; k < piece.count; ++k) v[k] = keep * v[k] + take * targets.speed[k];
  } else if (p.speed_update == SpeedUpdate::ou) {
    Floats noise;
    draw_normals(tick.draws.speed, state, piece, tick.number, p.speed_noise, noise);
    const float rate = static_cast<float>(p.speed_rate);
    for (size_t k = 0; k < piece.count; ++k)
      v[k] = std::max(0.0f, v[k] + rate * (targets.speed[k] - v[k]) + noise[k]);
  } else {
    std::copy_n(targets.speed.begin(), piece.count, v);
  }
}

void step_piece(const Tick& tick, CrowdState& state, Piece piece) {
  const CrowdParams& p = tick.crowd.params;
  Targets targets;
  Floats jitter;
  const bool field = has_heading_field(p.method);
  const bool jittered = field && p.jitter_rad > 0;
  if (jittered) draw_normals(tick.draws.jitter, state, piece, tick.number, p.jitter_rad, jitter);
  read_targets(tick.crowd, tick.layers, {state.agents.x_m.data() + piece.begin, piece.count},
               {state.agents.y_m.data() + piece.begin, piece.count}, jittered ? jitter.data() : nullptr,
               targets);
  if (field) {
    turn_targets(tick.crowd, state, piece, targets);
    blend_headings(state.agents, piece, targets, p.beta);
  } else if (p.method == CrowdMethod::ou) {
    relax_headings(tick, state, piece);
  } else {
    turn_at_random(tick, state, piece);
  }
  update_speeds(tick, state, piece, targets);
  move_agents(tick.crowd, state, piece);
}

/// Every heading becomes the unit sum over its neighbourhood, all from the same moment.
void align_with_neighbours(const Crowd& crowd, Agents& agents) {
  std::vector<float> x(agents.size()), y(agents.size());
  neighbour_headings(crowd, agents, x, y);
  agents.heading_x = std::move(x);
  agents.heading_y = std::move(y);
}

}  // namespace

void step_crowd(const Crowd& crowd, CrowdState& state) {
  const uint64_t place = crowd.seeds.place_stream();
  const Tick tick{crowd,
                  layers_at(crowd, state.tick),
                  {derive(place, "crowd/jitter"), derive(place, "crowd/turn"), derive(place, "crowd/speed")},
                  state.tick};
  if (crowd.params.method == CrowdMethod::vicsek) align_with_neighbours(crowd, state.agents);
  // An agent reads no other agent's entries from here on, so pieces may write in place.
  parallel_for(state.agents.size(), kChunk, [&](size_t begin, size_t end) {
    step_piece(tick, state, {begin, end - begin});
  });
  ++state.tick;
}

}  // namespace fw
