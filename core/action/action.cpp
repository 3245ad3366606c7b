#include "core/action/action.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "core/action/action_internal.h"

namespace fw {

namespace {

/// The phase part of the rate by circular distance from the phase (docs/coordinators.md, 3.2).
std::vector<double> phase_kernel(const ActionParams& params, int cycle_ticks) {
  std::vector<double> kernel(static_cast<size_t>(cycle_ticks));
  for (int k = 0; k < cycle_ticks; ++k) {
    const double away = std::min(k, cycle_ticks - k) * params.dt_s / params.bandwidth_s;
    kernel[static_cast<size_t>(k)] = params.epsilon + (1 - params.epsilon) * exact::exp(-0.5 * away * away);
  }
  return kernel;
}

/// Allocates what each method needs before its first tick.
void prepare_memory(const Action& action, ActionState& state) {
  const ActionParams& p = action.params;
  const size_t n = state.size();
  state.remainder = random_uniform(derive(action.place_stream, "action/remainder"), 0);
  if (p.method == ActionMethod::constraint_token) {
    const auto side = static_cast<size_t>(action::token_cells_per_side(action));
    state.tokens_in_use.assign(side * side, 0);
    state.token_release.resize(static_cast<size_t>(std::max(action.short_ticks, action.long_ticks)) + 1);
    state.is_waiting.assign(n, 0);
  }
  if (p.method == ActionMethod::constraint_roundrobin)
    state.next_in_region.assign(static_cast<size_t>(p.robin_regions) * p.robin_regions, 0);
  if (p.method == ActionMethod::fixed) {
    const uint64_t stream = derive(action.place_stream, "action/first_due");
    state.due_tick.resize(n);
    for (size_t i = 0; i < n; ++i) state.due_tick[i] = random_uniform(stream, i) * p.fixed_mean_s / p.dt_s;
  }
  if (!action::reads_field(p.method)) return;
  state.rate_per_s.assign(n, 0);
  state.phase_class.resize(n);
  for (size_t i = 0; i < n; ++i) state.phase_class[i] = static_cast<uint8_t>(i % p.phase_classes);
  if (p.draw != DrawOrder::longest_waiting) return;
  // Waiting times that started at different moments; equal credits would be served in index order.
  const uint64_t stream = derive(action.place_stream, "action/credit");
  state.credit.resize(n);
  for (size_t i = 0; i < n; ++i) state.credit[i] = random_uniform(stream, i);
}

void begin_actions(const Action& action, ActionState& state) {
  for (const uint32_t agent : state.started)
    state.active_until[agent] = state.tick + action_duration_ticks(action, state.id_of(agent), state.tick);
}

}  // namespace

namespace {

/// first_due and credit are drawn by id, as in prepare_memory.
double first_due(const Action& action, uint32_t id) {
  const ActionParams& p = action.params;
  return random_uniform(derive(action.place_stream, "action/first_due"), id) * p.fixed_mean_s / p.dt_s;
}
double first_credit(const Action& action, uint32_t id) {
  return random_uniform(derive(action.place_stream, "action/credit"), id);
}

template <typename T>
void insert_at(std::vector<T>& values, size_t at, T value) {
  values.insert(values.begin() + static_cast<std::ptrdiff_t>(at), value);
}
template <typename T>
void erase_at(std::vector<T>& values, size_t at) {
  if (at < values.size()) values.erase(values.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

void reserve_action(const Action& action, size_t agents, ActionState& state) {
  const ActionParams& p = action.params;
  state.id.reserve(agents), state.active_until.reserve(agents), state.started.reserve(agents);
  ActionScratch& s = state.scratch;
  s.order.reserve(agents), s.x_m.reserve(agents), s.y_m.reserve(agents), s.weight.reserve(agents);
  if (p.method == ActionMethod::constraint_token) {
    state.is_waiting.reserve(agents), state.waiting.reserve(agents);
    for (auto& cells : state.token_release) cells.reserve(agents);
  }
  if (p.method == ActionMethod::fixed) state.due_tick.reserve(agents);
  if (!action::reads_field(p.method)) return;
  state.rate_per_s.reserve(agents), state.phase_class.reserve(agents), state.hazard.reserve(agents);
  state.phase_tick.reserve(agents), state.credit.reserve(agents);
  state.curve.reserve(agents), state.curve_x_m.reserve(agents), state.curve_y_m.reserve(agents);
  s.noise.reserve(agents), s.probability.reserve(agents), s.key.reserve(agents);
  s.partial.reserve(agents / 512 + 1);
}

void join_action(const Action& action, uint32_t id, int phase_class, ActionState& state) {
  const ActionParams& p = action.params;
  assert(state.id.size() == state.size());
  const auto at =
      static_cast<size_t>(std::lower_bound(state.id.begin(), state.id.end(), id) - state.id.begin());
  insert_at(state.id, at, id);
  insert_at(state.active_until, at, int64_t{0});
  for (TokenRequest& request : state.waiting) request.agent += request.agent >= at;
  for (uint32_t& agent : state.started) agent += agent >= at;
  if (p.method == ActionMethod::constraint_token) insert_at(state.is_waiting, at, uint8_t{0});
  if (p.method == ActionMethod::fixed)
    insert_at(state.due_tick, at, static_cast<double>(state.tick) + first_due(action, id));
  state.curve_x_m.clear();
  if (!action::reads_field(p.method)) return;
  insert_at(state.rate_per_s, at, 0.0);
  insert_at(state.phase_class, at,
            static_cast<uint8_t>(phase_class < 0 ? id % static_cast<uint32_t>(p.phase_classes)
                                                 : static_cast<uint32_t>(phase_class)));
  if (p.alpha < 1) insert_at(state.hazard, at, std::nan(""));
  if (p.alpha > 0) insert_at(state.phase_tick, at, int32_t{-1});
  if (p.draw == DrawOrder::longest_waiting) insert_at(state.credit, at, first_credit(action, id));
}

void leave_action(const Action&, size_t agent, ActionState& state) {
  std::erase_if(state.waiting, [agent](const TokenRequest& request) { return request.agent == agent; });
  for (TokenRequest& request : state.waiting) request.agent -= request.agent > agent;
  std::erase(state.started, static_cast<uint32_t>(agent));
  for (uint32_t& other : state.started) other -= other > agent;
  erase_at(state.id, agent), erase_at(state.active_until, agent), erase_at(state.rate_per_s, agent);
  erase_at(state.hazard, agent), erase_at(state.phase_tick, agent), erase_at(state.phase_class, agent);
  erase_at(state.credit, agent), erase_at(state.is_waiting, agent), erase_at(state.due_tick, agent);
  state.curve_x_m.clear();
}

Action bind_action(const ActionParams& params, const Arena& arena, const SeedBundle& seeds) {
  assert(arena.side_m > 0 && check_action(params, arena));
  const std::string tag = params.field.seed_of.empty() ? "action/field" : params.field.seed_of;
  Action action;
  action.params = params;
  action.arena = arena;
  action.field_stream = derive(seeds.noise_stream(), tag);
  action.field = bind_noise(params.field, action.field_stream, 0, arena.torus() ? arena.side_m : 0);
  action.place_stream = seeds.place_stream();
  action.start_stream = derive(action.place_stream, "action/start");
  action.duration_stream = derive(action.place_stream, "action/duration");
  action.order_stream = derive(action.place_stream, "action/order");
  action.jitter_stream = derive(action.place_stream, "action/jitter");
  action.interval_stream = derive(action.place_stream, "action/interval");
  action.cycle_ticks = static_cast<int>(action::ticks(params.cycle_s, params.dt_s));
  action.short_ticks = action::ticks(params.short_action_s, params.dt_s);
  action.long_ticks = action::ticks(params.long_action_s, params.dt_s);
  action.kernel = phase_kernel(params, action.cycle_ticks);
  for (const double k : action.kernel) action.kernel_mean += k / action.cycle_ticks;
  return action;
}

ActionState start_action(const Action& action, std::span<const double> x_m, std::span<const double> y_m) {
  assert(x_m.size() == y_m.size());
  ActionState state;
  state.x_m.assign(x_m.begin(), x_m.end());
  state.y_m.assign(y_m.begin(), y_m.end());
  state.active_until.assign(x_m.size(), 0);
  prepare_memory(action, state);
  return state;
}

ActionState start_action(const Action& action, size_t agents) {
  const uint64_t stream = derive(action.place_stream, "action/position");
  std::vector<double> x_m(agents), y_m(agents);
  for (size_t i = 0; i < agents; ++i) {
    x_m[i] = action.arena.side_m * random_uniform(stream, 2 * i);
    y_m[i] = action.arena.side_m * random_uniform(stream, 2 * i + 1);
  }
  return start_action(action, x_m, y_m);
}

int64_t action_duration_ticks(const Action& action, uint32_t agent, int64_t tick) {
  return duration_ticks_of(action, action_duration_stream(action, tick), agent);
}

uint64_t action_duration_stream(const Action& action, int64_t tick) {
  return action::tick_stream(action.duration_stream, tick);
}

int64_t duration_ticks_of(const Action& action, uint64_t stream_of_tick, uint32_t agent) {
  const bool is_long = random_uniform(stream_of_tick, agent) < action.params.long_action_share;
  return is_long ? action.long_ticks : action.short_ticks;
}

void step_action(const Action& action, std::span<const double> x_m, std::span<const double> y_m,
                 ActionState& state) {
  assert(x_m.size() == state.size() && y_m.size() == state.size());
  state.started.clear();
  switch (action.params.method) {
    case ActionMethod::perlin:
    case ActionMethod::perlin_phase:
    case ActionMethod::perlin_hybrid:
    case ActionMethod::exact:
      action::step_field(action, x_m, y_m, state);
      break;
    case ActionMethod::poisson:
    case ActionMethod::sinusoid:
      action::step_memoryless(action, state);
      break;
    case ActionMethod::filtered:
    case ActionMethod::hawkes_inhibitory:
      action::step_inhibited(action, x_m, y_m, state);
      break;
    case ActionMethod::constraint_token:
      action::step_token(action, x_m, y_m, state);
      break;
    case ActionMethod::constraint_roundrobin:
      action::step_robin(action, x_m, y_m, state);
      break;
    case ActionMethod::fixed:
      action::step_fixed(action, state);
      break;
  }
  begin_actions(action, state);
  ++state.tick;
}

void step_action(const Action& action, ActionState& state) {
  step_action(action, state.x_m, state.y_m, state);
}

}  // namespace fw
