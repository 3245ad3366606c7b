#include <algorithm>
#include <cassert>

#include "core/action/action_internal.h"
#include "core/action/action_moment.h"
#include "core/base/per_thread.h"

namespace fw {

namespace {

/// Cells along a side of the lattice on which the field's distribution is taken.
constexpr int kDistributionLattice = 64;

/// The field at a tick, and the phase at which to sample it.
struct FieldNow {
  FieldNow(const Action& action, int64_t tick) : field(&action.field) {
    const NoiseStack& stack = action.params.field;
    const double time_s = static_cast<double>(tick) * action.params.dt_s;
    if (stack.update == FieldUpdate::drift) phase = stack.drift_per_s * time_s;
    if (stack.update == FieldUpdate::drift || stack.cycle_s <= 0) return;
    const auto cycle = static_cast<int64_t>(std::floor(time_s / stack.cycle_s));
    const double period_m = action.arena.torus() ? action.arena.side_m : 0;
    bind_noise_into(stack, action.field_stream, 0, period_m, cycle, of_cycle);
    field = &of_cycle;
  }
  FieldNow(const FieldNow&) = delete;
  FieldNow& operator=(const FieldNow&) = delete;

  const NoiseField* field;
  NoiseField of_cycle;  ///< of a resampled stack
  double phase = 0;
};

/// n over the lattice, ascending: the field's empirical distribution.
void distribution_at(const Action& action, const FieldNow& now, std::vector<float>& values) {
  const GridSpec grid = GridSpec::square(action.arena.side_m, kDistributionLattice);
  values.resize(grid.cells());
  fill_noise(*now.field, grid, now.phase, values);
  std::sort(values.begin(), values.end());
}

/// The phase of a field value: raw, or its place in the field's distribution.
float phase_of(const Action& action, const std::vector<float>& distribution, float n) {
  if (action.params.phase_map == PhaseMap::raw) {
    constexpr float kBelowOne = 0x1.fffffep-1f;
    return std::clamp((n + 1.0f) * 0.5f, 0.0f, kBelowOne);
  }
  const auto below = std::lower_bound(distribution.begin(), distribution.end(), n) - distribution.begin();
  return (static_cast<float>(below) + 0.5f) / static_cast<float>(distribution.size() + 1);
}

/// The rate of a place by its phase and its field value in [0, 1].
float rate_of(const Action& action, int64_t tick, float phase, float n01) {
  const ActionParams& p = action.params;
  const double hazard_scale = (1 - p.alpha) * p.lambda_0_per_s;
  const double kernel_scale = p.alpha * target_rate_per_s(p) / action.kernel_mean;
  const auto own = static_cast<int64_t>(static_cast<double>(phase) * action.cycle_ticks);
  const double hazard = p.epsilon + (1 - p.epsilon) * static_cast<double>(n01);
  const double kernel = action.kernel[static_cast<size_t>(action::cycle_distance(action, tick - own))];
  return static_cast<float>(hazard_scale * hazard + kernel_scale * kernel);
}

}  // namespace

void action_field(const Action& action, int64_t tick, std::span<const double> x_m,
                  std::span<const double> y_m, std::span<float> out) {
  const FieldNow now(action, tick);
  sample_noise(*now.field, x_m, y_m, now.phase, out);
  normalise_half(out);
}

void action_phase(const Action& action, int64_t tick, std::span<const double> x_m,
                  std::span<const double> y_m, std::span<float> out) {
  const FieldNow now(action, action::refresh_tick(action, tick));
  sample_noise(*now.field, x_m, y_m, now.phase, out);
  // Its memory is used again by the next call.
  auto& distribution = per_thread<std::vector<float>, struct KeptDistribution>();
  if (action.params.phase_map != PhaseMap::raw) distribution_at(action, now, distribution);
  for (float& u : out) u = phase_of(action, distribution, u);
}

void action_rate(const Action& action, int64_t tick, std::span<const double> x_m, std::span<const double> y_m,
                 std::span<float> out) {
  std::vector<float> phase(out.size());
  action_phase(action, tick, x_m, y_m, phase);
  action_field(action, tick, x_m, y_m, out);
  for (size_t i = 0; i < out.size(); ++i) out[i] = rate_of(action, tick, phase[i], out[i]);
}

void cut_action_moment(const Action& action, int64_t tick, ActionMoment& out) {
  const int64_t refreshed = action::refresh_tick(action, tick);
  const FieldNow now(action, tick), before(action, refreshed);
  cut_moment(*now.field, now.phase, {}, 0, out.now);
  const bool known = out.tick >= 0 && action::refresh_tick(action, out.tick) == refreshed;
  if (!known) {
    cut_moment(*before.field, before.phase, {}, 0, out.at_refresh);
    if (action.params.phase_map != PhaseMap::raw) distribution_at(action, before, out.distribution);
  }
  out.tick = tick;
}

ActionReading read_action(const Action& action, const ActionMoment& moment, Vec2 at_m) {
  const float phase = phase_of(action, moment.distribution, noise_value(moment.at_refresh, at_m.x, at_m.y));
  const float n01 = (noise_value(moment.now, at_m.x, at_m.y) + 1.0f) * 0.5f;
  return {rate_of(action, moment.tick, phase, n01), phase};
}

namespace action {

int64_t refresh_tick(const Action& action, int64_t tick) {
  const int64_t every = ticks(action.params.phase_refresh_s, action.params.dt_s);
  return tick - tick % every;
}

int64_t cycle_distance(const Action& action, int64_t ticks_after) {
  const int64_t rest = ticks_after % action.cycle_ticks;
  return rest < 0 ? rest + action.cycle_ticks : rest;
}

namespace {

/// The tick of the cycle of an agent's turn: the field's phase with jitter and class.
int32_t turn_of(const Action& action, const ActionState& state, size_t agent, float phase, uint64_t stream) {
  const ActionParams& p = action.params;
  const auto most = static_cast<int64_t>(std::floor(p.jitter_s / p.dt_s + 0.5));
  const auto own = static_cast<int64_t>(static_cast<double>(phase) * action.cycle_ticks);
  const auto jitter =
      static_cast<int64_t>(random_below(stream, state.id_of(agent), static_cast<uint64_t>(2 * most + 1))) -
      most;
  const int64_t moved = state.phase_class[agent] * int64_t{action.cycle_ticks} / p.phase_classes;
  return static_cast<int32_t>(cycle_distance(action, own + jitter + moved));
}

}  // namespace

void refresh_phases(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  const size_t n = state.size();
  const int64_t read_at = refresh_tick(action, state.tick);
  if (state.phase_tick.size() != n || read_at == state.tick) state.phase_tick.assign(n, -1);
  // All at a refresh; in between those who have joined.
  ActionScratch& scratch = state.scratch;
  scratch.order.clear(), scratch.x_m.clear(), scratch.y_m.clear();
  for (size_t i = 0; i < n; ++i) {
    if (state.phase_tick[i] >= 0) continue;
    scratch.order.push_back(static_cast<uint32_t>(i));
    scratch.x_m.push_back(x_m[i]), scratch.y_m.push_back(y_m[i]);
  }
  if (scratch.order.empty()) return;
  std::vector<float>& phase = scratch.noise;
  phase.resize(scratch.order.size());
  action_phase(action, state.tick, scratch.x_m, scratch.y_m, phase);
  const uint64_t stream = tick_stream(action.jitter_stream, read_at);
  for (size_t k = 0; k < scratch.order.size(); ++k)
    state.phase_tick[scratch.order[k]] = turn_of(action, state, scratch.order[k], phase[k], stream);
}

}  // namespace action

}  // namespace fw
