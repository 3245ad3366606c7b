#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/cell_list.h"
#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/spawn/spawn.h"

// The paper's spawn study in small: one run of a method, and the numbers its table prints.

namespace fw::test {

struct Scale {
  const char* name;
  double side_m;
  int target;
  int quota;
  int players;
  int cycles;
  int coverage_samples;
};
inline constexpr Scale kScales[] = {{"small", 90, 80, 48, 6, 4, 1024},
                                    {"medium", 120, 128, 96, 8, 6, 2048},
                                    {"large", 240, 256, 192, 12, 12, 4096}};
inline constexpr const Scale& kMedium = kScales[1];

inline SpawnParams scaled_preset(SpawnMethod method, const Scale& scale) {
  SpawnParams params = spawn_preset(method);
  params.target = scale.target;
  params.quota = scale.quota;
  params.players = scale.players;
  return params;
}

inline Spawner bind_at(const SpawnParams& params, const Scale& scale, uint64_t seed) {
  return bind_spawn(params, square_area(scale.side_m), SeedBundle::from_master(seed));
}

/// A square of 40 x 40 cells with a ring-shaped area and a separate bar.
inline SpawnArea ring_area(double side_m = 120) {
  Raster<uint8_t> open(GridSpec::square(side_m, 40));
  for (size_t cell = 0; cell < open.size(); ++cell) {
    const Vec2 at = open.grid.centre(cell);
    const double d = std::sqrt(squared_distance(at, {side_m / 2, side_m / 2})) / side_m;
    open[cell] = (d > 0.2 && d < 0.4) || (at.x < side_m * 0.05);
  }
  return masked_area(std::move(open));
}

/// Every admitted spawn of a run.
struct Run {
  std::vector<int64_t> ticks;
  std::vector<double> x_m;
  std::vector<double> y_m;
  std::vector<double> own;        ///< n of the field in force where it appeared; empty without a field
  std::vector<double> reference;  ///< the same of the unrelated field
  std::vector<double> phase;      ///< of the cycle, [0, 1)
  int64_t eliminated = 0;
};

inline Run run_spawn(const Spawner& spawner, int64_t ticks, bool fields = false) {
  Run run;
  SpawnState state = start_spawn(spawner);
  Front reference;
  for (int64_t t = 0; t < ticks; ++t) {
    step_spawn(spawner, state);
    if (fields && t % spawner.params.cycle_s == 0) reference = reference_front(spawner, state.cycle);
    run.eliminated += static_cast<int64_t>(state.eliminated_m.size());
    for (const Vec2 at : state.admitted_m) {
      run.ticks.push_back(t);
      run.x_m.push_back(at.x);
      run.y_m.push_back(at.y);
      run.phase.push_back(static_cast<double>(t % spawner.params.cycle_s) / spawner.params.cycle_s);
      if (!fields) continue;
      run.reference.push_back(front_value(reference, at));
      if (has_front(spawner.params.method)) run.own.push_back(front_value(state.plan.front, at));
    }
  }
  return run;
}

struct MeanSd {
  double mean = 0;
  double sd = 0;  ///< population
};

inline MeanSd mean_sd(const std::vector<double>& values) {
  MeanSd m;
  for (const double v : values) m.mean += v;
  m.mean /= static_cast<double>(values.size());
  for (const double v : values) m.sd += (v - m.mean) * (v - m.mean);
  m.sd = std::sqrt(m.sd / static_cast<double>(values.size()));
  return m;
}

/// CV of the differences of all admitted ticks in order, zeros included.
inline double isi_cv(const Run& run) {
  std::vector<double> gaps;
  for (size_t i = 1; i < run.ticks.size(); ++i)
    gaps.push_back(static_cast<double>(run.ticks[i] - run.ticks[i - 1]));
  const MeanSd m = mean_sd(gaps);
  return m.sd / m.mean;
}

/// Mean distance from uniform samples to the nearest admitted spawn of the run.
inline double coverage_distance(const Run& run, const Scale& scale, uint64_t seed) {
  const CellList cells = bin_points(run.x_m, run.y_m, scale.side_m, 1, false);
  double sum = 0;
  for (int i = 0; i < scale.coverage_samples; ++i) {
    const double x = scale.side_m * random_uniform(derive(seed, "samples/x"), static_cast<uint64_t>(i));
    const double y = scale.side_m * random_uniform(derive(seed, "samples/y"), static_cast<uint64_t>(i));
    double best = -1;
    for (double radius = 4; best < 0; radius *= 2)
      visit_within(cells, run.x_m, run.y_m, x, y, radius, [&](uint32_t, double, double, double d2) {
        if (best < 0 || d2 < best) best = d2;
      });
    sum += std::sqrt(best);
  }
  return sum / scale.coverage_samples;
}

/// Coverage over what N points of a square lattice's density would give at best by chance: 0.5 sqrt(A / N).
inline double coverage_index(double coverage, size_t spawns, double side_m) {
  return coverage / (0.5 * std::sqrt(side_m * side_m / static_cast<double>(spawns)));
}

inline double pearson(const std::vector<double>& a, const std::vector<double>& b) {
  const MeanSd ma = mean_sd(a), mb = mean_sd(b);
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - ma.mean) * (b[i] - mb.mean);
  return sum / static_cast<double>(a.size()) / (ma.sd * mb.sd);
}

/// SHA-256 over everything a state shows, bit by bit.
inline void add_to_digest(const SpawnState& state, Sha256& sha) {
  const auto add = [&](const auto& values) { sha.update(values.data(), values.size() * sizeof(values[0])); };
  const int64_t numbers[] = {state.tick, state.cycle, state.cycle_count, state.refused};
  sha.update(numbers, sizeof numbers);
  add(state.admitted_m);
  add(state.eliminated_m);
  for (const Roamers* roamers : {&state.monsters, &state.players}) {
    add(roamers->id);
    add(roamers->x_m);
    add(roamers->y_m);
    add(roamers->heading_rad);
  }
}

inline std::string run_digest(const Spawner& spawner, int64_t ticks) {
  Sha256 sha;
  SpawnState state = start_spawn(spawner);
  for (int64_t t = 0; t < ticks; ++t) {
    step_spawn(spawner, state);
    add_to_digest(state, sha);
  }
  return sha.hex();
}

}  // namespace fw::test
