#include <algorithm>
#include <array>
#include <cstdint>

#include "core/base/seed.h"
#include "core/experiment/run_internal.h"
#include "core/measure/audit/counts.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/intervals.h"
#include "core/measure/pattern/lattice_statistics.h"
#include "core/measure/pattern/point_pattern.h"
#include "core/measure/pattern/spectrum.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

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

}  // namespace

std::optional<RunResult> execute_action(const RunKey& key, const ActionSetup& setup,
                                        const std::atomic<bool>* cancel) {
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

}  // namespace fw
