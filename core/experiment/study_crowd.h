#pragma once

#include <cstddef>

#include "core/crowd/crowd.h"
#include "core/experiment/study.h"

namespace fw {

/// Numbers of the crowd study's scales (docs/coordinators.md, 2.3): agents on a torus, ticks of 1 s, a
/// snapshot after ticks 0, snapshot_ticks, 2 snapshot_ticks, ...
struct CrowdScale {
  size_t agents = 1200;
  int ticks = 720;
  int snapshot_ticks = 10;
  double side_m = 1000;
};
CrowdScale crowd_scale(Scale scale);

/// All parameters of a run.
struct CrowdSetup {
  CrowdScale scale;
  CrowdParams params;
};

}  // namespace fw
