#pragma once

#include <memory>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/spawn/class_hours.h"
#include "core/spawn/habitats.h"
#include "core/spawn/spawn.h"

namespace fw {

/// Settings of spawning on a generated world (docs/coordinators.md, 5).
struct WorldSpawnOptions {
  SpawnMethod method = SpawnMethod::a_full;
  int cycle_s = 600;
  int players = 24;
  /// Metres per unit of the paper, for every distance (kill radius, filters, block). 0: L / 120 with L =
  /// sqrt(area) of the class's own area for its policy and of the island for the players: 1 unit of the
  /// paper's medium square.
  double unit_m = 0;
  /// Factor on the paper's speeds, which are read as m/s and not scaled with the map (1.5: a walk, 2.4: a
  /// run).
  double pace = 1;
};

/// One template class's process in its habitat.
struct ClassSpawner {
  Habitat habitat;
  Spawner spawner;
  std::shared_ptr<const ClassHours> hours = {};  ///< null: the same numbers at all hours
};

/// A habitat's process: target = the habitat's; cycle quota = target * cycle_s / respawn_s, at least 1; field
/// wavelength from the density. Resources do not move.
ClassSpawner class_spawner(Habitat habitat, const SeedBundle& seeds, const WorldSpawnOptions& options);

/// Gives a process whose sites follow the class's intensity that intensity; others stay as they are. After
/// its parameters are set.
void follow_intensity(const Template& tmpl, const World& world, ClassSpawner& cls);

/// One process per habitat of the world, in their order, with the hours of classes that have dates.
std::vector<ClassSpawner> world_spawners(const Template& tmpl, const World& world,
                                         const WorldSpawnOptions& options = {});
/// The players, shared by every class, on the whole island.
PlayerParty world_players(const World& world, const WorldSpawnOptions& options = {});

/// The states of all classes; `players` is the shared set, and each class's copy is kept equal to it.
struct WorldSpawnState {
  Roamers players;
  std::vector<SpawnState> classes;  ///< in the order of the spawners
  std::vector<DayQuotas> quotas;    ///< of classes with hours: those of the present day
};

/// Starts with every class at the world's own points.
WorldSpawnState start_world_spawn(const std::vector<ClassSpawner>& spawners, const PlayerParty& party);
/// One tick of all classes in parallel, with one move of the players. The same bits at any thread count.
/// Classes with hours have the limits of the moment; what is alive above them stays.
void step_world_spawn(const std::vector<ClassSpawner>& spawners, const PlayerParty& party,
                      WorldSpawnState& state);

}  // namespace fw
