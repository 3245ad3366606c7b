#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/action/action_internal.h"
#include "core/base/geometry.h"

// Turns probabilities into starts.
namespace fw::action {

namespace {

constexpr int kCurveBits = 16;

/// One draw per agent. 1 - exp(-x) <= x, so only draws below x need the exponential.
void draw_independent(const Action& action, ActionState& state) {
  const uint64_t stream = tick_stream(action.start_stream, state.tick);
  for (size_t i = 0; i < state.size(); ++i) {
    const double draw = random_uniform(stream, state.id_of(i));
    const double rate = state.rate_per_s[i];
    if (draw >= rate * action.params.dt_s || !may_start(action, state, i)) continue;
    if (draw < start_probability(action.params, rate)) state.started.push_back(static_cast<uint32_t>(i));
  }
}

/// Agents in the order of the Hilbert curve, ties by index; sorted again only when positions have changed.
void follow_curve(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  if (state.curve.size() == state.size() && std::ranges::equal(state.curve_x_m, x_m) &&
      std::ranges::equal(state.curve_y_m, y_m))
    return;
  const size_t n = state.size();
  const double cells = 1 << kCurveBits;
  const auto lattice = [&](double coordinate_m) {
    return static_cast<uint32_t>(std::clamp(coordinate_m / action.arena.side_m * cells, 0.0, cells - 1));
  };
  std::vector<uint64_t>& key = state.scratch.key;
  key.resize(n);
  for (size_t i = 0; i < n; ++i)
    key[i] = uint64_t{hilbert_index(lattice(x_m[i]), lattice(y_m[i]), kCurveBits)} << 32 | i;
  std::sort(key.begin(), key.end());
  state.curve.resize(n);
  for (size_t i = 0; i < n; ++i) state.curve[i] = static_cast<uint32_t>(key[i]);
  state.curve_x_m.assign(x_m.begin(), x_m.end());
  state.curve_y_m.assign(y_m.begin(), y_m.end());
}

/// Goes once round the order from `first` and starts an agent whenever the sum of probabilities passes the
/// next whole number. The remainder carries over to the next tick, so the total is never off by a whole
/// start.
void draw_systematic(ActionState& state, std::span<const uint32_t> order, size_t first, double factor) {
  const std::vector<double>& probability = state.scratch.probability;
  double sum = state.remainder;
  const auto walk = [&](std::span<const uint32_t> part) {
    for (const uint32_t agent : part) {
      sum += probability[agent] * factor;
      if (sum < 1) continue;
      sum -= 1;
      state.started.push_back(agent);
    }
  };
  walk(order.subspan(first));
  walk(order.first(first));
  state.remainder = sum;
  std::sort(state.started.begin(), state.started.end());
}

/// Starts the agents with the most credit among those that may start, as many as the rate gives.
void draw_longest_waiting(ActionState& state, double factor) {
  const std::vector<double>& probability = state.scratch.probability;
  std::vector<uint32_t>& able = state.scratch.order;
  able.clear();
  for (size_t i = 0; i < state.size(); ++i) {
    if (!(probability[i] > 0)) continue;
    state.credit[i] += probability[i] * factor;
    able.push_back(static_cast<uint32_t>(i));
  }
  const double due = std::floor(state.remainder + state.asked);
  const size_t count = std::min(able.size(), static_cast<size_t>(due));
  state.remainder = state.remainder + state.asked - due;
  const auto waited_longer = [&](uint32_t a, uint32_t b) {
    return state.credit[a] != state.credit[b] ? state.credit[a] > state.credit[b] : a < b;
  };
  const auto cut = able.begin() + static_cast<std::ptrdiff_t>(count);
  if (cut != able.end()) std::nth_element(able.begin(), cut, able.end(), waited_longer);
  state.started.assign(able.begin(), cut);
  for (const uint32_t agent : state.started) state.credit[agent] = 0;
  std::sort(state.started.begin(), state.started.end());
}

}  // namespace

void draw_starts(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  if (action.params.draw == DrawOrder::independent) return draw_independent(action, state);
  const double sum = std::accumulate(state.scratch.probability.begin(), state.scratch.probability.end(), 0.0);
  const double factor = sum > 0 ? state.asked / sum : 0;
  if (action.params.draw == DrawOrder::longest_waiting) return draw_longest_waiting(state, factor);
  RandomCursor cursor{tick_stream(action.order_stream, state.tick)};
  if (action.params.draw == DrawOrder::hilbert) {
    follow_curve(action, x_m, y_m, state);
    // If a rate gives a whole number of starts per tick, the remainder never changes; with a fixed first
    // agent, some agents of the curve would then never start.
    return draw_systematic(state, state.curve, cursor.below(state.size()), factor);
  }
  std::vector<uint32_t>& order = state.scratch.order;
  order.resize(state.size());
  std::iota(order.begin(), order.end(), 0u);
  shuffle(order, cursor);
  draw_systematic(state, order, 0, factor);
}

}  // namespace fw::action
