#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"
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

/// One template class's process on its own area.
struct ClassSpawner {
  Category category = Category::resource;
  std::string slug;
  int class_index = 0;   ///< into World::points.classes
  double respawn_s = 0;  ///< mean over its possible bands, weighted by their share of its area
  Spawner spawner;
  std::vector<Vec2> start_m;  ///< the world's own points of the class
};

/// Where a class may live: habitat weight > 0, on the island, kCoastMargin_m from the sea, or where its
/// conditions have it (at sea by the biome and band of the nearest ground); enemies and wildlife also the
/// distances that landmark kinds keep them at.
SpawnArea class_area(const Template& tmpl, const World& world, Category category, const PointClass& cls);

/// One process per template class with a quota and an area, in template order (resources, wildlife, enemies).
/// target = the class's quota (per region or piece: times these); cycle quota = target * cycle_s / respawn_s,
/// at least 1; field wavelength from the density; spacing as the world's placement used it. Resources do not
/// move.
std::vector<ClassSpawner> world_spawners(const Template& tmpl, const World& world,
                                         const WorldSpawnOptions& options = {});
/// The players, shared by every class, on the whole island.
PlayerParty world_players(const World& world, const WorldSpawnOptions& options = {});

/// The states of all classes; `players` is the shared set, and each class's copy is kept equal to it.
struct WorldSpawnState {
  Roamers players;
  std::vector<SpawnState> classes;  ///< in the order of the spawners
};

/// Starts with every class at the world's own points.
WorldSpawnState start_world_spawn(const std::vector<ClassSpawner>& spawners, const PlayerParty& party);
/// One tick of all classes in parallel, with one move of the players. The same bits at any thread count.
void step_world_spawn(const std::vector<ClassSpawner>& spawners, const PlayerParty& party,
                      WorldSpawnState& state);

}  // namespace fw
