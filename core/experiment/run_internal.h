#pragma once

#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/experiment/run.h"

// One run of each study; private to this room.
namespace fw {

inline constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

/// Collects a run's figures and curves under its key.
struct RunRecord {
  RunKey key;
  RunResult result;

  /// Figures that are not finite are stored as NaN: no value.
  void figure(std::string metric, double value, std::string unit = {}) {
    result.rows.push_back(
        {key, std::move(metric), std::isfinite(value) ? value : kNoFigure, std::move(unit)});
  }
  void over_time(std::string name, std::string unit, std::vector<double> time_s, std::vector<double> y) {
    result.series.push_back(
        {key, std::move(name), std::move(unit), "time", "s", std::move(time_s), std::move(y)});
  }
  void over_distance(std::string name, std::string unit, std::vector<double> r_m, std::vector<double> y) {
    result.series.push_back(
        {key, std::move(name), std::move(unit), "distance", "m", std::move(r_m), std::move(y)});
  }
};

inline bool wants_stop(const std::atomic<bool>* cancel) {
  return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

std::optional<RunResult> execute_crowd(const RunKey& key, const CrowdSetup& setup,
                                       const std::atomic<bool>* cancel);
std::optional<RunResult> execute_action(const RunKey& key, const ActionSetup& setup,
                                        const std::atomic<bool>* cancel);
std::optional<RunResult> execute_spawn(const RunKey& key, const SpawnSetup& setup,
                                       const std::atomic<bool>* cancel);

}  // namespace fw
