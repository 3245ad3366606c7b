#include "core/spawn/world_spawn.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/model/calendar.h"
#include "core/model/world/habitat.h"
#include "core/spawn/controller_internal.h"

namespace fw {

namespace {

/// The paper's medium square, on which its lengths are stated.
constexpr double kPaperSide = 120;

double unit_of(const WorldSpawnOptions& options, const SpawnArea& area) {
  return options.unit_m > 0 ? options.unit_m : std::sqrt(eligible_area_m2(area)) / kPaperSide;
}

SpawnParams class_params(const Habitat& habitat, const WorldSpawnOptions& options) {
  SpawnParams params = scale_lengths(spawn_preset(options.method), unit_of(options, habitat.area));
  params.cycle_s = options.cycle_s;
  // Quotas by region can ask for more than a process holds.
  params.target = std::min(habitat.target, kMostSpawnLimit);
  const double per_cycle = params.target * static_cast<double>(params.cycle_s) / habitat.respawn_s;
  params.quota =
      static_cast<int>(std::clamp(std::floor(per_cycle + 0.5), 1.0, static_cast<double>(kMostSpawnLimit)));
  params.spacing_m = habitat.spacing_m;
  params.players = options.players;
  params.front.density_frequency = 0.15;
  params.monsters.speed_mps *= options.pace;
  params.player.speed_mps *= options.pace;
  if (habitat.category == Category::resource) params.monsters.speed_mps = params.monsters.jitter_m = 0;
  return params;
}

}  // namespace

ClassSpawner class_spawner(Habitat habitat, const SeedBundle& seeds, const WorldSpawnOptions& options) {
  Spawner spawner = bind_spawn(class_params(habitat, options), habitat.area, seeds, tag_of(habitat));
  return {std::move(habitat), std::move(spawner), {}};
}

void follow_intensity(const Template& tmpl, const World& world, ClassSpawner& cls) {
  const SpawnParams& params = cls.spawner.params;
  if (params.method != SpawnMethod::a_full || params.sites.follow != SiteFollow::intensity) return;
  std::vector<double> upto = class_intensity(tmpl, world, cls.habitat);
  std::partial_sum(upto.begin(), upto.end(), upto.begin());
  cls.spawner.area.upto = std::make_shared<const std::vector<double>>(std::move(upto));
}

std::vector<ClassSpawner> world_spawners(const Template& tmpl, const World& world,
                                         const WorldSpawnOptions& options) {
  std::vector<ClassSpawner> spawners;
  for (Habitat& habitat : world_habitats(tmpl, world)) {
    const ClassHours hours{tmpl.calendar, habitat.category, habitat.dates};
    spawners.push_back(class_spawner(std::move(habitat), world.seeds, options));
    if (has_dates(hours.dates)) spawners.back().hours = std::make_shared<const ClassHours>(hours);
  }
  return spawners;
}

PlayerParty world_players(const World& world, const WorldSpawnOptions& options) {
  Raster<uint8_t> island(world.grid);
  for (size_t cell = 0; cell < island.size(); ++cell) island[cell] = is_open(world, cell) ? 1 : 0;
  PlayerParty party;
  party.area = masked_area(std::move(island));
  party.count = options.players;
  party.script.speed_mps *= options.pace;
  party.script.kill_radius_m *= unit_of(options, party.area);
  party.substream = derive(world.seeds.place_stream(), "spawn/players");
  return party;
}

namespace {

/// Limits of the tick that comes; returns the pace of the class's motion.
double set_hour(const ClassSpawner& cls, DayQuotas& quotas, SpawnState& state) {
  if (cls.hours == nullptr) return 1;
  const SpawnParams& params = cls.spawner.params;
  const auto time_s = static_cast<double>(state.tick);
  const int64_t cycle = state.tick / params.cycle_s;
  if (!quotas.holds(cycle)) quotas = day_quotas(*cls.hours, params.cycle_s, params.quota, cycle);
  const double target = std::floor(params.target * number_factor(*cls.hours, time_s) + 0.5);
  state.limits = {static_cast<int>(std::min<double>(target, kMostSpawnLimit)),
                  static_cast<int>(quotas.of(cycle))};
  return pace_factor(*cls.hours, time_s);
}

}  // namespace

WorldSpawnState start_world_spawn(const std::vector<ClassSpawner>& spawners, const PlayerParty& party) {
  WorldSpawnState state;
  state.players = start_players(party);
  for (const ClassSpawner& cls : spawners)
    state.classes.push_back(spawn::start_with(cls.spawner, cls.habitat.start_m, state.players));
  state.quotas.resize(spawners.size());
  return state;
}

void step_world_spawn(const std::vector<ClassSpawner>& spawners, const PlayerParty& party,
                      WorldSpawnState& state) {
  if (spawners.empty()) return;
  assert(state.quotas.size() == spawners.size());
  // Classes share only the players, whose path does not depend on the monsters.
  move_players(party, state.classes.front().tick, state.players);
  parallel_for(spawners.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      spawn::advance(spawners[i].spawner, state.classes[i],
                     set_hour(spawners[i], state.quotas[i], state.classes[i]));
      state.classes[i].players = state.players;
      spawn::eliminate(spawners[i].spawner, party.script.kill_radius_m, state.classes[i]);
    }
  });
}

}  // namespace fw
