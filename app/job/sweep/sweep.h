#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/chart/draw_charts.h"
#include "app/job/search/search_rows.h"
#include "app/job/sweep/sweep_plan.h"
#include "core/base/parallel/progress.h"

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

/// A figure's values by point and seed; NaN where there is none.
std::vector<std::vector<double>> figure_by_point(const SweepPlan& plan, const SweepPoints& points,
                                                 const SweepTable& table, size_t figure);

/// Means over the seeds of each point; NaN where a seed has none.
std::vector<double> point_means(const std::vector<std::vector<double>>& by_point);

/// The figures of one world, by figure of search_figures(tmpl). Made on the calling thread; nothing when
/// cancelled, a row of the fate `failed` where it cannot be made.
std::optional<SearchRow> measure_world(const Template& tmpl, int resolution, const FigureTable& table,
                                       uint64_t seed, const Progress& progress);

struct SweepJob {
  SweepPlan plan;
  std::filesystem::path folder;
  std::optional<Shard> shard{};  ///< none: all runs, and the results at the end
  bool overwrite = false;        ///< files of others in the place of results
  Limits limits{};
};

struct SweepDone {
  uint64_t made = 0;    ///< worlds of this run
  uint64_t reused = 0;  ///< rows of earlier runs
  size_t points = 0;    ///< of the design
  size_t infeasible = 0;
  SweepTable table;
  std::vector<std::string> files;  ///< none while the shard is one of several
};

/// Makes the runs that have no row yet, on as many threads as the process may use, and writes the results.
/// Errors as run_search.
Result<SweepDone> run_sweep(const SweepJob& job, const Progress& progress);

struct SweepMerge {
  std::filesystem::path out;
  std::vector<std::filesystem::path> folders;  ///< of shards; empty: `out` alone
  bool partial = false;                        ///< runs without a row are recorded, not refused
  bool overwrite = false;
};

/// Joins the rows of shards and writes the results of one sweep. Errors as merge_searches.
Result<SweepDone> merge_sweeps(const SweepMerge& job, const Progress& progress);

/// Whether a folder's plan.json is that of a sweep.
bool is_sweep_folder(const std::filesystem::path& folder);

struct StoredSweep {
  SweepPlan plan;
  std::string text;
};
Result<StoredSweep> read_sweep_plan(const std::filesystem::path& folder);

/// points.csv, runs.csv, effects.csv, luck.csv, summary.json and the charts (docs/sweep.md, 4).
Result<std::vector<NamedFile>> sweep_results(const SweepPlan& plan, const SweepPoints& points,
                                             const SweepTable& table, const Progress& progress);

}  // namespace fw
