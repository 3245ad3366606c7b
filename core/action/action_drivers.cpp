#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <span>

#include "core/action/action_internal.h"
#include "core/base/exact/exact_batch.h"
#include "core/base/parallel/parallel.h"

// The field drivers: hazard, phase and their mixture, and the control of their mean rate.
namespace fw::action {

namespace {

/// Agents per piece of a parallel pass; fixed, so that sums have one order.
constexpr size_t kAgentsPerPiece = 4096;

/// Runs piece(begin, end) over all agents and sums the two numbers it returns, in piece order.
template <typename Piece>
std::array<double, 2> sum_over_agents(ActionState& state, Piece&& piece) {
  auto& partial = state.scratch.partial;
  const size_t n = state.size();
  partial.assign((n + kAgentsPerPiece - 1) / kAgentsPerPiece, {});
  const auto keep = [&](size_t begin, size_t end) { partial[begin / kAgentsPerPiece] = piece(begin, end); };
  parallel_for(n, kAgentsPerPiece, std::cref(keep));  // a copy of what it captures would be allocated
  std::array<double, 2> sum{};
  for (const auto& part : partial) sum[0] += part[0], sum[1] += part[1];
  return sum;
}

/// The moving average of every agent's field value; initialised with the first value.
void smooth_hazard(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  const size_t n = state.size();
  std::vector<float>& now = state.scratch.noise;
  now.resize(n);
  action_field(action, state.tick, x_m, y_m, now);
  if (state.hazard.size() != n) {
    state.hazard.assign(now.begin(), now.end());
    return;
  }
  const double newest = action.params.ema, rest = 1 - newest;
  for (size_t i = 0; i < n; ++i) {
    const auto value = static_cast<double>(now[i]);
    const bool begins = state.hazard[i] != state.hazard[i];  // one that has just joined
    state.hazard[i] = begins ? value : rest * state.hazard[i] + newest * value;
  }
}

/// The weighted sum of the two parts of every agent's rate, into rate_per_s; returns the sum over agents.
double mix_rates(const Action& action, double hazard_weight, double kernel_weight, ActionState& state) {
  const ActionParams& p = action.params;
  const auto now = static_cast<int32_t>(cycle_distance(action, state.tick));
  const double floor = hazard_weight * p.epsilon, slope = hazard_weight * (1 - p.epsilon);
  return sum_over_agents(state, [&](size_t begin, size_t end) {
    double sum = 0;
    for (size_t i = begin; i < end; ++i) {
      double rate = 0;
      if (hazard_weight > 0) rate = floor + slope * state.hazard[i];
      if (kernel_weight > 0) {
        const int32_t after = now - state.phase_tick[i];
        rate += kernel_weight *
                action.kernel[static_cast<size_t>(after < 0 ? after + action.cycle_ticks : after)];
      }
      state.rate_per_s[i] = rate;
      sum += rate;
    }
    return std::array{sum, 0.0};
  })[0];
}

double mean_hazard(const Action& action, ActionState& state) {
  const double sum = sum_over_agents(state, [&](size_t begin, size_t end) {
    double part = 0;
    for (size_t i = begin; i < end; ++i) part += state.hazard[i];
    return std::array{part, 0.0};
  })[0];
  return action.params.epsilon + (1 - action.params.epsilon) * sum / static_cast<double>(state.size());
}

/// How a start's probability depends on the scale of its rate.
double chance_slope(const ActionParams& params, double rate_per_s, double chance) {
  if (params.link == RateLink::exponential) return rate_per_s * params.dt_s * (1 - chance);
  return chance < 1 ? rate_per_s * params.dt_s : 0;
}

/// start_probability of rates times a scale; `out` has equal length.
void start_probabilities(const ActionParams& params, double scale, std::span<const double> rate_per_s,
                         std::span<double> out) {
  if (params.link != RateLink::exponential) {
    for (size_t i = 0; i < out.size(); ++i) out[i] = start_probability(params, scale * rate_per_s[i]);
    return;
  }
  std::array<double, 512> exponent;
  for (size_t begin = 0; begin < out.size(); begin += exponent.size()) {
    const size_t count = std::min(exponent.size(), out.size() - begin);
    for (size_t i = 0; i < count; ++i) exponent[i] = -(scale * rate_per_s[begin + i] * params.dt_s);
    const std::span<double> chance = out.subspan(begin, count);
    exact::exp({exponent.data(), count}, chance);
    for (double& c : chance) c = 1 - c;
  }
}

/// Probabilities at a scale of the rates, into the scratch; returns their sum and its derivative by the
/// scale.
std::array<double, 2> probabilities_at(const Action& action, double scale, ActionState& state) {
  const ActionParams& p = action.params;
  std::vector<double>& probability = state.scratch.probability;
  probability.resize(state.size());
  return sum_over_agents(state, [&](size_t begin, size_t end) {
    start_probabilities(p, scale, std::span(state.rate_per_s).subspan(begin, end - begin),
                        std::span(probability).subspan(begin, end - begin));
    double sum = 0, slope = 0;
    for (size_t i = begin; i < end; ++i) {
      if (!may_start(action, state, i)) {
        probability[i] = 0;
        continue;
      }
      sum += probability[i];
      slope += chance_slope(p, state.rate_per_s[i], probability[i]);
    }
    return std::array{sum, slope};
  });
}

/// Moves every probability along its tangent.
void follow_tangent(const Action& action, double scale_step, ActionState& state) {
  std::vector<double>& probability = state.scratch.probability;
  const auto move = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const double chance = probability[i];
      if (!(chance > 0)) continue;
      const double moved = chance + scale_step * chance_slope(action.params, state.rate_per_s[i], chance);
      probability[i] = std::min(moved, 1.0);
    }
  };
  parallel_for(state.size(), kAgentsPerPiece, std::cref(move));
}

/// Solves for the scale at which the probabilities sum to the duty's demand, by Newton's method from the last
/// tick's scale. The sum is concave in the scale, so every iterate is at or below the solution and increases.
/// A last step below 2 % follows the tangents instead of the exponentials: the sum is then exact by
/// construction and a probability off by at most 2e-4.
void solve_scale(const Action& action, ActionState& state) {
  constexpr double kLastStep = 0.02;
  constexpr int kMostSteps = 24;
  const ActionParams& p = action.params;
  double able = 0;
  for (size_t i = 0; i < state.size(); ++i) able += may_start(action, state, i) ? 1 : 0;
  const double asked = p.duty_target / mean_duration_ticks(p) * static_cast<double>(state.size());
  state.asked = std::min(asked, 0.99 * able);
  if (state.tick == 0) state.scale = target_rate_per_s(p);
  for (int step = 1;; ++step) {
    const auto [sum, slope] = probabilities_at(action, state.scale, state);
    if (!(slope > 0) || step == kMostSteps) break;
    const double move = (state.asked - sum) / slope;
    const bool last = std::abs(move) <= kLastStep * state.scale;
    if (last) follow_tangent(action, move, state);
    state.scale = state.scale + move > 0 ? state.scale + move : 0.5 * state.scale;
    if (last) break;
  }
}

}  // namespace

void step_field(const Action& action, Positions x_m, Positions y_m, ActionState& state) {
  if (state.size() == 0) return;
  const ActionParams& p = action.params;
  const double n = static_cast<double>(state.size());
  if (p.alpha < 1) smooth_hazard(action, x_m, y_m, state);
  if (p.alpha > 0) refresh_phases(action, x_m, y_m, state);
  // Each part is first scaled to its own mean, so that alpha is the phase's share of the starts.
  const double hazard = p.alpha < 1 ? (1 - p.alpha) / mean_hazard(action, state) : 0;
  const double sum = mix_rates(action, hazard, p.alpha / action.kernel_mean, state);
  if (p.norm == RateNorm::by_part) state.scale = target_rate_per_s(p);
  if (p.norm == RateNorm::mixture) state.scale = sum > 0 ? target_rate_per_s(p) * n / sum : 0;
  if (p.norm == RateNorm::solved)
    solve_scale(action, state);
  else if (p.draw != DrawOrder::independent)
    state.asked = probabilities_at(action, state.scale, state)[0];
  for (double& rate : state.rate_per_s) rate *= state.scale;
  draw_starts(action, x_m, y_m, state);
}

}  // namespace fw::action
