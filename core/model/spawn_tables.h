#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/classes.h"

// Spawning as tables that a game server runs without this program (docs/export.md, 8): core/spawn compiles
// them, render/engine writes them.
namespace fw {

/// A class of things that spawn.
struct SpawnTableClass {
  std::string slug;
  Category category = Category::resource;
  int class_index = 0;   ///< into World::points.classes
  int cap = 0;           ///< never more alive
  int cycle_quota = 0;   ///< never more spawns in a cycle
  double refill_s = 0;   ///< time in which what is missing comes back
  double spacing_m = 0;  ///< least distance of a spawn from living ones of the class
  double wander_m = 0;   ///< how far a thing goes from where it came; 0: it stands
  double respawn_s = 0;  ///< mean over its ground
};

/// The points of a class in one region.
struct SpawnTablePool {
  int cls = 0;     ///< index into SpawnTables::classes
  int region = 0;  ///< code of the region, from 1; 0: off the regions
  int cap = 0;     ///< never more of them alive
};

/// A place where a thing may appear.
struct SpawnTablePoint {
  int pool = 0;  ///< index into SpawnTables::pools
  int own = -1;  ///< index into World::points.points of the world's point here; -1: none
  Vec2 at_m;     ///< whole millimetres
  int level = 0;
  double hp_mult = 1, dps_mult = 1, loot = 0;
  double weight = 0;  ///< lambda over the class's greatest, [0, 1]
};

/// When a pool's cap is another one: part of the days of a year and of the hours of a day.
struct SpawnTablePeriod {
  int pool = 0;
  double from_d = 0, to_d = 0;  ///< days from midwinter's midnight, to_d not included
  double from_h = 0, to_h = 0;  ///< hours, to_h not included
  int cap = 0;
};

/// What is alive when a server starts.
struct SpawnTableStart {
  int cls = 0;
  int point = -1;  ///< index into SpawnTables::points; -1: at none of them
  Vec2 at_m;       ///< whole millimetres
};

struct SpawnTables {
  int cycle_s = 600;     ///< length of a round
  int rounds = 12;       ///< after which the turns begin again
  int budget_per_s = 4;  ///< most spawns of all classes in a second
  std::vector<SpawnTableClass> classes;
  std::vector<SpawnTablePool> pools;    ///< by class, then by region
  std::vector<SpawnTablePoint> points;  ///< by class
  /// due_s[point * rounds + round]: second of the round, [0, cycle_s), at which the point has its turn.
  std::vector<int> due_s;
  std::vector<SpawnTablePeriod> periods;  ///< by pool; empty where nothing hangs on the date
  std::vector<SpawnTableStart> start;

  const SpawnTableClass& class_of(const SpawnTablePoint& point) const {
    return classes[static_cast<size_t>(pools[static_cast<size_t>(point.pool)].cls)];
  }
  int due_of(size_t point, int round) const {
    return due_s[point * static_cast<size_t>(rounds) + static_cast<size_t>(round)];
  }
};

}  // namespace fw
