#include <cmath>
#include <limits>

#include "core/experiment/published.h"

namespace fw {
namespace {

using Text = std::string_view;
constexpr double kInf = std::numeric_limits<double>::infinity();
/// The scatter over seeds was not published; ours is used instead.
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
/// Number of seeds behind every figure of the reading.
constexpr double kReferenceSeeds = 20;
/// Half-width of the accepted interval in joint standard errors.
constexpr double kWidths = 2;

/// A fixed interval: a test band of the reading, or a threshold of our own methods.
struct PublishedBand {
  Text study, scale, method, metric;
  double low, high;
  Text source;
};

/// A figure of the reading over 20 other seeds, printed with `step` as its last digit.
struct FigureRow {
  Text study, scale, method, metric;
  double value, seed_sd, step;
};

// Crowd: bands for 20 seeds at medium. Two of our thresholds hold at more than one scale.
constexpr PublishedBand kBands[] = {
    {"crowd", "medium", "perlin_dual", "s_dir_5", 0.985, 0.992, "reading"},
    {"crowd", "medium", "perlin_dual", "jerk_snapshot", 0.0120, 0.0135, "reading"},
    {"crowd", "medium", "perlin_dual", "coverage", 0.30, 0.37, "reading"},
    {"crowd", "medium", "perlin_single", "s_dir_5", 0.985, 0.992, "reading"},
    {"crowd", "medium", "perlin_single", "jerk_snapshot", 0.0120, 0.0135, "reading"},
    {"crowd", "medium", "perlin_single", "coverage", 0.30, 0.37, "reading"},
    {"crowd", "medium", "curlnoise", "s_dir_5", 0.85, 0.885, "reading"},
    {"crowd", "medium", "curlnoise", "jerk_snapshot", 0.051, 0.054, "reading"},
    {"crowd", "medium", "curlnoise", "coverage", 0.60, 0.66, "reading"},
    {"crowd", "medium", "ou", "jerk_snapshot", 0.0232, 0.0242, "reading"},
    {"crowd", "medium", "ou", "coverage", 0.93, 0.95, "reading"},
    {"crowd", "medium", "urw", "jerk_snapshot", 0.145, 0.149, "reading"},
    {"crowd", "medium", "urw", "coverage", 0.895, 0.92, "reading"},
    {"crowd", "medium", "piecewise", "s_dir_5", 0.70, 0.86, "reading"},
    {"crowd", "medium", "piecewise", "coverage", 0.065, 0.095, "reading"},
    {"crowd", "medium", "vicsek", "s_dir_5", 0.976, 0.978, "reading"},
    {"crowd", "medium", "vicsek", "jerk_snapshot", 0.0375, 0.0385, "reading"},
    {"crowd", "medium", "curl_dual", "s_dir_5", 0.99, kInf, "threshold"},
    {"crowd", "medium", "curl_dual", "jerk_snapshot", -kInf, 0.0126, "threshold"},
    {"crowd", "medium", "curl_dual", "coverage", 0.75, kInf, "threshold"},
    {"crowd", "medium", "curl_dual", "polarization", -kInf, 0.06, "threshold"},

    {"action", "medium", "exact", "rate_error_60", -kInf, 0.0005, "threshold"},
    {"action", "medium", "exact", "duty", 0.1125, 0.1135, "threshold"},
    {"action", "medium", "exact", "wave", -kInf, 0.02, "threshold"},
    {"action", "medium", "exact", "front_coherence", 0.45, kInf, "threshold"},

    {"spawn", "medium", "a_full", "isi_cv", -kInf, 0.12, "threshold"},
    {"spawn", "medium", "a_full", "coverage_index", -kInf, 0.88, "threshold"},
    {"spawn", "large", "a_full", "isi_cv", -kInf, 0.12, "threshold"},
    {"spawn", "large", "a_full", "coverage_index", -kInf, 0.88, "threshold"},
};

constexpr FigureRow kFigures[] = {
    {"action", "medium", "perlin", "coverage", 0.881, 0.003, 0.001},
    {"action", "medium", "perlin", "duty", 0.107, 0.0003, 0.001},
    {"action", "medium", "perlin", "hf_lf", 0.134, 0.009, 0.001},
    {"action", "medium", "perlin", "fano", 0.958, 0.031, 0.001},
    {"action", "medium", "poisson", "coverage", 0.896, 0.003, 0.001},
    {"action", "medium", "poisson", "duty", 0.113, 0.0003, 0.001},
    {"action", "medium", "poisson", "hf_lf", 0.129, 0.009, 0.001},
    {"action", "medium", "poisson", "fano", 0.955, 0.031, 0.001},
    {"action", "medium", "filtered", "coverage", 0.923, 0.003, 0.001},
    {"action", "medium", "filtered", "duty", 0.127, 0.0003, 0.001},
    {"action", "medium", "filtered", "hf_lf", 0.139, 0.009, 0.001},
    {"action", "medium", "filtered", "fano", 0.920, 0.031, 0.001},
    {"action", "medium", "sinusoid", "coverage", 0.883, 0.003, 0.001},
    {"action", "medium", "sinusoid", "duty", 0.112, 0.0003, 0.001},
    {"action", "medium", "sinusoid", "hf_lf", 0.0151, 0.0008, 0.0001},
    {"action", "medium", "sinusoid", "fano", 4.910, 0.10, 0.001},
    {"action", "medium", "hawkes_inhibitory", "coverage", 0.873, 0.003, 0.001},
    {"action", "medium", "hawkes_inhibitory", "duty", 0.098, 0.0003, 0.001},
    {"action", "medium", "hawkes_inhibitory", "hf_lf", 0.142, 0.009, 0.001},
    {"action", "medium", "hawkes_inhibitory", "fano", 0.913, 0.031, 0.001},
    {"action", "medium", "constraint_token", "coverage", 0.897, 0.003, 0.001},
    {"action", "medium", "constraint_token", "duty", 0.113, 0.0003, 0.001},
    {"action", "medium", "constraint_token", "hf_lf", 0.130, 0.009, 0.001},
    {"action", "medium", "constraint_token", "fano", 0.929, 0.031, 0.001},
    {"action", "medium", "constraint_roundrobin", "coverage", 0.162, 0.003, 0.001},
    {"action", "medium", "constraint_roundrobin", "duty", 0.0213, 0.0003, 0.0001},
    {"action", "medium", "constraint_roundrobin", "hf_lf", 0.0117, kUnknown, 0.0001},
    {"action", "medium", "constraint_roundrobin", "fano", 2.000, kUnknown, 0.001},
    {"action", "medium", "fixed", "coverage", 0.998, 0.003, 0.001},
    {"action", "medium", "fixed", "duty", 0.3135, 0.0003, 0.0001},
    {"action", "medium", "fixed", "hf_lf", 0.177, 0.018, 0.001},
    {"action", "medium", "fixed", "fano", 0.890, 0.031, 0.001},

    {"spawn", "medium", "perlin_a", "isi_cv", 1.233, kUnknown, 0.001},
    {"spawn", "medium", "perlin_a", "coverage_distance", 2.952, 0.055, 0.001},
    {"spawn", "large", "perlin_a", "isi_cv", 1.687, kUnknown, 0.001},
    {"spawn", "large", "perlin_a", "coverage_distance", 4.299, 0.060, 0.001},
    {"spawn", "medium", "perlin_b", "isi_cv", 1.419, kUnknown, 0.001},
    {"spawn", "medium", "perlin_b", "coverage_distance", 3.538, 0.155, 0.001},
    {"spawn", "large", "perlin_b", "isi_cv", 1.397, kUnknown, 0.001},
    {"spawn", "large", "perlin_b", "coverage_distance", 4.825, 0.143, 0.001},
    {"spawn", "medium", "perlin_b_far", "isi_cv", 2.05, kUnknown, 0.01},
    {"spawn", "medium", "perlin_b_far", "coverage_distance", 3.18, kUnknown, 0.01},
    {"spawn", "large", "perlin_b_far", "isi_cv", 1.50, kUnknown, 0.01},
    {"spawn", "large", "perlin_b_far", "coverage_distance", 3.87, kUnknown, 0.01},
    {"spawn", "medium", "filtered", "isi_cv", 0.091, kUnknown, 0.001},
    {"spawn", "medium", "filtered", "coverage_distance", 2.872, 0.041, 0.001},
    {"spawn", "large", "filtered", "isi_cv", 0.048, kUnknown, 0.001},
    {"spawn", "large", "filtered", "coverage_distance", 4.073, 0.052, 0.001},
    {"spawn", "medium", "uniform", "isi_cv", 0.359, kUnknown, 0.001},
    {"spawn", "medium", "uniform", "coverage_distance", 2.540, 0.051, 0.001},
    {"spawn", "large", "uniform", "isi_cv", 0.000, kUnknown, 0.001},
    {"spawn", "large", "uniform", "coverage_distance", 3.510, 0.049, 0.001},
    {"spawn", "medium", "poisson_disk", "isi_cv", 4.022, kUnknown, 0.001},
    {"spawn", "medium", "poisson_disk", "coverage_distance", 2.547, 0.051, 0.001},
    {"spawn", "large", "poisson_disk", "isi_cv", 4.658, kUnknown, 0.001},
    {"spawn", "large", "poisson_disk", "coverage_distance", 2.518, 0.027, 0.001},
    {"spawn", "medium", "sinusoid", "isi_cv", 0.803, kUnknown, 0.001},
    {"spawn", "medium", "sinusoid", "coverage_distance", 3.991, 0.093, 0.001},
    {"spawn", "large", "sinusoid", "isi_cv", 0.801, kUnknown, 0.001},
    {"spawn", "large", "sinusoid", "coverage_distance", 5.582, 0.069, 0.001},
    {"spawn", "medium", "mvn_poisson", "isi_cv", 5.585, kUnknown, 0.001},
    {"spawn", "medium", "mvn_poisson", "coverage_distance", 16.7, 2.9, 0.1},
    {"spawn", "large", "mvn_poisson", "isi_cv", 2.304, kUnknown, 0.001},
    {"spawn", "large", "mvn_poisson", "coverage_distance", 29.2, 5.3, 0.1},
    {"spawn", "medium", "facility", "isi_cv", 0, kUnknown, 0.001},
    {"spawn", "medium", "facility", "coverage_distance", 4.27, 0.17, 0.01},
    {"spawn", "large", "facility", "isi_cv", 0, kUnknown, 0.001},
    {"spawn", "large", "facility", "coverage_distance", 5.21, 0.09, 0.01},
    {"spawn", "medium", "a_full", "coverage_distance", 2.05, kUnknown, 0.01},
    {"spawn", "large", "a_full", "coverage_distance", 2.14, kUnknown, 0.01},
    {"spawn", "medium", "b_full", "isi_cv", 0.07, kUnknown, 0.01},
    {"spawn", "medium", "b_full", "coverage_distance", 2.23, kUnknown, 0.01},
    {"spawn", "large", "b_full", "isi_cv", 0.11, kUnknown, 0.01},
    {"spawn", "large", "b_full", "coverage_distance", 2.40, kUnknown, 0.01},
};

template <typename Row>
bool is_for(const Row& row, const GroupKey& g, Text metric) {
  return row.study == g.study && row.scale == g.scale && row.method == g.method && row.metric == metric;
}

/// Both means have scatter, and the printed figure is rounded. With one seed the scatter is unknown.
ReferenceBand around(const FigureRow& row, const Estimate& ours) {
  const double own = std::isfinite(ours.sd) ? ours.sd : 0;
  const double theirs = std::isfinite(row.seed_sd) ? row.seed_sd : own;
  const double seeds = ours.n > 0 ? ours.n : 1;
  const double joint = std::sqrt(own * own / seeds + theirs * theirs / kReferenceSeeds);
  const double half = kWidths * joint + 0.5 * row.step;
  return {row.value - half, row.value + half, "reading"};
}

}  // namespace

std::optional<ReferenceBand> reference_band(const GroupKey& group, std::string_view metric,
                                            const Estimate& estimate) {
  if (group.variant != kNominalVariant) return std::nullopt;
  for (const PublishedBand& row : kBands)
    if (is_for(row, group, metric)) return ReferenceBand{row.low, row.high, std::string(row.source)};
  for (const FigureRow& row : kFigures)
    if (is_for(row, group, metric)) return around(row, estimate);
  // The published coherence used a field that did not drive the cycle: its sign is undefined, so only a
  // width.
  if (group.study == "spawn" && metric == "coherence_ref" && published_value(group, metric)) {
    const double half = 3 * estimate.standard_error();
    if (std::isfinite(half)) return ReferenceBand{-half, half, "reading"};
  }
  return std::nullopt;
}

}  // namespace fw
