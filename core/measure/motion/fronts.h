#pragma once

#include <cstdint>
#include <span>

#include "core/model/agents.h"

namespace fw {

/// How well action starts keep to their agents' phases: mean of cos 2 pi (t / cycle - phase) over starts, in
/// [-1, 1]; 0 = unrelated, or no starts. A running sum, since fields move the phases.
struct CoherenceSum {
  double cos_sum = 0;
  int64_t starts = 0;

  /// A start at a tick by an agent of that phase in cycles, [0, 1).
  void add(int64_t tick, double phase_cycles, double cycle_ticks);
  double value() const { return starts > 0 ? cos_sum / static_cast<double>(starts) : 0.0; }
};

/// Amplitude of the cycle's fundamental in the starts per tick, 2 |sum s_t e^(-i 2 pi t / cycle)| / sum s_t:
/// the global wave. 0 for an even flow over whole cycles, 1 for 1 + cos, 2 when all start at one phase. 0
/// without starts.
double wave_amplitude(std::span<const double> starts_per_tick, double cycle_ticks);

/// Front coherence of spawns, Pearson correlation of the phase in the cycle (t mod cycle) / cycle with the
/// time-to-level map at the spawn.
struct SpawnCoherence {
  double ref = 0;  ///< coherence_ref: against one reference map, unrelated to the cycles in force
  double own = 0;  ///< coherence_own: against the map that drove the spawn's own cycle
};
/// One entry per spawn: its tick and both maps' values there. A map without spread gives 0.
SpawnCoherence spawn_coherence(std::span<const int64_t> tick, std::span<const double> reference_level,
                               std::span<const double> own_level, int64_t cycle_ticks);

/// Pearson correlation between the phase of each spawn and the phase of its nearest neighbour among the
/// spawns of the same cycle (ties: the earlier in the list): 1 = a front passes smoothly, 0 = neighbours
/// spawn at unrelated times. Cycles with one spawn are left out; 0 when fewer than two spawns remain.
double neighbour_phase(std::span<const int64_t> tick, std::span<const double> x_m,
                       std::span<const double> y_m, int64_t cycle_ticks, const Arena& arena);

}  // namespace fw
