#include <string>

#include "core/action/action.h"
#include "core/action/action_clock.h"
#include "core/action/action_internal.h"
#include "core/base/number_text.h"
#include "core/model/template/noise_tuning.h"

namespace fw {

namespace {

template <auto... Path>
constexpr TuningRow<ActionParams> row(ValueRule rule) {
  return tuning_row<ActionParams, Path...>(rule);
}

using P = ActionParams;
const TuningRow<ActionParams> kRows[] = {
    row<&P::dt_s>({"action.dt_s", "s", 0.01, 60, false, {}, "length of a tick"}),
    row<&P::lambda_0_per_s>(
        {"action.lambda_0", "1/s", 1e-6, 100, false, {}, "base rate of starts of one agent"}),
    row<&P::epsilon>({"action.epsilon", "", 0, 1, false, {}, "floor of the rate, share of lambda_0"}),
    row<&P::link>({"action.link", "", 0, 0, false, kRateLinkSlugs, "from a rate to a probability"}),
    row<&P::idle_only>(
        {"action.idle_only", "", 0, 0, false, kNoYesSlugs, "an active agent may not start again"}),
    row<&P::short_action_s>({"action.short_action_s", "s", 0.01, 3600, false, {}, "the shorter action"}),
    row<&P::long_action_s>({"action.long_action_s", "s", 0.01, 3600, false, {}, "the longer action"}),
    row<&P::long_action_share>(
        {"action.long_action_share", "", 0, 1, false, {}, "probability of the longer action"}),
    noise_row<P, &NoiseStack::wavelength_m, &P::field>("action.wavelength_m"),
    noise_row<P, &NoiseStack::octaves, &P::field>("action.octaves"),
    noise_row<P, &NoiseStack::persistence, &P::field>("action.persistence"),
    noise_row<P, &NoiseStack::lacunarity, &P::field>("action.lacunarity"),
    noise_row<P, &NoiseStack::update, &P::field>("action.update"),
    noise_row<P, &NoiseStack::drift_per_s, &P::field>("action.drift_per_s"),
    noise_row<P, &NoiseStack::cycle_s, &P::field>("action.field_cycle_s"),
    noise_row<P, &NoiseStack::cells_t, &P::field>("action.cells_t"),
    row<&P::ema>({"action.ema", "", 0.001, 1, false, {}, "weight of the newest hazard in its average"}),
    row<&P::alpha>({"action.alpha", "", 0, 1, false, {}, "0 = hazard only, 1 = phase only"}),
    row<&P::cycle_s>({"action.cycle_s", "s", 0.02, 86400, false, {}, "length of the phase cycle"}),
    row<&P::bandwidth_s>({"action.bandwidth_s", "s", 0.01, 86400, false, {}, "sd of the phase kernel"}),
    row<&P::jitter_s>({"action.jitter_s", "s", 0, 3600, false, {}, "most a phase moves at a refresh"}),
    row<&P::phase_map>(
        {"action.phase_map", "", 0, 0, false, kPhaseMapSlugs, "how a field value becomes a phase"}),
    row<&P::phase_refresh_s>(
        {"action.phase_refresh_s", "s", 0.01, 86400, false, {}, "phases are read this often"}),
    row<&P::phase_classes>(
        {"action.phase_classes", "", 1, 255, true, {}, "classes with evenly moved phases"}),
    row<&P::norm>({"action.norm", "", 0, 0, false, kRateNormSlugs, "what holds the mean rate"}),
    row<&P::duty_target>(
        {"action.duty_target", "", 1e-6, 0.9, false, {}, "mean share of active agents (solved rate)"}),
    row<&P::draw>({"action.draw", "", 0, 0, false, kDrawOrderSlugs, "how probabilities become starts"}),
    row<&P::sinusoid_amplitude>(
        {"action.sinusoid_amplitude", "", 0, 1, false, {}, "relative swing of the global rate"}),
    row<&P::sinusoid_period_s>(
        {"action.sinusoid_period_s", "s", 0.02, 86400, false, {}, "period of the global rate"}),
    row<&P::filtered_gain>({"action.filtered_gain", "", 0, 100, false, {}, "proposals over the target rate"}),
    row<&P::filtered_radius_m>(
        {"action.filtered_radius_m", "m", 0.01, 1e5, false, {}, "reach of the local suppression"}),
    row<&P::filtered_cap>(
        {"action.filtered_cap", "", 1, 1000, true, {}, "starts allowed within reach and window"}),
    row<&P::filtered_window_s>(
        {"action.filtered_window_s", "s", 0.01, 3600, false, {}, "memory of the local suppression"}),
    row<&P::hawkes_strength>(
        {"action.hawkes_strength", "", 0, 100, false, {}, "rate lost to one fresh start, share"}),
    row<&P::hawkes_radius_m>(
        {"action.hawkes_radius_m", "m", 0.01, 1e5, false, {}, "reach of the inhibition"}),
    row<&P::hawkes_decay_s>(
        {"action.hawkes_decay_s", "s", 0.01, 3600, false, {}, "e-folding time of the inhibition"}),
    row<&P::hawkes_window_s>(
        {"action.hawkes_window_s", "s", 0, 3600, false, {}, "greatest age of a start that inhibits"}),
    row<&P::token_cell_m>({"action.token_cell_m", "m", 0.1, 1e5, false, {}, "side of a token cell"}),
    row<&P::token_capacity>({"action.token_capacity", "", 1, 1000, true, {}, "tokens of a cell"}),
    row<&P::token_wait_s>(
        {"action.token_wait_s", "s", 0, 3600, false, {}, "a request waits no longer than this"}),
    row<&P::robin_regions>(
        {"action.robin_regions", "", 1, 256, true, {}, "regions along a side of the arena"}),
    row<&P::robin_slots>({"action.robin_slots", "", 1, 10000, true, {}, "slots of a rotation"}),
    row<&P::robin_rotation_s>(
        {"action.robin_rotation_s", "s", 0.01, 86400, false, {}, "length of a rotation"}),
    row<&P::robin_cap>({"action.robin_cap", "", 1, 1000000, true, {}, "starts per tick and open region"}),
    row<&P::fixed_mean_s>({"action.fixed_mean_s", "s", 0.01, 3600, false, {}, "mean interval of starts"}),
    row<&P::fixed_sd_s>({"action.fixed_sd_s", "s", 0, 3600, false, {}, "sd of the interval"}),
};

Error refuse(std::string_view path, double found, const std::string& expected) {
  return {ErrorKind::usage, std::string(path) + ": found " + number_text(found) + ", expected " + expected};
}

/// On a torus, a radius must stay below half the side.
Result<Done> check_radius(std::string_view path, double radius_m, const Arena& arena) {
  if (radius_m <= arena.side_m / 2) return Done{};
  return refuse(path, radius_m, "at most half the side of the arena, " + number_text(arena.side_m / 2));
}

/// The paper's reading of the baselines: p = rate * dt, and an active agent may start again.
ActionParams baseline(ActionMethod method) {
  ActionParams p;
  p.method = method;
  p.link = RateLink::linear;
  p.idle_only = false;
  return p;
}

/// The paper's drivers: raw phase read at the start of a cycle, each part scaled separately, independent
/// draws.
ActionParams published_driver(ActionMethod method, double alpha) {
  ActionParams p;
  p.method = method;
  p.alpha = alpha;
  p.phase_map = PhaseMap::raw;
  p.phase_refresh_s = p.cycle_s;
  p.norm = RateNorm::by_part;
  p.draw = DrawOrder::independent;
  return p;
}

}  // namespace

ActionParams action_preset(ActionMethod method) {
  switch (method) {
    case ActionMethod::perlin:
      return published_driver(method, 0);
    case ActionMethod::perlin_phase:
      return published_driver(method, 1);
    case ActionMethod::perlin_hybrid:
      return published_driver(method, 0.5);
    case ActionMethod::exact:
      return {};
    default:
      return baseline(method);
  }
}

std::span<const TuningRow<ActionParams>> action_tuning() {
  return kRows;
}

Result<Done> check_action(const ActionParams& params, const Arena& arena) {
  if (auto rows = check<ActionParams>(params, kRows); !rows) return rows;
  if (params.cycle_s < 2 * params.dt_s)
    return refuse("action.cycle_s", params.cycle_s, "at least two ticks of action.dt_s");
  if (params.phase_refresh_s < params.dt_s)
    return refuse("action.phase_refresh_s", params.phase_refresh_s, "at least one tick of action.dt_s");
  if (params.method == ActionMethod::filtered)
    return check_radius("action.filtered_radius_m", params.filtered_radius_m, arena);
  if (params.method == ActionMethod::hawkes_inhibitory)
    return check_radius("action.hawkes_radius_m", params.hawkes_radius_m, arena);
  if (action::reads_field(params.method) && params.norm == RateNorm::solved) {
    // Only idle agents may start; a share of them must cover all starts.
    const double duration = mean_duration_ticks(params);
    if (params.duty_target / duration > 0.9 * (1 - params.duty_target))
      return refuse("action.duty_target", params.duty_target,
                    "less than actions of " + number_text(duration) + " ticks allow");
  }
  return Done{};
}

double target_rate_per_s(const ActionParams& params) {
  return params.lambda_0_per_s * (params.epsilon + 0.5 * (1 - params.epsilon));
}

double mean_duration_ticks(const ActionParams& params) {
  const auto shorter = static_cast<double>(action::ticks(params.short_action_s, params.dt_s));
  const auto longer = static_cast<double>(action::ticks(params.long_action_s, params.dt_s));
  return shorter + params.long_action_share * (longer - shorter);
}

double noise_samples_per_agent(const ActionParams& params) {
  if (!action::reads_field(params.method)) return 0;
  const double hazard = params.alpha < 1 ? 1 : 0;
  const double phase =
      params.alpha > 0 ? 1 / static_cast<double>(action::ticks(params.phase_refresh_s, params.dt_s)) : 0;
  return hazard + phase;
}

ActionParams action_clock_preset() {
  ActionParams p;
  p.field.octaves = 2;
  return p;
}

}  // namespace fw
