#pragma once

#include <cmath>
#include <span>

#include "core/action/action.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"

// Declarations that the schedulers share; private to this room. Every step_* decides state.started
// (ascending) from the current state and updates its own memory; step_action then updates which agents are
// active.
namespace fw::action {

using Positions = std::span<const double>;

/// A time in whole ticks, at least one.
inline int64_t ticks(double time_s, double dt_s) {
  const double whole = std::floor(time_s / dt_s + 0.5);
  return whole < 1 ? 1 : static_cast<int64_t>(whole);
}

/// The random words of one tick: counter = agent.
inline uint64_t tick_stream(uint64_t stream, int64_t tick) {
  return splitmix64(stream ^ splitmix64(static_cast<uint64_t>(tick)));
}

/// Probability of a start in a tick at a given rate.
inline double start_probability(const ActionParams& params, double rate_per_s) {
  const double expected = rate_per_s * params.dt_s;
  if (params.link == RateLink::exponential) return 1 - exact::exp(-expected);
  return expected < 1 ? expected : 1;
}

inline bool may_start(const Action& action, const ActionState& state, size_t agent) {
  return !action.params.idle_only || state.active_until[agent] <= state.tick;
}

inline bool reads_field(ActionMethod method) {
  return kActionMethods[static_cast<size_t>(method)].reads_field;
}

/// The draw of every agent at this tick, uniform in (0, 1); one random word each, for every method.
inline double start_draw(const Action& action, const ActionState& state, size_t agent) {
  return random_uniform(tick_stream(action.start_stream, state.tick), state.id_of(agent));
}

/// Agents that may start and whose draw is below their probability, ascending.
void propose(const Action& action, const ActionState& state, double probability, std::vector<uint32_t>& out);

void step_field(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_memoryless(const Action& action, ActionState& state);
void step_inhibited(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_token(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_robin(const Action& action, Positions x_m, Positions y_m, ActionState& state);
void step_fixed(const Action& action, ActionState& state);

/// Turns state.scratch.probability (0 for agents that may not start) into state.started.
void draw_starts(const Action& action, Positions x_m, Positions y_m, ActionState& state);

/// Token cells per side: the nearest whole number.
int token_cells_per_side(const Action& action);

/// The tick at which the phases valid at `tick` were read.
int64_t refresh_tick(const Action& action, int64_t tick);
/// Ticks modulo the cycle, 0 .. cycle_ticks - 1.
int64_t cycle_distance(const Action& action, int64_t ticks_after);
/// Reads every agent's phase from the field.
void refresh_phases(const Action& action, Positions x_m, Positions y_m, ActionState& state);

}  // namespace fw::action
