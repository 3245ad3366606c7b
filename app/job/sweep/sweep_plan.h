#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/sweep/sweep_axis.h"
#include "core/search/figures.h"
#include "core/search/seed_list.h"

namespace fw {

enum class SweepDesign : uint8_t { grid, lhs, morris, sobol };
inline constexpr std::string_view kSweepDesignSlugs[]{"grid", "lhs", "morris", "sobol"};
/// What --samples is without the option: points of lhs, trajectories of morris, pairs of sobol; a grid has
/// none.
inline constexpr size_t kUsualSamples[]{0, 64, 10, 64};

inline constexpr size_t kMostSweepPoints = 100'000;
inline constexpr uint64_t kMostSweepRuns = 500'000;

/// What a sweep varies. Equal plans of one program give equal results (docs/sweep.md).
struct SweepPlan {
  Template tmpl;  ///< its own seeds are not looked at
  int resolution = 512;
  SeedList seeds;
  std::vector<std::string> vary;
  SweepDesign design = SweepDesign::grid;
  size_t samples = 0;
};

/// A plan worked out.
struct SweepPoints {
  std::vector<SweepAxis> axes;
  std::vector<UnitPoint> points;
  FigureTable table;
};
/// ErrorKind::usage for axes, for a design of too many points and too many runs.
Result<SweepPoints> plan_points(const SweepPlan& plan);

/// Runs are numbered: all seeds of the first point, then of the next.
inline uint64_t run_count(const SweepPlan& plan, const SweepPoints& points) {
  return points.points.size() * plan.seeds.size();
}

/// plan.json; parse errors as those of a search's plan.
std::string sweep_plan_json(const SweepPlan& plan);
Result<SweepPlan> parse_sweep_plan(std::string_view text, const std::string& source);

}  // namespace fw
