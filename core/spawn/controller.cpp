#include "core/spawn/controller_internal.h"

#include <algorithm>
#include <cassert>
#include <numbers>
#include <utility>

#include "core/spawn/policy_internal.h"

namespace fw::spawn {

namespace {

void add_monster(const Spawner& spawner, SpawnState& state, Vec2 at) {
  const uint32_t id = state.next_id++;
  const uint64_t headings = derive(spawner.monster_stream, "heading");
  state.monsters.id.push_back(id);
  state.monsters.x_m.push_back(at.x);
  state.monsters.y_m.push_back(at.y);
  state.monsters.heading_rad.push_back(std::numbers::pi * (2 * random_uniform(headings, id) - 1));
}

void begin_cycle(const Spawner& spawner, SpawnState& state, int64_t cycle, SpawnCycle* made) {
  state.cycle = cycle;
  state.cycle_count = 0;
  state.plan = made != nullptr
                   ? std::move(*made)
                   : plan_spawn_cycle(spawner, state.past_sites_m, cycle, spawn_limits(spawner, state).quota);
  if (spawner.params.method != SpawnMethod::a_full) return;
  std::vector<Vec2> points;
  for (const SpawnSite& site : state.plan.sites) points.push_back(site.at_m);
  state.past_sites_m.push_back(std::move(points));
  if (state.past_sites_m.size() > static_cast<size_t>(spawner.params.sites.memory_cycles))
    state.past_sites_m.erase(state.past_sites_m.begin());
}

KeptVector<Vec2> propose(const Spawner& spawner, SpawnState& state, int64_t tick) {
  switch (spawner.params.method) {
    case SpawnMethod::perlin_a:
      return propose_slot(spawner, state, second_of(spawner.params, tick));
    case SpawnMethod::a_full:
      return propose_due(state, second_of(spawner.params, tick));
    case SpawnMethod::perlin_b:
    case SpawnMethod::perlin_b_far:
    case SpawnMethod::b_full:
      return propose_band(spawner, state, tick);
    case SpawnMethod::uniform:
      return propose_uniform(spawner, tick);
    case SpawnMethod::filtered:
      return propose_filtered(spawner, state, tick);
    case SpawnMethod::poisson_disk:
      return propose_disk(spawner, tick);
    case SpawnMethod::mvn_poisson:
      return propose_mixture(spawner, tick);
    case SpawnMethod::facility:
      return propose_facility(spawner, state, tick);
    case SpawnMethod::sinusoid:
      return propose_sinusoid(spawner, state, tick);
  }
  return {};
}

/// The first rule of the replenishment controller that refuses a proposal.
SpawnRefusal refusal_of(const Spawner& spawner, const SpawnState& state, Vec2 at, int64_t tick) {
  const SpawnParams& params = spawner.params;
  const SpawnLimits limits = spawn_limits(spawner, state);
  const int cap = params.cooldown_after > 0 ? std::min(params.cooldown_after, limits.quota) : limits.quota;
  if (state.cycle_count >= cap) return SpawnRefusal::quota;
  if (state.monsters.size() >= static_cast<size_t>(limits.target)) return SpawnRefusal::cap;
  if (params.refill_s > 0 && state.tokens < 1) return SpawnRefusal::refill;
  const bool pause = state.last_spawn_tick >= 0 && state.last_spawn_tick != tick &&
                     tick - state.last_spawn_tick < params.cooldown_s;
  if (pause) return SpawnRefusal::cooldown;
  for (const SpawnMark& mark : state.past_eliminations)
    if (squared_distance(mark.at_m, at) <= params.block_radius_m * params.block_radius_m)
      return SpawnRefusal::block;
  const bool apart =
      params.spacing_m <= 0 || nearest2(state.monsters, at) >= params.spacing_m * params.spacing_m;
  return apart ? SpawnRefusal::none : SpawnRefusal::spacing;
}

void admit(const Spawner& spawner, SpawnState& state, const KeptVector<Vec2>& proposals, int64_t tick) {
  for (const Vec2 proposed : proposals) {
    assert(in_area(spawner.area, proposed));
    const Vec2 at = settled(spawner.area, proposed);
    const SpawnRefusal refusal = refusal_of(spawner, state, at, tick);
    if (refusal != SpawnRefusal::none) {
      ++state.refused;
      state.refused_m.push_back({at, refusal});
      continue;
    }
    add_monster(spawner, state, at);
    state.admitted_m.push_back(at);
    ++state.cycle_count;
    state.last_spawn_tick = tick;
    if (spawner.params.refill_s > 0) state.tokens -= 1;
    if (spawner.params.band.memory_s > 0) state.past_spawns.push_back({at, tick});
  }
}

/// Removes marks that are `keep_s` old or older; marks are in order of time.
void forget(std::vector<SpawnMark>& marks, int64_t tick, int keep_s) {
  const auto first = std::partition_point(marks.begin(), marks.end(),
                                          [&](const SpawnMark& mark) { return mark.tick <= tick - keep_s; });
  marks.erase(marks.begin(), first);
}

/// Removes the monsters for which `gone(i)` holds, keeping the order of the rest.
template <typename Gone>
void remove_monsters(SpawnState& state, const Gone& gone) {
  Roamers& m = state.monsters;
  size_t kept = 0;
  for (size_t i = 0; i < m.size(); ++i) {
    if (gone(i)) {
      state.eliminated_m.push_back({m.x_m[i], m.y_m[i]});
      continue;
    }
    m.id[kept] = m.id[i], m.x_m[kept] = m.x_m[i], m.y_m[kept] = m.y_m[i];
    m.heading_rad[kept] = m.heading_rad[i];
    ++kept;
  }
  m.id.resize(kept), m.x_m.resize(kept), m.y_m.resize(kept), m.heading_rad.resize(kept);
}

}  // namespace

namespace {

constexpr double kMostTokens = 2;

/// A second's share of what is missing comes back.
void refill(const Spawner& spawner, SpawnState& state) {
  const double refill_s = spawner.params.refill_s;
  if (!(refill_s > 0)) return;
  const double missing = spawn_limits(spawner, state).target - static_cast<double>(state.monsters.size());
  if (missing > 0) state.tokens = std::min(kMostTokens, state.tokens + missing / refill_s);
}

/// A new cycle if one begins, then proposals and admissions.
void replenish(const Spawner& spawner, SpawnState& state, SpawnCycle* plan) {
  const SpawnParams& params = spawner.params;
  const int64_t tick = state.tick;
  state.admitted_m.clear();
  state.eliminated_m.clear();
  state.refused = 0;
  state.refused_m.clear();
  if (begins_cycle(params, tick)) begin_cycle(spawner, state, cycle_of(params, tick), plan);
  forget(state.past_spawns, tick, params.band.memory_s);
  forget(state.past_eliminations, tick, params.block_s);
  refill(spawner, state);
  admit(spawner, state, propose(spawner, state, tick), tick);
}

/// Whether a monster despawns at the end of a tick.
bool despawns(const Spawner& spawner, uint64_t now, uint32_t id) {
  return random_uniform(now, id) < spawner.params.despawn_per_s;
}
uint64_t despawn_draws(const Spawner& spawner, int64_t tick) {
  return random_bits(spawner.despawn_stream, static_cast<uint64_t>(tick));
}

}  // namespace

void advance(const Spawner& spawner, SpawnState& state, double pace) {
  replenish(spawner, state, nullptr);
  MonsterMotion motion = spawner.params.monsters;
  motion.speed_mps *= pace;
  move_monsters(motion, spawner.area, spawner.monster_stream, state.tick, state.monsters);
}

void eliminate(const Spawner& spawner, double kill_radius_m, SpawnState& state) {
  const SpawnParams& params = spawner.params;
  const double reach2 = kill_radius_m * kill_radius_m;
  const Roamers& m = state.monsters;
  remove_monsters(state, [&](size_t i) { return nearest2(state.players, {m.x_m[i], m.y_m[i]}) <= reach2; });
  if (params.despawn_per_s > 0) {
    const uint64_t now = despawn_draws(spawner, state.tick);
    remove_monsters(state, [&](size_t i) { return despawns(spawner, now, m.id[i]); });
  }
  if (params.block_s > 0)
    for (const Vec2 at : state.eliminated_m) state.past_eliminations.push_back({at, state.tick});
  ++state.tick;
}

SpawnState start_with(const Spawner& spawner, std::span<const Vec2> living_m, const Roamers& players) {
  SpawnState state;
  state.players = players;
  for (const Vec2 at : living_m) add_monster(spawner, state, at);
  return state;
}

}  // namespace fw::spawn

namespace fw {

using namespace spawn;

bool begins_cycle(const SpawnParams& params, int64_t tick) {
  return second_of(params, tick) == 0;
}

SpawnLimits spawn_limits(const Spawner& spawner, const SpawnState& state) {
  return state.limits.value_or(SpawnLimits{spawner.params.target, spawner.params.quota});
}

SpawnCycle plan_spawn_cycle(const Spawner& spawner, const std::vector<std::vector<Vec2>>& past_sites_m,
                            int64_t cycle, int quota) {
  SpawnCycle plan;
  const SpawnMethod method = spawner.params.method;
  if (has_front(method)) plan.front = spawn_front(spawner, cycle);
  switch (method) {
    case SpawnMethod::perlin_a:
      plan.sites = phase_sites(spawner, plan.front, cycle);
      break;
    case SpawnMethod::a_full:
      plan.sites = ranked_sites(spawner, plan.front, past_sites_m, cycle, quota);
      break;
    case SpawnMethod::perlin_b:
    case SpawnMethod::perlin_b_far:
    case SpawnMethod::b_full:
      plan.batch_s = batch_seconds(spawner, cycle, quota);
      break;
    default:
      break;
  }
  return plan;
}

void step_spawn_game(const Spawner& spawner, SpawnState& state, SpawnCycle* plan,
                     std::vector<uint32_t>& vanished) {
  vanished.clear();
  if (spawner.params.despawn_per_s > 0 && state.tick > 0) {
    const uint64_t before = despawn_draws(spawner, state.tick - 1);
    for (const uint32_t id : state.monsters.id)
      if (despawns(spawner, before, id)) vanished.push_back(id);
    for (const uint32_t id : vanished) remove_monster(spawner, state.tick - 1, id, state);
  }
  replenish(spawner, state, plan);
  ++state.tick;
}

bool remove_monster(const Spawner& spawner, int64_t tick, uint32_t id, SpawnState& state) {
  const std::vector<uint32_t>& ids = state.monsters.id;  // ascending: they are given in order
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  if (found == ids.end() || *found != id) return false;
  const auto at = static_cast<size_t>(found - ids.begin());
  if (spawner.params.block_s > 0)
    state.past_eliminations.push_back({{state.monsters.x_m[at], state.monsters.y_m[at]}, tick});
  remove_monsters(state, [at](size_t i) { return i == at; });
  return true;
}

}  // namespace fw
