#include <algorithm>
#include <cstdint>

#include "core/base/exact/rng.h"
#include "core/base/number_text.h"
#include "core/base/seed.h"
#include "core/experiment/study_internal.h"
#include "core/experiment/study_spawn.h"
#include "core/measure/audit/counts.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/intervals.h"
#include "core/measure/pattern/lattice_statistics.h"
#include "core/measure/pattern/point_pattern.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

// From the paper (docs/references.md, 1).
constexpr PublishedRow kPublishedSpawn[] = {
    {"small", "perlin_a", "coherence_ref", 0.024},
    {"small", "perlin_b", "coherence_ref", -0.039},
    {"medium", "perlin_a", "coherence_ref", 0.011},
    {"medium", "perlin_a", "isi_cv", 1.23},
    {"medium", "perlin_a", "coverage_distance", 3.03},
    {"medium", "perlin_b", "coherence_ref", 0.010},
    {"medium", "perlin_b", "isi_cv", 1.39},
    {"medium", "perlin_b", "coverage_distance", 3.63},
    {"medium", "filtered", "coherence_ref", 0.013},
    {"medium", "filtered", "isi_cv", 0.087},
    {"medium", "filtered", "coverage_distance", 2.87},
    {"medium", "uniform", "coherence_ref", 0.002},
    {"medium", "uniform", "isi_cv", 0.36},
    {"medium", "uniform", "coverage_distance", 2.52},
    {"medium", "poisson_disk", "coherence_ref", 0.0057},
    {"medium", "poisson_disk", "isi_cv", 3.96},
    {"medium", "poisson_disk", "coverage_distance", 2.56},
    {"medium", "sinusoid", "coherence_ref", -0.003},
    {"medium", "sinusoid", "isi_cv", 0.81},
    {"medium", "sinusoid", "coverage_distance", 4.02},
    {"medium", "mvn_poisson", "isi_cv", 5.53},
    {"large", "perlin_a", "coherence_ref", 0.010},
    {"large", "perlin_a", "isi_cv", 1.58},
    {"large", "perlin_a", "coverage_distance", 4.38},
    {"large", "perlin_b", "coherence_ref", -0.003},
    {"large", "perlin_b", "isi_cv", 1.42},
    {"large", "perlin_b", "coverage_distance", 4.81},
    {"large", "filtered", "coherence_ref", 0.006},
    {"large", "filtered", "isi_cv", 0.047},
    {"large", "filtered", "coverage_distance", 4.05},
    {"large", "uniform", "coherence_ref", -0.002},
    {"large", "uniform", "isi_cv", 0.03},
    {"large", "uniform", "coverage_distance", 3.51},
    {"large", "poisson_disk", "coherence_ref", 0.0018},
    {"large", "poisson_disk", "isi_cv", 4.49},
    {"large", "poisson_disk", "coverage_distance", 2.53},
    {"large", "sinusoid", "coherence_ref", -0.0018},
    {"large", "sinusoid", "isi_cv", 0.79},
    {"large", "sinusoid", "coverage_distance", 5.58},
    {"large", "mvn_poisson", "isi_cv", 2.31},
};
constexpr PublishedRow kPublishedSpawnMs[] = {
    {"small", "perlin_a", "ms", 0.42},      {"small", "perlin_b", "ms", 0.37},
    {"medium", "perlin_a", "ms", 1.00},     {"medium", "perlin_b", "ms", 0.94},
    {"medium", "filtered", "ms", 1.18},     {"medium", "uniform", "ms", 1.16},
    {"medium", "poisson_disk", "ms", 0.91}, {"medium", "sinusoid", "ms", 0.81},
    {"large", "perlin_a", "ms", 3.07},      {"large", "perlin_b", "ms", 3.56},
    {"large", "filtered", "ms", 3.68},      {"large", "uniform", "ms", 3.36},
    {"large", "poisson_disk", "ms", 2.35},  {"large", "sinusoid", "ms", 3.30},
};

constexpr PublishedBand kSpawnBands[] = {
    {"medium", "a_full", "isi_cv", -kInfinity, 0.12, "threshold"},
    {"medium", "a_full", "coverage_index", -kInfinity, 0.88, "threshold"},
    {"large", "a_full", "isi_cv", -kInfinity, 0.12, "threshold"},
    {"large", "a_full", "coverage_index", -kInfinity, 0.88, "threshold"},
};

constexpr ReadingRow kSpawnReadings[] = {
    {"medium", "perlin_a", "isi_cv", 1.233, kUnknown, 0.001},
    {"medium", "perlin_a", "coverage_distance", 2.952, 0.055, 0.001},
    {"large", "perlin_a", "isi_cv", 1.687, kUnknown, 0.001},
    {"large", "perlin_a", "coverage_distance", 4.299, 0.060, 0.001},
    {"medium", "perlin_b", "isi_cv", 1.419, kUnknown, 0.001},
    {"medium", "perlin_b", "coverage_distance", 3.538, 0.155, 0.001},
    {"large", "perlin_b", "isi_cv", 1.397, kUnknown, 0.001},
    {"large", "perlin_b", "coverage_distance", 4.825, 0.143, 0.001},
    {"medium", "perlin_b_far", "isi_cv", 2.05, kUnknown, 0.01},
    {"medium", "perlin_b_far", "coverage_distance", 3.18, kUnknown, 0.01},
    {"large", "perlin_b_far", "isi_cv", 1.50, kUnknown, 0.01},
    {"large", "perlin_b_far", "coverage_distance", 3.87, kUnknown, 0.01},
    {"medium", "filtered", "isi_cv", 0.091, kUnknown, 0.001},
    {"medium", "filtered", "coverage_distance", 2.872, 0.041, 0.001},
    {"large", "filtered", "isi_cv", 0.048, kUnknown, 0.001},
    {"large", "filtered", "coverage_distance", 4.073, 0.052, 0.001},
    {"medium", "uniform", "isi_cv", 0.359, kUnknown, 0.001},
    {"medium", "uniform", "coverage_distance", 2.540, 0.051, 0.001},
    {"large", "uniform", "isi_cv", 0.000, kUnknown, 0.001},
    {"large", "uniform", "coverage_distance", 3.510, 0.049, 0.001},
    {"medium", "poisson_disk", "isi_cv", 4.022, kUnknown, 0.001},
    {"medium", "poisson_disk", "coverage_distance", 2.547, 0.051, 0.001},
    {"large", "poisson_disk", "isi_cv", 4.658, kUnknown, 0.001},
    {"large", "poisson_disk", "coverage_distance", 2.518, 0.027, 0.001},
    {"medium", "sinusoid", "isi_cv", 0.803, kUnknown, 0.001},
    {"medium", "sinusoid", "coverage_distance", 3.991, 0.093, 0.001},
    {"large", "sinusoid", "isi_cv", 0.801, kUnknown, 0.001},
    {"large", "sinusoid", "coverage_distance", 5.582, 0.069, 0.001},
    {"medium", "mvn_poisson", "isi_cv", 5.585, kUnknown, 0.001},
    {"medium", "mvn_poisson", "coverage_distance", 16.7, 2.9, 0.1},
    {"large", "mvn_poisson", "isi_cv", 2.304, kUnknown, 0.001},
    {"large", "mvn_poisson", "coverage_distance", 29.2, 5.3, 0.1},
    {"medium", "facility", "isi_cv", 0, kUnknown, 0.001},
    {"medium", "facility", "coverage_distance", 4.27, 0.17, 0.01},
    {"large", "facility", "isi_cv", 0, kUnknown, 0.001},
    {"large", "facility", "coverage_distance", 5.21, 0.09, 0.01},
    {"medium", "a_full", "coverage_distance", 2.05, kUnknown, 0.01},
    {"large", "a_full", "coverage_distance", 2.14, kUnknown, 0.01},
    {"medium", "b_full", "isi_cv", 0.07, kUnknown, 0.01},
    {"medium", "b_full", "coverage_distance", 2.23, kUnknown, 0.01},
    {"large", "b_full", "isi_cv", 0.11, kUnknown, 0.01},
    {"large", "b_full", "coverage_distance", 2.40, kUnknown, 0.01},
};

constexpr StudyMetric kSpawnMetrics[] = {
    {"isi_cv", "Regularity of intervals between spawns", "Coefficient of variation", Better::lower},
    {"coverage_distance", "Coverage distance at the end of the run", "Mean distance to the nearest spawn",
     Better::lower},
    {"coverage_index", "Coverage against uniform points of the same number", "Coverage index (uniform = 1)",
     Better::lower},
    {"spawns_per_cycle", "Spawns per cycle", "Spawns"},
    {"coherence_ref", "Front coherence against an unrelated field", "Correlation"},
    {"coherence_own", "Front coherence against the field in force", "Correlation", Better::higher},
    {"load_variance", "Variance of the load", "Variance of spawns per minute", Better::lower},
    {"neighbour_phase", "Phase agreement of neighbouring spawns", "Mean cosine", Better::higher},
};
constexpr std::string_view kSpawnChief[] = {"isi_cv",          "coverage_distance", "coverage_index",
                                            "coherence_ref",   "coherence_own",     "neighbour_phase",
                                            "spawns_per_cycle"};
constexpr StudyCurve kSpawnCurves[] = {
    {"spawns_per_minute", "Load over time", "Spawns per minute"},
};

constexpr int kRegionsPerSide = 8;  ///< of regional figures
constexpr int kLoadWindow = 60;     ///< ticks

/// Every admitted spawn of a run: place, time, and the fields' values there.
struct SpawnRecord {
  std::vector<double> x_m, y_m;
  std::vector<int64_t> tick;
  std::vector<double> reference, own;  ///< n(x) of an unrelated field, and of the current one
  std::vector<double> living;          ///< per tick
  int64_t eliminations = 0;
};

void add_tick(SpawnRecord& r, int tick, const SpawnState& state, const Front& reference, bool front) {
  for (const Vec2& at : state.admitted_m) {
    r.x_m.push_back(at.x), r.y_m.push_back(at.y);
    r.tick.push_back(tick);
    r.reference.push_back(front_value(reference, at));
    if (front) r.own.push_back(front_value(state.plan.front, at));
  }
  r.living.push_back(static_cast<double>(state.monsters.size()));
  r.eliminations += static_cast<int64_t>(state.eliminated_m.size());
}

/// Sample points of the coverage: uniform, dependent on the seed only.
struct Samples {
  std::vector<double> x_m, y_m;
};
Samples coverage_samples(const SpawnScale& scale, uint64_t seed) {
  RandomCursor cursor{derive(SeedBundle::from_master(seed).place_stream(), "spawn/coverage_samples")};
  Samples samples;
  for (int i = 0; i < scale.coverage_samples; ++i) {
    samples.x_m.push_back(cursor.uniform(0, scale.side_m));
    samples.y_m.push_back(cursor.uniform(0, scale.side_m));
  }
  return samples;
}

/// Mean over cycles of the coverage distance to that cycle's spawns alone.
double coverage_per_cycle(const SpawnRecord& r, const Samples& samples, int cycle_s, const Arena& arena) {
  std::vector<double> distances;
  for (size_t from = 0; from < r.tick.size();) {
    size_t to = from;
    while (to < r.tick.size() && r.tick[to] / cycle_s == r.tick[from] / cycle_s) ++to;
    const std::span<const double> x(r.x_m), y(r.y_m);
    distances.push_back(coverage_distance_m(samples.x_m, samples.y_m, x.subspan(from, to - from),
                                            y.subspan(from, to - from), arena));
    from = to;
  }
  return distances.empty() ? kNoFigure : summarize(distances).mean;
}

void report_space(const SpawnRecord& r, const RunKey& key, const SpawnSetup& setup, RunRecord& out) {
  const Arena arena{setup.scale.side_m, Border::reflect};
  const Samples samples = coverage_samples(setup.scale, key.seed);
  const bool any = !r.tick.empty();
  const double distance = coverage_distance_m(samples.x_m, samples.y_m, r.x_m, r.y_m, arena);
  const CellGrid grid{setup.scale.side_m, kRegionsPerSide};
  const std::vector<double> counts = cell_counts(r.x_m, r.y_m, grid);
  out.figure("coverage_distance", any ? distance : kNoFigure, "m");
  out.figure("coverage_index",
             any ? coverage_index(distance, arena.side_m, static_cast<int64_t>(r.tick.size())) : kNoFigure);
  out.figure("coverage_per_cycle", coverage_per_cycle(r, samples, setup.params.cycle_s, arena), "m");
  out.figure("morans_i", morans_i(counts, kRegionsPerSide, kRegionsPerSide, Contiguity::rook, false));
  out.figure("regional_cv", any ? regional_cv(counts) : kNoFigure);
  out.figure("nn_mean", r.tick.size() > 1 ? nearest_neighbour_mean_m(r.x_m, r.y_m, arena) : kNoFigure, "m");
}

void report(const SpawnRecord& r, const RunKey& key, const SpawnSetup& setup, RunRecord& out) {
  const int cycle_s = setup.params.cycle_s;
  const Arena arena{setup.scale.side_m, Border::reflect};
  const double cycles = static_cast<double>(setup.scale.ticks) / cycle_s;
  const std::vector<double> per_tick = counts_per_tick(r.tick, setup.scale.ticks);
  const Load load_figures = load(per_tick, kLoadWindow);
  const bool several = r.tick.size() > 1, front = !r.own.empty();
  const SpawnCoherence coherence = spawn_coherence(r.tick, r.reference, front ? r.own : r.reference, cycle_s);
  out.figure("isi_cv", several ? isi_cv(r.tick) : kNoFigure);
  report_space(r, key, setup, out);
  out.figure("coherence_ref", several ? coherence.ref : kNoFigure);
  out.figure("coherence_own", several && front ? coherence.own : kNoFigure);
  out.figure("neighbour_phase", several ? neighbour_phase(r.tick, r.x_m, r.y_m, cycle_s, arena) : kNoFigure);
  out.figure("spawns_per_cycle", static_cast<double>(r.tick.size()) / cycles);
  out.figure("eliminations_per_cycle", static_cast<double>(r.eliminations) / cycles);
  out.figure("living_mean", summarize(r.living).mean);
  out.figure("load_variance", load_figures.variance);
  out.figure("load_fano", load_figures.mean > 0 ? load_figures.variance / load_figures.mean : kNoFigure);
  out.figure("load_peak", load_figures.mean > 0 ? load_figures.peak_to_mean : kNoFigure);

  std::vector<double> time_s, living;
  for (size_t t = kLoadWindow - 1; t < r.living.size(); t += kLoadWindow) {
    time_s.push_back(static_cast<double>(t + 1));
    living.push_back(r.living[t]);
  }
  out.over_time("spawns_per_minute", "", time_s, window_sums(per_tick, kLoadWindow, kLoadWindow));
  out.over_time("living", "", std::move(time_s), std::move(living));
}

std::optional<RunResult> execute_spawn(const RunKey& key, const std::any& planned,
                                       const std::atomic<bool>* cancel) {
  const auto& setup = as<SpawnSetup>(planned);
  const Spawner spawner =
      bind_spawn(setup.params, square_area(setup.scale.side_m), SeedBundle::from_master(key.seed));
  const Front reference = reference_front(spawner, 0);
  const bool front = has_front(setup.params.method);
  SpawnState state = start_spawn(spawner);
  SpawnRecord record;
  for (int tick = 0; tick < setup.scale.ticks; ++tick) {
    if (wants_stop(cancel)) return std::nullopt;
    step_spawn(spawner, state);
    add_tick(record, tick, state, reference, front);
  }
  RunRecord out{key, {}};
  report(record, key, setup, out);
  return std::move(out.result);
}

Result<std::any> plan_spawn(Scale scale, size_t method, const std::vector<std::string>& settings,
                            const Variant& variant) {
  SpawnSetup setup{spawn_scale(scale), spawn_preset(static_cast<SpawnMethod>(method))};
  setup.params.target = setup.scale.target;
  setup.params.quota = setup.scale.quota;
  setup.params.players = setup.scale.players;
  if (auto tuned = tune_all(setup.params, spawn_tuning(), settings, kMethodsOption); !tuned)
    return tuned.error();
  std::any planned = setup;
  if (variant.change) variant.change(planned);
  const auto& changed = as<SpawnSetup>(planned);
  if (auto fits = check_spawn(changed.params); !fits) return fits.error();
  return planned;
}

std::vector<std::pair<std::string_view, std::string>> spawn_scale_lines(const std::any& setup) {
  const SpawnScale& scale = as<SpawnSetup>(setup).scale;
  return {{"ticks", std::to_string(scale.ticks)},
          {"side_m", number_text(scale.side_m)},
          {"coverage_samples", std::to_string(scale.coverage_samples)}};
}

TunedParams preset_of_spawn(size_t method) {
  return TunedParams(spawn_preset(static_cast<SpawnMethod>(method)), spawn_tuning());
}

TunedParams params_of_spawn(const std::any& setup) {
  return TunedParams(as<SpawnSetup>(setup).params, spawn_tuning());
}

std::pair<Stepper, int> start_spawn_run(uint64_t seed, const std::any& planned) {
  const auto& setup = as<SpawnSetup>(planned);
  const Spawner spawner =
      bind_spawn(setup.params, square_area(setup.scale.side_m), SeedBundle::from_master(seed));
  return {[spawner, state = start_spawn(spawner)]() mutable { step_spawn(spawner, state); },
          setup.scale.ticks};
}

}  // namespace

SpawnScale spawn_scale(Scale scale) {
  if (scale == Scale::small) return {2400, 90, 80, 48, 6, 1024};
  if (scale == Scale::large) return {7200, 240, 256, 192, 12, 4096};
  return {3600, 120, 128, 96, 8, 2048};
}

const StudyRow& spawn_study() {
  static constexpr StudyRow kStudy{.slug = "spawn",
                                   .title = "Spawn study",
                                   .methods = kSpawnMethods,
                                   .preset = preset_of_spawn,
                                   .plan = plan_spawn,
                                   .scale_lines = spawn_scale_lines,
                                   .params = params_of_spawn,
                                   .execute = execute_spawn,
                                   .start = start_spawn_run,
                                   .metrics = kSpawnMetrics,
                                   .chief = kSpawnChief,
                                   .curves = kSpawnCurves,
                                   .published = kPublishedSpawn,
                                   .published_ms = kPublishedSpawnMs,
                                   .bands = kSpawnBands,
                                   .readings = kSpawnReadings,
                                   // It was measured with a field that did not drive the cycle.
                                   .signless = "coherence_ref"};
  return kStudy;
}

}  // namespace fw
