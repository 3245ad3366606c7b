#include <algorithm>
#include <cstdint>

#include "core/base/rng.h"
#include "core/base/seed.h"
#include "core/experiment/run_internal.h"
#include "core/measure/audit/counts.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/intervals.h"
#include "core/measure/pattern/lattice_statistics.h"
#include "core/measure/pattern/nearest.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

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

}  // namespace

std::optional<RunResult> execute_spawn(const RunKey& key, const SpawnSetup& setup,
                                       const std::atomic<bool>* cancel) {
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

}  // namespace fw
