#pragma once

#include <string>
#include <vector>

#include "app/lib/lib_internal.h"
#include "core/base/parallel/lock.h"
#include "core/spawn/spawn.h"

// The handle of spawning; private to this room.

namespace fw::lib {

/// A class that spawns.
struct Pool {
  std::string category, class_slug;
  Spawner spawner;
  double respawn_s = 0;
  SpawnState state;
  int64_t prepared_cycle = -1;  ///< of the plan made ahead; -1: none
  int prepared_quota = 0;       ///< with which that was made
  SpawnCycle prepared;
};

}  // namespace fw::lib

struct fw_spawn {
  fw::lib::ContextPtr context;
  std::vector<fw::lib::Pool> pools;
  uint64_t identity = 0;
  int64_t tick = 0;
  size_t beginners = 0;  ///< of a world: living before the first tick, told as spawned in it
  fw::Mutex plans;       ///< plans made ahead, and the sites of past cycles that they read
  // Of a call, kept so that the next one need not allocate.
  std::vector<uint32_t> vanished, sorted;
  fw::Roamers players, before;

  /// Of things that live: unique in the handle, never 0, never used again.
  uint32_t public_id(size_t pool, uint32_t id) const {
    return id * static_cast<uint32_t>(pools.size()) + static_cast<uint32_t>(pool) + 1;
  }
  size_t pool_of(uint32_t public_id) const { return (public_id - 1) % pools.size(); }
  uint32_t own_id(uint32_t public_id) const { return (public_id - 1) / static_cast<uint32_t>(pools.size()); }
};
