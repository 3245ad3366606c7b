#pragma once

#include <cstddef>

#include "core/experiment/study.h"
#include "core/spawn/spawn.h"

namespace fw {

/// The spawn study's scales (docs/coordinators.md, 4.1): a square with walls.
struct SpawnScale {
  int ticks = 3600;
  double side_m = 120;
  int target = 128;  ///< most living monsters at any time
  int quota = 96;    ///< spawns per cycle, and the cooldown count
  int players = 8;
  int coverage_samples = 2048;
};
SpawnScale spawn_scale(Scale scale);

/// All parameters of a run.
struct SpawnSetup {
  SpawnScale scale;
  SpawnParams params;
};

}  // namespace fw
