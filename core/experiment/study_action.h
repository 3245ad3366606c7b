#pragma once

#include <cstddef>

#include "core/action/action.h"
#include "core/experiment/study.h"

namespace fw {

/// The action study's scales (docs/coordinators.md, 3.1): static agents on a torus; figures leave out the
/// warm-up.
struct ActionScale {
  size_t agents = 2000;
  int ticks = 1800;
  double side_m = 1000;
  int warmup_ticks = 60;
  int snapshot_ticks = 5;
};
ActionScale action_scale(Scale scale);

/// All parameters of a run.
struct ActionSetup {
  ActionScale scale;
  ActionParams params;
};

}  // namespace fw
