#include <array>
#include <cstdint>

#include "core/base/seed.h"
#include "core/experiment/run_internal.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/motion/diversity.h"
#include "core/measure/motion/flow.h"
#include "core/measure/motion/paths.h"
#include "core/measure/motion/smoothness.h"
#include "core/measure/pattern/spectrum.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

constexpr int kCoverageWindow = 60;       ///< ticks at the end of the run
constexpr double kCoverageCell_m = 23.8;  ///< 42 x 42 cells of 1000 m
constexpr std::array<double, 2> kNear_m{0, 10};
/// The whole distance range costs all pairs, so only every sixth snapshot enters the curves and the
/// correlation lengths; the first bin, and so s_dir_5, uses every snapshot.
constexpr int kSnapshotsPerCurve = 6;

/// The measurements of a run.
struct CrowdRecord {
  CrowdScale scale;
  double dt_s;
  Arena arena;
  FlowSums near, far;
  JerkRecord snapshot_jerk, tick_jerk;
  TortuosityRecord paths;
  VisitMap visits;
  std::vector<double> polarization;  ///< per tick
  std::vector<double> entropy;       ///< per snapshot
  std::vector<double> kinetic;       ///< per tick
  std::vector<float> speeds;         ///< of every agent of every snapshot

  explicit CrowdRecord(const CrowdSetup& setup)
      : scale(setup.scale),
        dt_s(setup.params.dt_s),
        arena{setup.scale.side_m, Border::torus},
        near(flow_sums(kNear_m)),
        far(flow_sums()),
        visits(visit_map(grid_of_cell_size(setup.scale.side_m, kCoverageCell_m))) {
    snapshot_jerk.spacing_s = scale.snapshot_ticks * dt_s;
    tick_jerk.spacing_s = dt_s;
    paths.arena = arena;
    paths.hop = scale.snapshot_ticks;
  }
};

void add_tick(CrowdRecord& r, int tick, const Agents& a) {
  r.polarization.push_back(polarization(a.heading_x, a.heading_y));
  r.kinetic.push_back(kinetic_signal(a.speed_mps));
  add_row(r.tick_jerk, a.heading_x, a.heading_y, a.speed_mps);
  add_row(r.paths, a.x_m, a.y_m);
  if (tick >= r.scale.ticks - kCoverageWindow) add_row(r.visits, tick, a.x_m, a.y_m);
}

void add_snapshot_row(CrowdRecord& r, int snapshot, const Agents& a) {
  const FlowSnapshot flow{a.x_m, a.y_m, a.heading_x, a.heading_y, a.speed_mps};
  add_snapshot(r.near, flow, r.arena);
  if (snapshot % kSnapshotsPerCurve == 0) add_snapshot(r.far, flow, r.arena);
  add_row(r.snapshot_jerk, a.heading_x, a.heading_y, a.speed_mps);
  r.entropy.push_back(heading_entropy(a.heading_x, a.heading_y));
  r.speeds.insert(r.speeds.end(), a.speed_mps.begin(), a.speed_mps.end());
}

double length_or_none(const FlowCurves& curves, const std::vector<double>& values) {
  const CorrelationLength length = correlation_length(curves.r_m, values, curves.pairs);
  return length.reached ? length.distance_m : kNoFigure;
}

void report(const CrowdRecord& r, const CrowdParams& params, RunRecord& out) {
  const FlowCurves near = flow_curves(r.near), far = flow_curves(r.far);
  const MeanP95 snapshot = jerk(r.snapshot_jerk), tick = jerk(r.tick_jerk), bend = tortuosity(r.paths);
  const Summary phi = summarize(r.polarization), speed = summarize(r.speeds);
  out.figure("s_dir_5", near.pairs[0] > 0 ? near.s_dir[0] : kNoFigure);
  out.figure("jerk_snapshot", snapshot.mean, "m/s^2");
  out.figure("jerk_p95", snapshot.p95, "m/s^2");
  out.figure("jerk_tick", tick.mean, "m/s^2");
  out.figure("coverage", visited_share(r.visits, kCoverageWindow));
  out.figure("polarization", phi.mean);
  out.figure("polarization_sd", phi.sd);
  out.figure("heading_entropy", summarize(r.entropy).mean);
  out.figure("tortuosity", bend.mean);
  out.figure("tortuosity_p95", bend.p95);
  out.figure("hf_lf", band_energy(r.kinetic, kCrowdSpectrum).ratio());
  out.figure("speed_mean", speed.mean, "m/s");
  out.figure("speed_sd", speed.sd, "m/s");
  out.figure("speed_skew", speed.skew);
  out.figure("corr_length_heading", length_or_none(far, far.s_dir), "m");
  out.figure("corr_length_speed", length_or_none(far, far.speed_correlation), "m");
  out.figure("noise_samples", noise_samples_per_agent(params));

  std::vector<double> time_s, phi_at;
  for (int t = 0; t < r.scale.ticks; t += r.scale.snapshot_ticks) {
    time_s.push_back((t + 1) * r.dt_s);
    phi_at.push_back(r.polarization[static_cast<size_t>(t)]);
  }
  out.over_time("polarization", "", std::move(time_s), std::move(phi_at));
  out.over_distance("s_dir", "", far.r_m, far.s_dir);
  out.over_distance("speed_correlation", "", far.r_m, far.speed_correlation);
}

}  // namespace

std::optional<RunResult> execute_crowd(const RunKey& key, const CrowdSetup& setup,
                                       const std::atomic<bool>* cancel) {
  CrowdRecord record(setup);
  const Crowd crowd = bind_crowd(setup.params, record.arena, SeedBundle::from_master(key.seed));
  CrowdState state = start_crowd(crowd, setup.scale.agents);
  for (int tick = 0; tick < setup.scale.ticks; ++tick) {
    if (wants_stop(cancel)) return std::nullopt;
    step_crowd(crowd, state);
    add_tick(record, tick, state.agents);
    if (tick % setup.scale.snapshot_ticks == 0)
      add_snapshot_row(record, tick / setup.scale.snapshot_ticks, state.agents);
  }
  RunRecord out{key, {}};
  report(record, setup.params, out);
  return std::move(out.result);
}

}  // namespace fw
