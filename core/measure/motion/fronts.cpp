#include "core/measure/motion/fronts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/measure/pattern/point_pattern.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

constexpr double kTurn_rad = 6.283185307179586;

/// Place of a tick in its cycle, [0, 1); fmod is exact.
double cycle_phase(double tick, double cycle_ticks) {
  assert(tick >= 0 && cycle_ticks > 0);
  return std::fmod(tick, cycle_ticks) / cycle_ticks;
}

std::vector<double> cycle_phases(std::span<const int64_t> tick, int64_t cycle_ticks) {
  std::vector<double> phases;
  for (const int64_t t : tick)
    phases.push_back(cycle_phase(static_cast<double>(t), static_cast<double>(cycle_ticks)));
  return phases;
}

/// Indices of the spawns by cycle, then by position in the list.
std::vector<size_t> by_cycle(std::span<const int64_t> tick, int64_t cycle_ticks) {
  std::vector<size_t> order(tick.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return tick[a] / cycle_ticks < tick[b] / cycle_ticks; });
  return order;
}

}  // namespace

void CoherenceSum::add(int64_t tick, double phase_cycles, double cycle_ticks) {
  const double departure = cycle_phase(static_cast<double>(tick), cycle_ticks) - phase_cycles;
  cos_sum += exact::sincos(kTurn_rad * departure).cos;
  ++starts;
}

double wave_amplitude(std::span<const double> starts_per_tick, double cycle_ticks) {
  double re = 0, im = 0, all = 0;
  for (size_t t = 0; t < starts_per_tick.size(); ++t) {
    const exact::SinCos sc = exact::sincos(kTurn_rad * cycle_phase(static_cast<double>(t), cycle_ticks));
    re += starts_per_tick[t] * sc.cos;
    im -= starts_per_tick[t] * sc.sin;
    all += starts_per_tick[t];
  }
  return all > 0 ? 2 * std::sqrt(re * re + im * im) / all : 0.0;
}

SpawnCoherence spawn_coherence(std::span<const int64_t> tick, std::span<const double> reference_level,
                               std::span<const double> own_level, int64_t cycle_ticks) {
  const std::vector<double> phases = cycle_phases(tick, cycle_ticks);
  return {pearson(phases, reference_level), pearson(phases, own_level)};
}

double neighbour_phase(std::span<const int64_t> tick, std::span<const double> x_m,
                       std::span<const double> y_m, int64_t cycle_ticks, const Arena& arena) {
  assert(x_m.size() == tick.size() && y_m.size() == tick.size());
  const std::vector<double> phases = cycle_phases(tick, cycle_ticks);
  const std::vector<size_t> order = by_cycle(tick, cycle_ticks);
  std::vector<double> own, neighbours;
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::vector<double> x, y;
    for (end = begin;
         end < order.size() && tick[order[end]] / cycle_ticks == tick[order[begin]] / cycle_ticks; ++end) {
      x.push_back(x_m[order[end]]);
      y.push_back(y_m[order[end]]);
    }
    if (end - begin < 2) continue;
    const std::vector<Nearest> nearest = nearest_others(x, y, arena);
    for (size_t k = 0; k < nearest.size(); ++k) {
      own.push_back(phases[order[begin + k]]);
      neighbours.push_back(phases[order[begin + nearest[k].index]]);
    }
  }
  return pearson(own, neighbours);
}

}  // namespace fw
