#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/spawn/policy_internal.h"

namespace fw {

double band_level(const SpawnParams& params, int64_t tick) {
  const double turn = static_cast<double>(spawn::second_of(params, tick)) / params.cycle_s;
  if (params.band.level == LevelShape::linear) return turn;
  return 0.5 + 0.5 * exact::sincos(2 * std::numbers::pi * turn).sin;
}

namespace spawn {

namespace {

/// Draws up to `pool` uniform points and keeps those inside the open band, at most `wanted`.
KeptVector<Vec2> draw_band(const Spawner& spawner, const Front& front, double level, size_t wanted,
                           RandomCursor& cursor) {
  constexpr size_t kChunk = 256;
  KeptVector<Vec2> found;
  std::array<double, kChunk> x, y, value;
  auto left = static_cast<size_t>(spawner.params.band.pool);
  while (left > 0 && found.size() < wanted) {
    const size_t count = std::min(kChunk, left);
    left -= count;
    for (size_t i = 0; i < count; ++i) {
      const Vec2 at = draw_point(spawner.area, cursor);
      x[i] = at.x, y[i] = at.y;
    }
    front_values(front, std::span(x).first(count), std::span(y).first(count), std::span(value).first(count));
    for (size_t i = 0; i < count && found.size() < wanted; ++i)
      if (std::fabs(value[i] - level) <= spawner.params.band.half_width) found.push_back({x[i], y[i]});
  }
  return found;
}

/// Farthest-point choice (Gonzalez 1985): k times the pool's point farthest from all existing points.
KeptVector<Vec2> farthest(const KeptVector<Vec2>& pool, int k, const SpawnState& state) {
  KeptVector<double> d2(pool.size());
  for (size_t i = 0; i < pool.size(); ++i) {
    d2[i] = nearest2(state.monsters, pool[i]);
    for (const SpawnMark& mark : state.past_spawns)
      d2[i] = std::fmin(d2[i], squared_distance(mark.at_m, pool[i]));
  }
  KeptVector<Vec2> chosen;
  for (int n = 0; n < k && !pool.empty(); ++n) {
    const auto best = static_cast<size_t>(std::max_element(d2.begin(), d2.end()) - d2.begin());
    if (d2[best] <= 0) break;  // no distinct point is left
    chosen.push_back(pool[best]);
    for (size_t i = 0; i < pool.size(); ++i) d2[i] = std::fmin(d2[i], squared_distance(pool[best], pool[i]));
  }
  return chosen;
}

/// Number of proposals at this second; 0 outside the batches.
int batch_size(const Spawner& spawner, const SpawnState& state, int second, RandomCursor& cursor) {
  const SpawnParams& params = spawner.params;
  const auto& batches = state.plan.batch_s;
  const auto [begin, end] = std::equal_range(batches.begin(), batches.end(), second);
  if (begin == end) return 0;
  if (params.band.paced) return static_cast<int>(end - begin);
  return std::clamp(cursor.poisson(params.band.batch_mean), params.band.batch_min, params.band.batch_max);
}

}  // namespace

std::vector<int> batch_seconds(const Spawner& spawner, int64_t cycle, int quota) {
  const SpawnParams& params = spawner.params;
  std::vector<int> seconds;
  if (params.band.paced) {
    for (int64_t k = 0; k < quota; ++k)
      seconds.push_back(static_cast<int>((2 * k + 1) * params.cycle_s / (2 * int64_t{quota})));
    return seconds;
  }
  RandomCursor cursor = cursor_at(spawner.plan_stream, cycle);
  const int jitter_s = params.band.jitter_s;
  const auto moves = static_cast<uint64_t>(2 * static_cast<int64_t>(jitter_s) + 1);
  for (int at = 0; at < params.cycle_s; at += params.band.spacing_s) {
    const int moved = at - jitter_s + static_cast<int>(cursor.below(moves));
    const int second = std::clamp(moved, 0, params.cycle_s - 1);
    if (seconds.empty() || second - seconds.back() >= params.band.separation_s) seconds.push_back(second);
  }
  return seconds;
}

KeptVector<Vec2> propose_band(const Spawner& spawner, const SpawnState& state, int64_t tick) {
  RandomCursor cursor = cursor_at(spawner.proposal_stream, tick);
  const int k = batch_size(spawner, state, second_of(spawner.params, tick), cursor);
  if (k == 0) return {};
  const double level = band_level(spawner.params, tick);
  if (spawner.params.band.choice == BandChoice::random)
    return draw_band(spawner, state.plan.front, level, static_cast<size_t>(k), cursor);
  const auto whole_pool = static_cast<size_t>(spawner.params.band.pool);
  return farthest(draw_band(spawner, state.plan.front, level, whole_pool, cursor), k, state);
}

}  // namespace spawn
}  // namespace fw
