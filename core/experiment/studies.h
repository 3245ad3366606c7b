#pragma once

#include <any>
#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/experiment/run.h"
#include "core/experiment/study.h"
#include "core/model/coordinator.h"
#include "core/model/template/tuning.h"

// The table of studies: each has a slug and methods of its own, which may be a coordinator's, and brings its
// runs, metrics, published values and the words of its charts.
namespace fw {

/// A named change of a run's setup; a nominal one changes nothing.
struct Variant {
  std::string name;
  std::function<void(std::any& setup)> change;
};

/// Which way a metric is better.
enum class Better : uint8_t { neither, lower, higher };

/// A metric that is charted as bars.
struct StudyMetric {
  std::string_view name, title, axis;
  Better better = Better::neither;
};

/// A curve that is charted.
struct StudyCurve {
  std::string_view name, title, axis;
  bool from_zero = true;
};

/// Two metrics of every run against each other, both in [0, 1].
struct StudyScatter {
  std::string_view name, title;
  std::string_view x, x_title, y, y_title;
};

/// A value of the paper's tables.
struct PublishedRow {
  std::string_view scale, method, metric;
  double value;
  std::string_view variant = kNominalVariant;
};

/// A fixed interval in which a mean is expected: a test band of the reading, or a threshold of our own
/// methods.
struct PublishedBand {
  std::string_view scale, method, metric;
  double low, high;
  std::string_view source;
  std::string_view variant = kNominalVariant;
};

/// A figure of another program in one of our scenes, measured beside ours: a reference, not a run.
struct PeerRow {
  std::string_view variant, peer, metric;
  double value;
};

/// A figure of our reading of the paper over 20 other seeds, printed with `step` as its last digit.
struct ReadingRow {
  std::string_view scale, method, metric;
  double value, seed_sd, step;
  std::string_view variant = kNominalVariant;
};

/// A started simulation: one call is one tick.
using Stepper = std::function<void()>;

/// A study. `setup`: of the study's own type, as planned.
struct StudyRow {
  std::string_view slug;            ///< of the command line, files and the figures' rows
  std::string_view title;           ///< of its charts
  std::span<const Method> methods;  ///< a coordinator's, or its own

  /// A method's published or own parameters, by its place among the methods.
  TunedParams (*preset)(size_t method) = nullptr;
  /// The setup of runs: the method's preset at a scale with the settings, then the variant; checked.
  Result<std::any> (*plan)(Scale scale, size_t method, const std::vector<std::string>& settings,
                           const Variant& variant) = nullptr;
  /// The variants of a sweep; none if the study has no such sweep. Null: it has no sweep at all.
  std::vector<Variant> (*variants)(Sweep sweep) = nullptr;
  /// The scenes that words name, each once, in the study's order; usage error for an unknown word. A run's
  /// variant is its scene. Null: the study has none.
  Result<std::vector<Variant>> (*scenes)(const std::vector<std::string>& words) = nullptr;
  /// Whether a method takes part in a scene. Null: all do.
  bool (*plays)(const Variant& scene, size_t method) = nullptr;
  /// The numbers of the scale as "ticks" and "360", in a fixed order, and the parameters.
  std::vector<std::pair<std::string_view, std::string>> (*scale_lines)(const std::any& setup) = nullptr;
  TunedParams (*params)(const std::any& setup) = nullptr;
  /// Simulates and measures; empty if `cancel` was set meanwhile.
  std::optional<RunResult> (*execute)(const RunKey& key, const std::any& setup,
                                      const std::atomic<bool>* cancel) = nullptr;
  /// The simulation alone, and how many ticks it has.
  std::pair<Stepper, int> (*start)(uint64_t seed, const std::any& setup) = nullptr;

  std::span<const StudyMetric> metrics = {};
  std::span<const std::string_view> chief = {};  ///< metrics that a person sees without a reference, too
  std::span<const StudyCurve> curves = {};
  const StudyScatter* scatter = nullptr;  ///< null: none

  std::span<const PublishedRow> published = {};
  std::span<const PublishedRow> published_ms = {};  ///< milliseconds per tick; their metric is "ms"
  std::span<const PublishedBand> bands = {};
  std::span<const ReadingRow> readings = {};
  std::span<const PeerRow> peers = {};
  /// A metric whose published sign is undefined: only its width is judged. Empty: none.
  std::string_view signless = {};
};
const StudyRow& crowd_study();
const StudyRow& action_study();
const StudyRow& spawn_study();
const StudyRow& tactics_study();

/// In the order of Study. A coordinator need not have one.
inline constexpr std::array kStudies{crowd_study, action_study, spawn_study, tactics_study};

inline const StudyRow& row_of(Study study) {
  return kStudies[static_cast<size_t>(study)]();
}
/// The study of that slug; null if there is none.
const StudyRow* find_study(std::string_view slug);
std::vector<std::string_view> study_slugs();

/// A study's method, or null.
const Method* find_method(const StudyRow& study, std::string_view slug);

}  // namespace fw
