#include <algorithm>
#include <numbers>

#include "core/action/action_internal.h"

// Baselines without capacities: memoryless, locally inhibited, and by timetable.
namespace fw::action {

void propose(const Action& action, const ActionState& state, double probability, std::vector<uint32_t>& out) {
  const uint64_t stream = tick_stream(action.start_stream, state.tick);
  out.clear();
  for (size_t i = 0; i < state.size(); ++i)
    if (random_uniform(stream, state.id_of(i)) < probability && may_start(action, state, i))
      out.push_back(static_cast<uint32_t>(i));
}

void step_memoryless(const Action& action, ActionState& state) {
  const ActionParams& p = action.params;
  double rate = target_rate_per_s(p);
  if (p.method == ActionMethod::sinusoid) {
    const double turns = static_cast<double>(state.tick) * p.dt_s / p.sinusoid_period_s;
    const double angle_rad = 2 * std::numbers::pi * (turns - std::floor(turns));
    rate *= 1 + p.sinusoid_amplitude * exact::sincos(angle_rad).sin;
  }
  propose(action, state, start_probability(p, rate), state.started);
}

namespace {

/// Weight of a neighbour's start: 1 for the filter's count, a decaying weight for the inhibition.
double weight_at_age(const ActionParams& params, int64_t age_ticks) {
  if (params.method == ActionMethod::filtered) return 1;
  return exact::exp(-static_cast<double>(age_ticks) * params.dt_s / params.hawkes_decay_s);
}

/// Removes starts that are older than the window.
void forget(const ActionParams& params, ActionState& state) {
  const int64_t oldest_age =
      params.method == ActionMethod::filtered
          ? ticks(params.filtered_window_s, params.dt_s) - 1
          : static_cast<int64_t>(std::floor(params.hawkes_window_s / params.dt_s + 0.5));
  std::erase_if(state.recent, [&](const RecentStart& s) { return state.tick - s.tick > oldest_age; });
}

/// Remembered starts first, then this tick's proposals, as points with a weight (0 until accepted).
void lay_out(const ActionParams& params, Positions x_m, Positions y_m, ActionState& state) {
  ActionScratch& points = state.scratch;
  points.x_m.clear(), points.y_m.clear(), points.weight.clear();
  for (const RecentStart& start : state.recent) {
    points.x_m.push_back(start.x_m);
    points.y_m.push_back(start.y_m);
    points.weight.push_back(weight_at_age(params, state.tick - start.tick));
  }
  for (const uint32_t agent : points.order) {
    points.x_m.push_back(x_m[agent]);
    points.y_m.push_back(y_m[agent]);
    points.weight.push_back(0);
  }
}

}  // namespace

/// Inhibition only lowers a rate, so only agents proposed at the uninhibited rate can start: only their
/// neighbours are examined.
void step_inhibited(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  const ActionParams& p = action.params;
  const bool filtered = p.method == ActionMethod::filtered;
  const double rate = target_rate_per_s(p) * (filtered ? p.filtered_gain : 1);
  const double radius_m = filtered ? p.filtered_radius_m : p.hawkes_radius_m;
  ActionScratch& points = state.scratch;
  propose(action, state, start_probability(p, rate), points.order);
  RandomCursor cursor{tick_stream(action.order_stream, state.tick)};
  shuffle(points.order, cursor);
  forget(p, state);
  const size_t remembered = state.recent.size();
  lay_out(p, x_m, y_m, state);
  const CellList& cells = points.cells;
  bin_points(points.x_m, points.y_m, action.arena.side_m, radius_m, action.arena.torus(), points.cells);
  for (size_t k = 0; k < points.order.size(); ++k) {
    const uint32_t agent = points.order[k];
    double near = 0;
    visit_within(cells, points.x_m, points.y_m, x_m[agent], y_m[agent], radius_m,
                 [&](uint32_t other, double, double, double) { near += points.weight[other]; });
    const bool starts = filtered
                            ? near < p.filtered_cap
                            : start_draw(action, state, agent) <
                                  start_probability(p, rate * std::max(0.0, 1 - p.hawkes_strength * near));
    if (!starts) continue;
    points.weight[remembered + k] = 1;
    state.started.push_back(agent);
    state.recent.push_back({x_m[agent], y_m[agent], state.tick});
  }
  std::sort(state.started.begin(), state.started.end());
}

void step_fixed(const Action& action, ActionState& state) {
  const ActionParams& p = action.params;
  const uint64_t stream = tick_stream(action.interval_stream, state.tick);
  const auto now = static_cast<double>(state.tick);
  for (size_t i = 0; i < state.size(); ++i) {
    if (now < state.due_tick[i]) continue;
    const double interval_s = p.fixed_mean_s + p.fixed_sd_s * random_normal(stream, state.id_of(i));
    state.due_tick[i] = now + std::max(1.0, interval_s / p.dt_s);
    state.started.push_back(static_cast<uint32_t>(i));
  }
}

}  // namespace fw::action
