#pragma once

#include <any>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/geometry.h"
#include "core/experiment/run.h"
#include "core/experiment/studies.h"

// What the studies share; private to this room.
namespace fw {

inline constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();
/// The scatter over seeds was not published; ours is used instead.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

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

/// How a study's method is chosen: never by a setting.
inline constexpr const char* kMethodsOption = "--methods";

/// A setup as its study planned it.
template <typename Setup>
const Setup& as(const std::any& setup) {
  return *std::any_cast<Setup>(&setup);
}

}  // namespace fw
