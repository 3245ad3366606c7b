#pragma once

#include "core/experiment/walk_scene.h"

namespace fw {

/// A running walk: the scene, its walls and the memory of steps.
struct WalkRun {
  WalkSetup setup;
  WalkScene scene;
  Avoid avoid;
  AvoidScratch scratch;
  int64_t step = 0;
};
WalkRun start_walk_run(const WalkSetup& setup, uint64_t seed);
/// One local step of everybody; who has left is taken out.
void step_walk(WalkRun& run);

}  // namespace fw
