#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/search/design.h"
#include "core/search/figures.h"
#include "core/search/seed_list.h"

namespace fw {

/// A parameter that varies: a range of numbers, or a list of values.
struct SweepAxis {
  std::string path;  ///< as --set takes it
  double low = 0, high = 0;
  bool whole = false;                ///< numbers are rounded
  std::vector<std::string> words{};  ///< a list; empty: the range
  size_t steps = 5;                  ///< of a range in a grid

  size_t levels() const { return words.empty() ? steps : words.size(); }
  /// The value at a coordinate in [0, 1]; the end of the range, or of the list, at 1.
  std::string word_at(double u) const;
  /// The coordinate of the value that word_at gives: differs from `u` by rounding.
  double settled(double u) const;
};

/// "PATH=LOW..HIGH", "PATH=LOW..HIGH/STEPS" or "PATH=a,b,c". ErrorKind::usage says what was found and what is
/// expected: unknown path (with the nearest), not a number, outside of what the parameter may be.
Result<SweepAxis> parse_axis(std::string_view text, const Template& tmpl);
/// A list of them; a path may stand once.
Result<std::vector<SweepAxis>> parse_axes(const std::vector<std::string>& texts, const Template& tmpl);

/// The template's own value of an axis of numbers, as a coordinate; within [0, 1].
double coordinate_of(const SweepAxis& axis, const Template& tmpl);

/// The template with these values, as its file would give it. Shares that sum to 1 (of factions, biomes,
/// danger bands, or a keyed group): the others of their group keep their proportions. Errors say what the
/// template refuses, or which contradiction check_feasibility finds.
using AxisWords = std::vector<std::pair<std::string, std::string>>;
Result<Template> template_with(const Template& tmpl, const AxisWords& values);
/// The values of axes at a point.
AxisWords words_at(const std::vector<SweepAxis>& axes, const UnitPoint& point);

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
