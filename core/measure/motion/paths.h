#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/measure/motion/smoothness.h"
#include "core/model/agents.h"

namespace fw {

/// Tortuosity over a sliding window: length of the path through the window's ticks / distance between its two
/// ends (>= 1), per agent and window. On a torus, steps use the shortest separation and are summed, so a path
/// round the world is unrolled; no step may be as long as half a side.
struct TortuosityRecord {
  Arena arena;
  int window = 60;  ///< steps in a window, >= 1
  int hop = 1;      ///< a window ends at every hop-th tick, >= 1
  std::vector<float>
      values;  ///< path / distance, capped at kTortuosityCap; agents that stood still are left out
  int64_t rows = 0;
  std::vector<double> ring;  ///< window + 1 rows of unrolled x, y and length so far
};

/// A path that returns to its start counts as this.
inline constexpr double kTortuosityCap = 1000;

TortuosityRecord tortuosity_record(const Arena& arena, int window = 60, int hop = 1);

/// Adds the positions of a tick: the same agents in the same order.
void add_row(TortuosityRecord& record, std::span<const double> x_m, std::span<const double> y_m);
/// All zeros before the first full window.
MeanP95 tortuosity(const TortuosityRecord& record);

}  // namespace fw
