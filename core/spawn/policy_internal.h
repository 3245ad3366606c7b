#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/kept_memory.h"
#include "core/spawn/spawn.h"

// Private to core/spawn: what a policy does at the start of a cycle and at each tick. Policies propose; the
// controller (spawn.cpp) admits or refuses.

namespace fw::spawn {

/// The cycle that contains a tick, and the tick's second in it.
inline int second_of(const SpawnParams& params, int64_t tick) {
  return static_cast<int>(tick % params.cycle_s);
}
inline int64_t cycle_of(const SpawnParams& params, int64_t tick) {
  return tick / params.cycle_s;
}

/// The cursor of the draws of one tick, or of one cycle.
inline RandomCursor cursor_at(uint64_t substream, int64_t address) {
  return {random_bits(substream, static_cast<uint64_t>(address))};
}

/// Squared distance to the nearest of a population; infinite if it is empty.
inline double nearest2(const Roamers& roamers, Vec2 at) {
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < roamers.size(); ++i) {
    const double dx = roamers.x_m[i] - at.x, dy = roamers.y_m[i] - at.y;
    best = std::fmin(best, dx * dx + dy * dy);
  }
  return best;
}

/// perlin_a: stratified candidates, the field's value as their phase, one site per slot.
std::vector<SpawnSite> phase_sites(const Spawner& spawner, const Front& front, int64_t cycle);
KeptVector<Vec2> propose_slot(const Spawner& spawner, const SpawnState& state, int second);
/// a_full: blue-noise sites away from those of earlier cycles, evenly spread phases in the order of the
/// field's values; `quota` of them, or as the parameters say.
std::vector<SpawnSite> ranked_sites(const Spawner& spawner, const Front& front,
                                    const std::vector<std::vector<Vec2>>& past_sites_m, int64_t cycle,
                                    int quota);
KeptVector<Vec2> propose_due(const SpawnState& state, int second);

/// perlin_b, perlin_b_far, b_full.
std::vector<int> batch_seconds(const Spawner& spawner, int64_t cycle, int quota);
KeptVector<Vec2> propose_band(const Spawner& spawner, const SpawnState& state, int64_t tick);

KeptVector<Vec2> propose_uniform(const Spawner& spawner, int64_t tick);
/// Tries that the filter drops are told in state.refused_m.
KeptVector<Vec2> propose_filtered(const Spawner& spawner, SpawnState& state, int64_t tick);
KeptVector<Vec2> propose_disk(const Spawner& spawner, int64_t tick);
KeptVector<Vec2> propose_mixture(const Spawner& spawner, int64_t tick);
KeptVector<Vec2> propose_facility(const Spawner& spawner, const SpawnState& state, int64_t tick);
/// Advances the sinusoid's accumulated rate.
KeptVector<Vec2> propose_sinusoid(const Spawner& spawner, SpawnState& state, int64_t tick);

}  // namespace fw::spawn
