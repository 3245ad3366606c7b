#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "core/experiment/protocol.h"
#include "core/experiment/study.h"

namespace fw {

/// Result of one run: its figures and its curves.
struct RunResult {
  std::vector<RunRow> rows;
  std::vector<Series> series;
};

/// Simulates and measures one run: the same bits at any thread count. Empty if `cancel` was set meanwhile.
std::optional<RunResult> execute(const PlannedRun& run, const std::atomic<bool>* cancel = nullptr);

/// Wall milliseconds per tick of the simulation alone, without measurement; for one thread, call it under
/// ThreadLimit(1). Empty if `cancel` was set meanwhile.
std::optional<double> time_run(const PlannedRun& run, const std::atomic<bool>* cancel = nullptr);

/// The timings of runs, one row per group in order of first appearance; `ms_per_tick` has one entry per run.
std::vector<RuntimeRow> summarise_runtime(std::span<const PlannedRun> runs,
                                          std::span<const double> ms_per_tick);

}  // namespace fw
