#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "app/job/search/search_rows.h"
#include "app/job/sweep/sweep_plan.h"

namespace fw {

/// A figure that a world does not have, or that has not been measured.
inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// What the runs of a sweep came to, by run (point * seeds + place of the seed).
struct SweepTable {
  std::vector<std::vector<double>> values;  ///< by figure; empty: no row, or no world
  std::vector<std::string> failures;        ///< of points that could not be made, by point; else ""
  SeedList missing;                         ///< runs without a row
  uint64_t duplicates = 0, damaged = 0;
};

/// Gathers the rows of folders of one plan; it does not depend on their order. ErrorKind::mismatch where two
/// rows of a run differ, naming run and files; errors of read_rows.
Result<SweepTable> tally_sweep(const SweepPlan& plan, const SweepPoints& points, const std::string& digest,
                               const std::vector<std::filesystem::path>& folders);

/// A figure's values by point and seed; NaN where there is none.
std::vector<std::vector<double>> figure_by_point(const SweepPlan& plan, const SweepPoints& points,
                                                 const SweepTable& table, size_t figure);
/// Means over the seeds of each point; NaN where a seed has none.
std::vector<double> point_means(const std::vector<std::vector<double>>& by_point);

}  // namespace fw
