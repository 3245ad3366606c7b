#pragma once

#include <cmath>
#include <span>

#include "core/action/action.h"
#include "core/base/exact_math.h"
#include "core/base/rng.h"

// What the schedulers share; private to this room. Every step_* decides state.started (ascending) from the
// state as it is and writes its own memory; step_action then writes who is active.
namespace fw::parts {

using Positions = std::span<const double>;

/// Whole ticks of a time, at least one.
inline int64_t ticks(double time_s, double dt_s) {
  const double whole = std::floor(time_s / dt_s + 0.5);
  return whole < 1 ? 1 : static_cast<int64_t>(whole);
}

/// The random words of one tick: counter = agent.
inline uint64_t tick_stream(uint64_t stream, int64_t tick) {
  return splitmix64(stream ^ splitmix64(static_cast<uint64_t>(tick)));
}

/// Probability of a start in a tick at a rate.
inline double start_probability(const ActionParams& params, double rate_per_s) {
  const double expected = rate_per_s * params.dt_s;
  if (params.link == RateLink::exponential) return 1 - exact::exp(-expected);
  return expected < 1 ? expected : 1;
}

inline bool may_start(const Action& action, const ActionState& state, size_t agent) {
  return !action.params.idle_only || state.active_until[agent] <= state.tick;
}

/// Proposals: agents that may start and whose draw falls below p, ascending, into state.scratch.order.
void propose(const Action& action, double probability, ActionState& state);

void step_field(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_memoryless(const Action& action, ActionState& state);
void step_inhibited(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_token(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_robin(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_fixed(const Action& action, ActionState& state);

/// Turns state.scratch.probability (0 for agents that may not start) into state.started.
void draw_starts(const Action& action, Positions x_m, Positions y_m, ActionState& state);

/// The tick at which the phases that hold at `tick` were read.
int64_t refresh_tick(const Action& action, int64_t tick);
/// Reads every agent's phase from the field.
void refresh_phases(const Action& action, Positions x_m, Positions y_m, ActionState& state);

}  // namespace fw::parts
