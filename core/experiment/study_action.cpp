#include <algorithm>
#include <array>
#include <cstdint>

#include "core/base/number_text.h"
#include "core/base/seed.h"
#include "core/experiment/study_action.h"
#include "core/experiment/study_internal.h"
#include "core/measure/audit/counts.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/intervals.h"
#include "core/measure/pattern/lattice_statistics.h"
#include "core/measure/pattern/point_pattern.h"
#include "core/measure/pattern/spectrum.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

// From the paper (docs/references.md, 1).
constexpr PublishedRow kPublishedAction[] = {
    {"medium", "perlin", "coverage", 0.879},
    {"medium", "perlin", "duty", 0.106},
    {"medium", "perlin", "hf_lf", 0.122},
    {"medium", "perlin", "fano", 0.924},
    {"medium", "poisson", "coverage", 0.895},
    {"medium", "poisson", "duty", 0.113},
    {"medium", "poisson", "hf_lf", 0.119},
    {"medium", "poisson", "fano", 0.954},
    {"medium", "filtered", "coverage", 0.924},
    {"medium", "filtered", "duty", 0.126},
    {"medium", "filtered", "hf_lf", 0.133},
    {"medium", "filtered", "fano", 0.910},
    {"medium", "sinusoid", "coverage", 0.886},
    {"medium", "sinusoid", "duty", 0.112},
    {"medium", "sinusoid", "hf_lf", 0.015},
    {"medium", "sinusoid", "fano", 4.874},
    {"medium", "hawkes_inhibitory", "coverage", 0.869},
    {"medium", "hawkes_inhibitory", "duty", 0.098},
    {"medium", "hawkes_inhibitory", "hf_lf", 0.140},
    {"medium", "hawkes_inhibitory", "fano", 0.913},
    {"medium", "constraint_token", "coverage", 0.895},
    {"medium", "constraint_token", "duty", 0.113},
    {"medium", "constraint_token", "hf_lf", 0.124},
    {"medium", "constraint_token", "fano", 0.945},
    {"medium", "constraint_roundrobin", "coverage", 0.155},
    {"medium", "constraint_roundrobin", "duty", 0.022},
    {"medium", "constraint_roundrobin", "hf_lf", 0.014},
    {"medium", "constraint_roundrobin", "fano", 3.204},
    {"medium", "fixed", "coverage", 0.998},
    {"medium", "fixed", "duty", 0.309},
    {"medium", "fixed", "hf_lf", 0.191},
    {"medium", "fixed", "fano", 0.906},
};
constexpr PublishedRow kPublishedActionMs[] = {
    {"small", "perlin", "ms", 7.8},
    {"medium", "perlin", "ms", 23.1},
    {"large", "perlin", "ms", 85.6},
    {"medium", "poisson", "ms", 2.6},
    {"medium", "filtered", "ms", 7.5},
    {"medium", "sinusoid", "ms", 2.4},
    {"medium", "hawkes_inhibitory", "ms", 22.3},
    {"medium", "constraint_token", "ms", 3.8},
    {"medium", "constraint_roundrobin", "ms", 28.2},
    {"medium", "fixed", "ms", 5.8},
};

constexpr PublishedBand kActionBands[] = {
    {"medium", "exact", "rate_error_60", -kInfinity, 0.0005, "threshold"},
    {"medium", "exact", "duty", 0.1125, 0.1135, "threshold"},
    {"medium", "exact", "wave", -kInfinity, 0.02, "threshold"},
    {"medium", "exact", "front_coherence", 0.45, kInfinity, "threshold"},
};

constexpr ReadingRow kActionReadings[] = {
    {"medium", "perlin", "coverage", 0.881, 0.003, 0.001},
    {"medium", "perlin", "duty", 0.107, 0.0003, 0.001},
    {"medium", "perlin", "hf_lf", 0.134, 0.009, 0.001},
    {"medium", "perlin", "fano", 0.958, 0.031, 0.001},
    {"medium", "poisson", "coverage", 0.896, 0.003, 0.001},
    {"medium", "poisson", "duty", 0.113, 0.0003, 0.001},
    {"medium", "poisson", "hf_lf", 0.129, 0.009, 0.001},
    {"medium", "poisson", "fano", 0.955, 0.031, 0.001},
    {"medium", "filtered", "coverage", 0.923, 0.003, 0.001},
    {"medium", "filtered", "duty", 0.127, 0.0003, 0.001},
    {"medium", "filtered", "hf_lf", 0.139, 0.009, 0.001},
    {"medium", "filtered", "fano", 0.920, 0.031, 0.001},
    {"medium", "sinusoid", "coverage", 0.883, 0.003, 0.001},
    {"medium", "sinusoid", "duty", 0.112, 0.0003, 0.001},
    {"medium", "sinusoid", "hf_lf", 0.0151, 0.0008, 0.0001},
    {"medium", "sinusoid", "fano", 4.910, 0.10, 0.001},
    {"medium", "hawkes_inhibitory", "coverage", 0.873, 0.003, 0.001},
    {"medium", "hawkes_inhibitory", "duty", 0.098, 0.0003, 0.001},
    {"medium", "hawkes_inhibitory", "hf_lf", 0.142, 0.009, 0.001},
    {"medium", "hawkes_inhibitory", "fano", 0.913, 0.031, 0.001},
    {"medium", "constraint_token", "coverage", 0.897, 0.003, 0.001},
    {"medium", "constraint_token", "duty", 0.113, 0.0003, 0.001},
    {"medium", "constraint_token", "hf_lf", 0.130, 0.009, 0.001},
    {"medium", "constraint_token", "fano", 0.929, 0.031, 0.001},
    {"medium", "constraint_roundrobin", "coverage", 0.162, 0.003, 0.001},
    {"medium", "constraint_roundrobin", "duty", 0.0213, 0.0003, 0.0001},
    {"medium", "constraint_roundrobin", "hf_lf", 0.0117, kUnknown, 0.0001},
    {"medium", "constraint_roundrobin", "fano", 2.000, kUnknown, 0.001},
    {"medium", "fixed", "coverage", 0.998, 0.003, 0.001},
    {"medium", "fixed", "duty", 0.3135, 0.0003, 0.0001},
    {"medium", "fixed", "hf_lf", 0.177, 0.018, 0.001},
    {"medium", "fixed", "fano", 0.890, 0.031, 0.001},
};

constexpr StudyMetric kActionMetrics[] = {
    {"coverage", "Coverage by active agents", "Share of cells with an active agent", Better::higher},
    {"duty", "Duty cycle", "Mean share of active agents"},
    {"hf_lf", "High against low frequencies of the active count", "HF / LF energy"},
    {"fano", "Burstiness of starts", "Fano factor"},
    {"front_coherence", "Coherence of the activation front", "Mean cosine of the phase error"},
    {"wave", "Global wave at the cycle's period", "Amplitude / mean", Better::lower},
    {"rate_error_60", "Worst error of the rate over a minute", "Relative error", Better::lower},
    {"longest_gap", "Longest gap between an agent's actions", "Gap", Better::lower},
};
constexpr std::string_view kActionChief[] = {"coverage",      "duty", "hf_lf",           "fano",
                                             "rate_error_60", "wave", "front_coherence", "longest_gap"};
constexpr StudyCurve kActionCurves[] = {
    {"active_count", "Agents in action", "Active agents"},
    {"starts", "Starts per tick", "Starts"},
    {"pair_correlation", "Pair correlation of active agents", "g (1 = no structure)"},
};

constexpr int kCellsPerSide = 10;  ///< cells per side of coverage and regional figures, at every scale
constexpr int kPatternTicks = 60;  ///< ticks between snapshots of the pair correlation
/// Rings of 10 m around 10, 20, ... 90 m.
constexpr std::array<double, 10> kPairRadii_m{5, 15, 25, 35, 45, 55, 65, 75, 85, 95};

/// The measurements of a run. Rows begin after the warm-up.
struct ActionRecord {
  ActionScale scale;
  CellGrid grid;
  ActivityLog log;
  CoherenceSum coherence;
  std::vector<double> coverage;  ///< per tick
  std::vector<double> moran;     ///< per snapshot
  PairSums pairs;
  std::vector<double> population, cell_starts;  ///< per cell
  std::vector<uint8_t> started, active;         ///< flags of this tick
  std::vector<double> active_x_m, active_y_m;
  std::vector<float> phase;  ///< of every agent, in cycles

  explicit ActionRecord(const ActionSetup& setup, const ActionState& state)
      : scale(setup.scale),
        grid{setup.scale.side_m, kCellsPerSide},
        log(activity_log(setup.scale.agents)),
        pairs(pair_sums(setup.scale.side_m, EdgeCorrection::torus, kPairRadii_m)),
        population(cell_counts(state.x_m, state.y_m, grid)),
        cell_starts(grid.cells()),
        started(setup.scale.agents),
        active(setup.scale.agents),
        phase(setup.scale.agents) {}
};

/// Phases of the field without jitter; read again at the scheduler's refreshes.
void refresh_phases(ActionRecord& r, const Action& action, const ActionState& state, int tick) {
  const int refresh = std::max(1, static_cast<int>(action.params.phase_refresh_s / action.params.dt_s + 0.5));
  if (tick == r.scale.warmup_ticks || tick % refresh == 0)
    action_phase(action, tick, state.x_m, state.y_m, r.phase);
}

void add_tick(ActionRecord& r, const Action& action, const ActionState& state, int tick) {
  refresh_phases(r, action, state, tick);
  std::fill(r.started.begin(), r.started.end(), uint8_t{0});
  for (const uint32_t agent : state.started) {
    r.started[agent] = 1;
    r.cell_starts[r.grid.cell_of(state.x_m[agent], state.y_m[agent])] += 1;
    r.coherence.add(tick, r.phase[agent], action.cycle_ticks);
  }
  r.active_x_m.clear(), r.active_y_m.clear();
  for (size_t i = 0; i < state.size(); ++i) {
    r.active[i] = state.active(i);
    if (r.active[i]) r.active_x_m.push_back(state.x_m[i]), r.active_y_m.push_back(state.y_m[i]);
  }
  add_row(r.log, r.started, r.active);
  r.coverage.push_back(occupied_share(r.active_x_m, r.active_y_m, r.grid));
  if (tick % r.scale.snapshot_ticks == 0) {
    const CellShares shares = cell_shares(cell_counts(r.active_x_m, r.active_y_m, r.grid), r.population);
    r.moran.push_back(
        morans_i(shares.share, kCellsPerSide, kCellsPerSide, Contiguity::rook, true, shares.used));
  }
  if (tick % kPatternTicks == 0) add_pattern(r.pairs, r.active_x_m, r.active_y_m);
}

/// Target of the starts per tick: from the duty where the rate is solved, else from the rate.
double asked_starts_per_tick(const ActionSetup& setup) {
  const ActionParams& p = setup.params;
  const double agents = static_cast<double>(setup.scale.agents);
  if (p.norm == RateNorm::solved) return agents * p.duty_target / mean_duration_ticks(p);
  return agents * target_rate_per_s(p) * p.dt_s;
}

void report_curves(const ActionRecord& r, double dt_s, const PairCurves& pairs, RunRecord& out) {
  std::vector<double> time_s, active, starts;
  for (size_t row = 0; row < r.log.active.size(); row += static_cast<size_t>(r.scale.snapshot_ticks)) {
    time_s.push_back((static_cast<double>(row) + r.scale.warmup_ticks) * dt_s);
    active.push_back(r.log.active[row]);
    starts.push_back(r.log.starts[row]);
  }
  out.over_time("active_count", "", time_s, std::move(active));
  out.over_time("starts", "", std::move(time_s), std::move(starts));
  out.over_distance("pair_correlation", "", pairs.g_r_m, pairs.g);
}

void report(const ActionRecord& r, const ActionSetup& setup, double cycle_ticks, RunRecord& out) {
  const Summary intervals = summarize(r.log.intervals);
  const BandEnergy energy = band_energy(r.log.active, kActionSpectrum);
  const PairCurves pairs = pair_curves(r.pairs);
  const double dt_s = setup.params.dt_s;
  const bool any = intervals.count > 0;
  out.figure("coverage", summarize(r.coverage).mean);
  out.figure("duty", duty_cycle(r.log));
  out.figure("hf_lf", energy.ratio());
  out.figure("hf_energy", energy.high);
  out.figure("lf_energy", energy.low);
  out.figure("fano", fano_factor(r.log.starts));
  out.figure("front_coherence", r.coherence.starts > 0 ? r.coherence.value() : kNoFigure);
  out.figure("wave", wave_amplitude(r.log.starts, cycle_ticks));
  out.figure("rate_error_60", worst_rate_error(r.log.starts, asked_starts_per_tick(setup), 60));
  out.figure("gap_p95", percentile(r.log.gaps, 0.95) * dt_s, "s");
  out.figure("longest_gap", static_cast<double>(longest_gap_ticks(r.log)) * dt_s, "s");
  out.figure("iei_mean", any ? intervals.mean * dt_s : kNoFigure, "s");
  out.figure("iei_sd", any ? intervals.sd * dt_s : kNoFigure, "s");
  out.figure("iei_cv", any ? intervals.cv() : kNoFigure);
  out.figure("burstiness", any ? burstiness(intervals) : kNoFigure);
  out.figure("second_difference", second_difference_energy(r.log.active));
  out.figure("morans_i", summarize(r.moran).mean);
  out.figure("regional_cv", regional_cv(r.cell_starts));
  out.figure("regional_cv_per_head", regional_cv_per_head(r.cell_starts, r.population));
  out.figure("pair_correlation_10", pairs.g.empty() ? kNoFigure : pairs.g[0]);
  out.figure("noise_samples", noise_samples_per_agent(setup.params));
  report_curves(r, dt_s, pairs, out);
}

std::optional<RunResult> execute_action(const RunKey& key, const std::any& planned,
                                        const std::atomic<bool>* cancel) {
  const auto& setup = as<ActionSetup>(planned);
  const Arena arena{setup.scale.side_m, Border::torus};
  const Action action = bind_action(setup.params, arena, SeedBundle::from_master(key.seed));
  ActionState state = start_action(action, setup.scale.agents);
  ActionRecord record(setup, state);
  for (int tick = 0; tick < setup.scale.ticks; ++tick) {
    if (wants_stop(cancel)) return std::nullopt;
    step_action(action, state);
    if (tick >= setup.scale.warmup_ticks) add_tick(record, action, state, tick);
  }
  RunRecord out{key, {}};
  report(record, setup, action.cycle_ticks, out);
  return std::move(out.result);
}

/// One field of the sweep; frequency in cycles per metre.
Variant action_field_variant(double frequency, int octaves, double persistence, double lacunarity) {
  const std::string name = "f" + number_text(frequency) + "_k" + std::to_string(octaves) + "_p" +
                           number_text(persistence) + "_l" + number_text(lacunarity);
  return {name, [=](std::any& setup) {
            NoiseStack& field = std::any_cast<ActionSetup>(&setup)->params.field;
            field.wavelength_m = 1 / frequency;
            field.octaves = octaves;
            field.persistence = persistence;
            field.lacunarity = lacunarity;
          }};
}

std::vector<Variant> action_variants(Sweep sweep) {
  std::vector<Variant> variants;
  if (sweep != Sweep::field) return variants;
  for (const double frequency : {0.005, 0.01, 0.02})
    for (const int octaves : {3, 4, 5})
      for (const double persistence : {0.45, 0.55})
        for (const double lacunarity : {1.8, 2.2})
          variants.push_back(action_field_variant(frequency, octaves, persistence, lacunarity));
  return variants;
}

Result<std::any> plan_action(Scale scale, size_t method, const std::vector<std::string>& settings,
                             const Variant& variant) {
  ActionSetup setup{action_scale(scale), action_preset(static_cast<ActionMethod>(method))};
  if (auto tuned = tune_all(setup.params, action_tuning(), settings, kMethodsOption); !tuned)
    return tuned.error();
  std::any planned = setup;
  if (variant.change) variant.change(planned);
  const auto& changed = as<ActionSetup>(planned);
  if (auto fits = check_action(changed.params, {changed.scale.side_m, Border::torus}); !fits)
    return fits.error();
  return planned;
}

std::vector<std::pair<std::string_view, std::string>> action_scale_lines(const std::any& setup) {
  const ActionScale& scale = as<ActionSetup>(setup).scale;
  return {{"agents", std::to_string(scale.agents)},
          {"ticks", std::to_string(scale.ticks)},
          {"side_m", number_text(scale.side_m)},
          {"warmup_ticks", std::to_string(scale.warmup_ticks)},
          {"snapshot_ticks", std::to_string(scale.snapshot_ticks)}};
}

TunedParams preset_of_action(size_t method) {
  return TunedParams(action_preset(static_cast<ActionMethod>(method)), action_tuning());
}

TunedParams params_of_action(const std::any& setup) {
  return TunedParams(as<ActionSetup>(setup).params, action_tuning());
}

std::pair<Stepper, int> start_action_run(uint64_t seed, const std::any& planned) {
  const auto& setup = as<ActionSetup>(planned);
  const Action action =
      bind_action(setup.params, {setup.scale.side_m, Border::torus}, SeedBundle::from_master(seed));
  return {
      [action, state = start_action(action, setup.scale.agents)]() mutable { step_action(action, state); },
      setup.scale.ticks};
}

}  // namespace

ActionScale action_scale(Scale scale) {
  if (scale == Scale::small) return {800, 1200, 600, 60, 5};
  if (scale == Scale::large) return {8000, 3600, 2000, 60, 5};
  return {2000, 1800, 1000, 60, 5};
}

const StudyRow& action_study() {
  static constexpr StudyRow kStudy{
      .slug = "action",
      .title = "Action study",
      .methods = kActionMethods,
      .preset = preset_of_action,
      .plan = plan_action,
      .variants = action_variants,
      .scale_lines = action_scale_lines,
      .params = params_of_action,
      .execute = execute_action,
      .start = start_action_run,
      .metrics = kActionMetrics,
      .chief = kActionChief,
      .curves = kActionCurves,
      .published = kPublishedAction,
      .published_ms = kPublishedActionMs,
      .bands = kActionBands,
      .readings = kActionReadings,
  };
  return kStudy;
}

}  // namespace fw
