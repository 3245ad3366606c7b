#include "core/spawn/spawn.h"

#include <cassert>
#include <cmath>
#include <string>

#include "core/spawn/controller_internal.h"

namespace fw {

Spawner bind_spawn(const SpawnParams& params, const SpawnArea& area, const SeedBundle& seeds,
                   std::string_view class_tag) {
  assert(check_spawn(params));
  assert(eligible_area_m2(area) > 0);
  const std::string tag = class_tag.empty() ? "spawn" : "spawn/" + std::string(class_tag);
  const uint64_t place = derive(seeds.place_stream(), tag);
  Spawner spawner;
  spawner.params = params;
  spawner.area = area;
  spawner.party = {params.player, params.players, area, derive(place, "players")};
  const double density = params.front.density_frequency;
  spawner.wavelength_m = density > 0 ? std::sqrt(eligible_area_m2(area) / params.quota) / density
                                     : params.front.stack.wavelength_m;
  spawner.field_stream = derive(seeds.noise_stream(), tag + "/front");
  spawner.reference_stream = derive(seeds.noise_stream(), tag + "/reference");
  spawner.plan_stream = derive(place, "plan");
  spawner.proposal_stream = derive(place, "proposals");
  spawner.monster_stream = derive(place, "monsters");
  spawner.despawn_stream = derive(place, "despawn");
  return spawner;
}

SpawnState start_spawn(const Spawner& spawner, std::span<const Vec2> living_m) {
  return spawn::start_with(spawner, living_m, start_players(spawner.party));
}

void step_spawn(const Spawner& spawner, SpawnState& state) {
  spawn::advance(spawner, state);
  move_players(spawner.party, state.tick, state.players);
  spawn::eliminate(spawner, spawner.party.script.kill_radius_m, state);
}

bool has_front(SpawnMethod method) {
  switch (method) {
    case SpawnMethod::perlin_a:
    case SpawnMethod::perlin_b:
    case SpawnMethod::perlin_b_far:
    case SpawnMethod::facility:
    case SpawnMethod::a_full:
    case SpawnMethod::b_full:
      return true;
    default:
      return false;
  }
}

Front spawn_front(const Spawner& spawner, int64_t cycle) {
  return make_front(spawner.params.front, spawner.area, spawner.field_stream, cycle, spawner.wavelength_m);
}

Front reference_front(const Spawner& spawner, int64_t cycle) {
  return make_front(spawner.params.front, spawner.area, spawner.reference_stream, cycle,
                    spawner.wavelength_m);
}

}  // namespace fw
