#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/spawn/policy_internal.h"

namespace fw::spawn {

namespace {

bool is_due(const Spawner& spawner, int64_t tick, int every_s) {
  return second_of(spawner.params, tick) % every_s == 0;
}

/// The mixture's centres: drawn from one address, so they are constant for the whole run.
KeptVector<Vec2> mixture_centres(const Spawner& spawner) {
  const MvnParams& mvn = spawner.params.mvn;
  RandomCursor cursor{derive(spawner.plan_stream, "centres")};
  KeptVector<Vec2> centres;
  for (int i = 0; i < mvn.components; ++i) {
    if (!spawner.area.whole()) {
      centres.push_back(draw_point(spawner.area, cursor));
      continue;
    }
    const double low = mvn.margin_share * spawner.area.side_m;
    const double x = cursor.uniform(low, spawner.area.side_m - low);
    centres.push_back({x, cursor.uniform(low, spawner.area.side_m - low)});
  }
  return centres;
}

}  // namespace

KeptVector<Vec2> propose_uniform(const Spawner& spawner, int64_t tick) {
  if (!is_due(spawner, tick, spawner.params.uniform_every_s)) return {};
  RandomCursor cursor = cursor_at(spawner.proposal_stream, tick);
  return {draw_point(spawner.area, cursor)};
}

KeptVector<Vec2> propose_filtered(const Spawner& spawner, SpawnState& state, int64_t tick) {
  const FilteredParams& filter = spawner.params.filtered;
  if (!is_due(spawner, tick, filter.every_s)) return {};
  RandomCursor cursor = cursor_at(spawner.proposal_stream, tick);
  for (int i = 0; i < filter.tries; ++i) {
    const Vec2 at = draw_point(spawner.area, cursor);
    SpawnRefusal refusal = SpawnRefusal::none;
    if (nearest2(state.players, at) < filter.from_player_m * filter.from_player_m)
      refusal = SpawnRefusal::player;
    else if (nearest2(state.monsters, at) < filter.from_monster_m * filter.from_monster_m)
      refusal = SpawnRefusal::spacing;
    if (refusal == SpawnRefusal::none) return {at};
    state.refused_m.push_back({at, refusal});
  }
  return {};
}

KeptVector<Vec2> propose_disk(const Spawner& spawner, int64_t tick) {
  const PoissonDiskParams& disk = spawner.params.disk;
  if (!is_due(spawner, tick, disk.every_s)) return {};
  RandomCursor cursor = cursor_at(spawner.proposal_stream, tick);
  KeptVector<Vec2> set;
  for (int i = 0; i < disk.darts; ++i) {
    const Vec2 at = draw_point(spawner.area, cursor);
    const bool free = std::all_of(set.begin(), set.end(), [&](Vec2 p) {
      return squared_distance(p, at) >= disk.radius_m * disk.radius_m;
    });
    if (free) set.push_back(at);
  }
  return set;
}

KeptVector<Vec2> propose_mixture(const Spawner& spawner, int64_t tick) {
  const MvnParams& mvn = spawner.params.mvn;
  if (!is_due(spawner, tick, mvn.every_s)) return {};
  const KeptVector<Vec2> centres = mixture_centres(spawner);
  const double sigma_m = mvn.sigma_share * std::sqrt(eligible_area_m2(spawner.area));
  RandomCursor cursor = cursor_at(spawner.proposal_stream, tick);
  KeptVector<Vec2> batch;
  for (int left = cursor.poisson(mvn.batch_mean); left > 0; --left) {
    const Vec2 centre = centres[cursor.below(centres.size())];
    const double dx = sigma_m * cursor.normal();
    const Vec2 at{centre.x + dx, centre.y + sigma_m * cursor.normal()};
    if (in_area(spawner.area, at)) batch.push_back(at);
  }
  return batch;
}

KeptVector<Vec2> propose_facility(const Spawner& spawner, const SpawnState& state, int64_t tick) {
  const FacilityParams& facility = spawner.params.facility;
  if (!is_due(spawner, tick, facility.every_s)) return {};
  RandomCursor cursor = cursor_at(spawner.proposal_stream, tick);
  const double spacing2 = eligible_area_m2(spawner.area) / spawner.params.target;
  Vec2 best;
  double best_score = -1;
  for (int i = 0; i < facility.candidates; ++i) {
    const Vec2 at = draw_point(spawner.area, cursor);
    const double distance = std::sqrt(nearest2(state.monsters, at) / spacing2);
    const double score = std::fmin(facility.distance_cap, distance) +
                         facility.field_weight * front_value(state.plan.front, at);
    if (score > best_score) best = at, best_score = score;
  }
  return {best};
}

KeptVector<Vec2> propose_sinusoid(const Spawner& spawner, SpawnState& state, int64_t tick) {
  const SinusoidParams& wave = spawner.params.sinusoid;
  const double turn = static_cast<double>(second_of(spawner.params, tick)) / spawner.params.cycle_s;
  state.sinusoid_due += wave.rate_per_s * (1 + wave.depth * exact::sincos(2 * std::numbers::pi * turn).sin);
  RandomCursor cursor = cursor_at(spawner.proposal_stream, tick);
  KeptVector<Vec2> batch;
  for (; state.sinusoid_due >= 1; state.sinusoid_due -= 1) batch.push_back(draw_point(spawner.area, cursor));
  return batch;
}

}  // namespace fw::spawn
