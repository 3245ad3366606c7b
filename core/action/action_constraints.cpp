#include <algorithm>

#include "core/action/action_internal.h"

// Baselines with capacities: tokens of a cell, and regions that open in turn.
namespace fw::action {

int token_cells_per_side(const Action& action) {
  return static_cast<int>(std::max(1.0, std::floor(action.arena.side_m / action.params.token_cell_m + 0.5)));
}

namespace {

/// A square of the arena cut into per_side x per_side, row-major from the south-west.
size_t square_of(const Arena& arena, int per_side, double x_m, double y_m) {
  const auto at = [&](double coordinate_m) {
    return std::clamp(static_cast<int>(coordinate_m * per_side / arena.side_m), 0, per_side - 1);
  };
  return static_cast<size_t>(at(y_m)) * static_cast<size_t>(per_side) + static_cast<size_t>(at(x_m));
}

std::vector<uint32_t>& releases_at(ActionState& state, int64_t tick) {
  return state.token_release[static_cast<size_t>(tick) % state.token_release.size()];
}

/// New requests of agents without a waiting one, added after the older ones.
void ask_for_tokens(const Action& action, ActionState& state) {
  std::vector<uint32_t>& asking = state.scratch.order;
  propose(action, state, start_probability(action.params, target_rate_per_s(action.params)), asking);
  for (const uint32_t agent : asking) {
    if (state.is_waiting[agent]) continue;
    state.is_waiting[agent] = 1;
    state.waiting.push_back({agent, state.tick});
  }
}

}  // namespace

void step_token(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  const ActionParams& p = action.params;
  for (const uint32_t cell : releases_at(state, state.tick)) --state.tokens_in_use[cell];
  releases_at(state, state.tick).clear();
  ask_for_tokens(action, state);
  const int per_side = token_cells_per_side(action);
  const auto patience = static_cast<int64_t>(std::floor(p.token_wait_s / p.dt_s + 0.5));
  size_t kept = 0;
  for (const TokenRequest request : state.waiting) {
    const size_t cell = square_of(action.arena, per_side, x_m[request.agent], y_m[request.agent]);
    const bool given_up = state.tick - request.tick > patience;
    if (!given_up && state.tokens_in_use[cell] >= p.token_capacity) {
      state.waiting[kept++] = request;
      continue;
    }
    state.is_waiting[request.agent] = 0;
    if (given_up) continue;
    ++state.tokens_in_use[cell];
    const int64_t duration = action_duration_ticks(action, state.id_of(request.agent), state.tick);
    releases_at(state, state.tick + duration).push_back(static_cast<uint32_t>(cell));
    state.started.push_back(request.agent);
  }
  state.waiting.resize(kept);
  std::sort(state.started.begin(), state.started.end());
}

namespace {

int open_slot(const ActionParams& params, int64_t tick) {
  const double time_s = static_cast<double>(tick) * params.dt_s;
  const double into_s = time_s - std::floor(time_s / params.robin_rotation_s) * params.robin_rotation_s;
  const double slot = std::floor(into_s * params.robin_slots / params.robin_rotation_s);
  return std::min(static_cast<int>(slot), params.robin_slots - 1);
}

/// Tries the members of an open region in cyclic order, from the one after the last start.
void serve_region(const Action& action, std::span<const uint32_t> members, uint32_t& next,
                  ActionState& state) {
  const ActionParams& p = action.params;
  const double demand = start_probability(p, p.robin_slots * target_rate_per_s(p));
  const auto first =
      static_cast<size_t>(std::partition_point(members.begin(), members.end(),
                                               [&](uint32_t agent) { return state.id_of(agent) < next; }) -
                          members.begin());
  const size_t n = members.size();
  int served = 0;
  for (size_t k = 0; k < n && served < p.robin_cap; ++k) {
    const uint32_t agent = members[first + k < n ? first + k : first + k - n];
    if (!may_start(action, state, agent) || start_draw(action, state, agent) >= demand) continue;
    state.started.push_back(agent);
    next = state.id_of(agent) + 1;
    ++served;
  }
}

}  // namespace

void step_robin(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  const ActionParams& p = action.params;
  std::vector<uint32_t>& members = state.scratch.order;
  for (size_t region = static_cast<size_t>(open_slot(p, state.tick)); region < state.next_in_region.size();
       region += static_cast<size_t>(p.robin_slots)) {
    members.clear();
    for (size_t i = 0; i < state.size(); ++i)
      if (square_of(action.arena, p.robin_regions, x_m[i], y_m[i]) == region)
        members.push_back(static_cast<uint32_t>(i));
    serve_region(action, members, state.next_in_region[region], state);
  }
  std::sort(state.started.begin(), state.started.end());
}

}  // namespace fw::action
