#include <array>
#include <cstdint>

#include "core/base/number_text.h"
#include "core/base/seed.h"
#include "core/experiment/study_crowd.h"
#include "core/experiment/study_internal.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/motion/flow.h"
#include "core/measure/motion/paths.h"
#include "core/measure/pattern/spectrum.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

// From the paper (docs/references.md, 1).
constexpr PublishedRow kPublishedCrowd[] = {
    {"medium", "perlin_dual", "s_dir_5", 0.989},
    {"medium", "perlin_dual", "jerk_snapshot", 0.013},
    {"medium", "perlin_dual", "coverage", 0.350},
    {"medium", "perlin_single", "s_dir_5", 0.989},
    {"medium", "perlin_single", "jerk_snapshot", 0.013},
    {"medium", "perlin_single", "coverage", 0.342},
    {"medium", "curlnoise", "s_dir_5", 0.869},
    {"medium", "curlnoise", "jerk_snapshot", 0.052},
    {"medium", "curlnoise", "coverage", 0.633},
    {"medium", "ou", "s_dir_5", 0.007},
    {"medium", "ou", "jerk_snapshot", 0.024},
    {"medium", "ou", "coverage", 0.939},
    {"medium", "urw", "s_dir_5", 0.004},
    {"medium", "urw", "jerk_snapshot", 0.156},
    {"medium", "urw", "coverage", 0.907},
    {"medium", "piecewise", "s_dir_5", 0.773},
    {"medium", "piecewise", "jerk_snapshot", 0.041},
    {"medium", "piecewise", "coverage", 0.074},
    {"medium", "vicsek", "s_dir_5", 0.977},
    {"medium", "vicsek", "jerk_snapshot", 0.038},
    {"medium", "vicsek", "coverage", 0.417},
};
constexpr PublishedRow kPublishedCrowdMs[] = {
    {"medium", "perlin_dual", "ms", 9.88}, {"medium", "perlin_single", "ms", 10.12},
    {"medium", "curlnoise", "ms", 12.18},  {"medium", "ou", "ms", 6.01},
    {"medium", "urw", "ms", 6.07},         {"medium", "piecewise", "ms", 6.39},
    {"medium", "vicsek", "ms", 375.45},
};

constexpr PublishedBand kCrowdBands[] = {
    {"medium", "perlin_dual", "s_dir_5", 0.985, 0.992, "reading"},
    {"medium", "perlin_dual", "jerk_snapshot", 0.0120, 0.0135, "reading"},
    {"medium", "perlin_dual", "coverage", 0.30, 0.37, "reading"},
    {"medium", "perlin_single", "s_dir_5", 0.985, 0.992, "reading"},
    {"medium", "perlin_single", "jerk_snapshot", 0.0120, 0.0135, "reading"},
    {"medium", "perlin_single", "coverage", 0.30, 0.37, "reading"},
    {"medium", "curlnoise", "s_dir_5", 0.85, 0.885, "reading"},
    {"medium", "curlnoise", "jerk_snapshot", 0.051, 0.054, "reading"},
    {"medium", "curlnoise", "coverage", 0.60, 0.66, "reading"},
    {"medium", "ou", "jerk_snapshot", 0.0232, 0.0242, "reading"},
    {"medium", "ou", "coverage", 0.93, 0.95, "reading"},
    {"medium", "urw", "jerk_snapshot", 0.145, 0.149, "reading"},
    {"medium", "urw", "coverage", 0.895, 0.92, "reading"},
    {"medium", "piecewise", "s_dir_5", 0.70, 0.86, "reading"},
    {"medium", "piecewise", "coverage", 0.065, 0.095, "reading"},
    {"medium", "vicsek", "s_dir_5", 0.976, 0.978, "reading"},
    {"medium", "vicsek", "jerk_snapshot", 0.0375, 0.0385, "reading"},
    {"medium", "curl_dual", "s_dir_5", 0.99, kInfinity, "threshold"},
    {"medium", "curl_dual", "jerk_snapshot", -kInfinity, 0.0126, "threshold"},
    {"medium", "curl_dual", "coverage", 0.75, kInfinity, "threshold"},
    {"medium", "curl_dual", "polarization", -kInfinity, 0.06, "threshold"},
};

constexpr StudyMetric kCrowdMetrics[] = {
    {"s_dir_5", "Directional similarity of neighbours within 10 m", "Directional similarity", Better::higher},
    {"jerk_snapshot", "Jerk between snapshots", "Jerk", Better::lower},
    {"coverage", "Coverage over the last minute", "Share of cells entered", Better::higher},
    {"polarization", "Polarization", "Length of the mean heading"},
    {"heading_entropy", "Entropy of headings", "Share of the largest entropy"},
    {"tortuosity", "Tortuosity of paths", "Path length / distance"},
    {"hf_lf", "High against low frequencies of the kinetic signal", "HF / LF energy", Better::lower},
    {"corr_length_heading", "Correlation length of headings", "Distance"},
};
constexpr std::string_view kCrowdChief[] = {"s_dir_5", "jerk_snapshot", "coverage", "polarization"};
constexpr StudyCurve kCrowdCurves[] = {
    {"polarization", "Polarization over time", "Length of the mean heading"},
    {"s_dir", "Similarity of headings over distance", "Directional similarity", false},
    {"speed_correlation", "Correlation of speeds over distance", "Correlation", false},
};
constexpr StudyScatter kCrowdScatter{.name = "coverage_polarization",
                                     .title = "Coverage against polarization",
                                     .x = "polarization",
                                     .x_title = "Polarization",
                                     .y = "coverage",
                                     .y_title = "Coverage over the last minute (share of cells)"};

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

std::optional<RunResult> execute_crowd(const RunKey& key, const std::any& planned,
                                       const std::atomic<bool>* cancel) {
  const auto& setup = as<CrowdSetup>(planned);
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

/// The heading frequency that a field sweep is relative to, for methods with a potential.
constexpr double kNominalHeadingFrequency = 0.01;

/// Frequencies of the fields, cycles per metre, and their drift.
Variant crowd_field_variant(double heading, double speed, double drift_per_s) {
  const std::string name =
      "f" + number_text(heading) + "_fv" + number_text(speed) + "_drift" + number_text(drift_per_s);
  return {name, [=](std::any& setup) {
            CrowdParams& p = std::any_cast<CrowdSetup>(&setup)->params;
            p.heading.wavelength_m = 1 / heading;
            p.speed.wavelength_m = 1 / speed;
            // The wavelength of a potential changes by the same factor; curlnoise's then has the heading's
            // frequency.
            p.potential.wavelength_m *= kNominalHeadingFrequency / heading;
            p.heading.drift_per_s = p.speed.drift_per_s = p.potential.drift_per_s = drift_per_s;
          }};
}

std::vector<Variant> crowd_variants(Sweep sweep) {
  if (sweep == Sweep::field)
    return {crowd_field_variant(0.006, 0.0065, 0.001), crowd_field_variant(0.01, 0.011, 0.002),
            crowd_field_variant(0.016, 0.017, 0.004)};
  std::vector<Variant> variants;
  for (const size_t agents : {500, 1000, 2000, 4000})
    variants.push_back({"n" + std::to_string(agents), [agents](std::any& setup) {
                          std::any_cast<CrowdSetup>(&setup)->scale.agents = agents;
                        }});
  return variants;
}

Result<std::any> plan_crowd(Scale scale, size_t method, const std::vector<std::string>& settings,
                            const Variant& variant) {
  CrowdSetup setup{crowd_scale(scale), crowd_preset(static_cast<CrowdMethod>(method))};
  if (auto tuned = tune_all(setup.params, crowd_tuning(), settings, kMethodsOption); !tuned)
    return tuned.error();
  std::any planned = setup;
  if (variant.change) variant.change(planned);
  const auto& changed = as<CrowdSetup>(planned);
  if (auto fits = check_crowd(changed.params, {changed.scale.side_m, Border::torus}, changed.scale.agents);
      !fits)
    return fits.error();
  return planned;
}

std::vector<std::pair<std::string_view, std::string>> crowd_scale_lines(const std::any& setup) {
  const CrowdScale& scale = as<CrowdSetup>(setup).scale;
  return {{"agents", std::to_string(scale.agents)},
          {"ticks", std::to_string(scale.ticks)},
          {"snapshot_ticks", std::to_string(scale.snapshot_ticks)},
          {"side_m", number_text(scale.side_m)}};
}

TunedParams preset_of_crowd(size_t method) {
  return TunedParams(crowd_preset(static_cast<CrowdMethod>(method)), crowd_tuning());
}

TunedParams params_of_crowd(const std::any& setup) {
  return TunedParams(as<CrowdSetup>(setup).params, crowd_tuning());
}

std::pair<Stepper, int> start_crowd_run(uint64_t seed, const std::any& planned) {
  const auto& setup = as<CrowdSetup>(planned);
  const Crowd crowd =
      bind_crowd(setup.params, {setup.scale.side_m, Border::torus}, SeedBundle::from_master(seed));
  return {[crowd, state = start_crowd(crowd, setup.scale.agents)]() mutable { step_crowd(crowd, state); },
          setup.scale.ticks};
}

}  // namespace

CrowdScale crowd_scale(Scale scale) {
  if (scale == Scale::small) return {200, 360, 5, 1000};
  if (scale == Scale::large) return {3200, 1080, 15, 1000};
  return {1200, 720, 10, 1000};
}

const StudyRow& crowd_study() {
  static constexpr StudyRow kStudy{
      .slug = "crowd",
      .title = "Crowd study",
      .methods = kCrowdMethods,
      .preset = preset_of_crowd,
      .plan = plan_crowd,
      .variants = crowd_variants,
      .scale_lines = crowd_scale_lines,
      .params = params_of_crowd,
      .execute = execute_crowd,
      .start = start_crowd_run,
      .metrics = kCrowdMetrics,
      .chief = kCrowdChief,
      .curves = kCrowdCurves,
      .scatter = &kCrowdScatter,
      .published = kPublishedCrowd,
      .published_ms = kPublishedCrowdMs,
      .bands = kCrowdBands,
  };
  return kStudy;
}

}  // namespace fw
