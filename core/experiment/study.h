#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fw {

/// A study; its row in kStudies (core/experiment/studies.h) has the same place.
enum class Study : uint8_t { crowd, action, spawn, tactics };

/// The paper's three sizes of each study; core/experiment/study_crowd.h and its like have their numbers.
enum class Scale : uint8_t { small, medium, large };
/// Which methods run when none are named: the paper's, ours, or both.
enum class Preset : uint8_t { published, better, all };
/// What a sweep varies besides method and scale: nothing, the noise field's parameters, or the number of
/// agents.
enum class Sweep : uint8_t { none, field, agents };

inline constexpr std::string_view kScaleSlugs[] = {"small", "medium", "large"};
inline constexpr std::string_view kPresetSlugs[] = {"published", "better", "all"};
inline constexpr std::string_view kSweepSlugs[] = {"none", "field", "agents"};
/// The variant of every run outside a sweep.
inline constexpr std::string_view kNominalVariant = "nominal";

/// A study as requested. Equal requests give equal results at any thread count.
struct StudyRequest {
  Study study = Study::crowd;
  std::vector<Scale> scales{Scale::medium};
  std::vector<std::string> methods;  ///< slugs; empty = all of the preset
  Preset preset = Preset::all;
  Sweep sweep = Sweep::none;
  std::vector<std::string> scenes;  ///< of a study that has scenes: names or groups; empty = all
  uint64_t first_seed = 1;
  uint64_t last_seed = 20;            ///< inclusive
  std::vector<std::string> settings;  ///< "crowd.beta=0.5", applied to every method's parameters
};

/// Runs that differ in their seed alone: one row of the comparison.
struct GroupKey {
  std::string study;    ///< "crowd"
  std::string preset;   ///< the method's: "published" or "better"
  std::string scale;    ///< "medium"
  std::string variant;  ///< "nominal"; in a sweep such as "f0.006_fv0.0065_drift0.001" or "n500"; a scene
  std::string method;   ///< "perlin_dual"

  friend bool operator==(const GroupKey&, const GroupKey&) = default;
};

/// The key of one run.
struct RunKey {
  GroupKey group;
  uint64_t seed = 0;

  friend bool operator==(const RunKey&, const RunKey&) = default;
};

/// One figure of one run. Figures that do not apply (an interval without spawns) are NaN.
struct RunRow {
  RunKey run;
  std::string metric;  ///< "s_dir_5"
  double value = 0;
  std::string unit;  ///< "m", "1/s", "" = pure number
};

/// A curve of one run: over time, or over distance.
struct Series {
  RunKey run;
  std::string name;    ///< "active_count"
  std::string unit;    ///< of y
  std::string x_name;  ///< "time", "distance"
  std::string x_unit;  ///< "s", "m"
  std::vector<double> x;
  std::vector<double> y;  ///< as long as x; NaN where there is no value
};

/// A curve's mean over the runs of a group, point by point.
struct SeriesMean {
  GroupKey group;
  std::string name, unit, x_name, x_unit;
  std::vector<double> x;
  std::vector<double> mean;
  std::vector<double> ci95;  ///< half-width; NaN with fewer than two runs
};

/// A mean compared with its reference.
enum class Verdict : uint8_t { none, inside, outside, too_few };
inline constexpr std::string_view kVerdictSlugs[] = {"", "inside", "outside", "too_few_seeds"};

/// The interval in which a mean is expected; an unlimited side is infinite.
struct ReferenceBand {
  double low = 0;
  double high = 0;
  std::string source;  ///< "reading", "threshold"
};

/// One metric of one group over its seeds.
struct SummaryRow {
  GroupKey group;
  std::string metric;
  std::string unit;
  double mean = 0;                  ///< of the runs that have the figure; NaN if none has
  double ci95 = 0;                  ///< half-width of the 95 % confidence interval (Student t); NaN if n < 2
  int n = 0;                        ///< runs that have the figure
  std::optional<double> published;  ///< the paper's table
  std::optional<double> deviation;  ///< mean minus published, in the metric's unit; reported, without a
                                    ///< verdict
  std::optional<ReferenceBand> reference;  ///< our reference; not the paper's table
  Verdict verdict = Verdict::none;
};

/// Milliseconds a tick of the simulation alone takes on one thread.
struct RuntimeRow {
  GroupKey group;
  double ms_per_tick = 0;  ///< mean over runs
  double ci95 = 0;
  int runs = 0;
  std::optional<double> published_ms;  ///< the paper's, on the authors' machine
};

/// All results of a study, in the order of its plan: scale, variant, method, seed.
struct StudyResult {
  StudyRequest request;
  std::vector<RunRow> rows;
  std::vector<Series> series;  ///< every run's
  std::vector<SummaryRow> summary;
  std::vector<SeriesMean> mean_series;
};

}  // namespace fw
