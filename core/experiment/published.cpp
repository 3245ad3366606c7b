#include "core/experiment/published.h"

#include <cmath>

namespace fw {
namespace {

using Text = std::string_view;

struct PublishedRow {
  Text study, scale, method, metric;
  double value;
};

// From the paper (docs/references.md, 1): the medium table of crowd motion, its medium table of action
// starts, its medium and large table of spawn placement, and the front coherences its text gives for the
// small scale.
constexpr PublishedRow kPublished[] = {
    {"crowd", "medium", "perlin_dual", "s_dir_5", 0.989},
    {"crowd", "medium", "perlin_dual", "jerk_snapshot", 0.013},
    {"crowd", "medium", "perlin_dual", "coverage", 0.350},
    {"crowd", "medium", "perlin_single", "s_dir_5", 0.989},
    {"crowd", "medium", "perlin_single", "jerk_snapshot", 0.013},
    {"crowd", "medium", "perlin_single", "coverage", 0.342},
    {"crowd", "medium", "curlnoise", "s_dir_5", 0.869},
    {"crowd", "medium", "curlnoise", "jerk_snapshot", 0.052},
    {"crowd", "medium", "curlnoise", "coverage", 0.633},
    {"crowd", "medium", "ou", "s_dir_5", 0.007},
    {"crowd", "medium", "ou", "jerk_snapshot", 0.024},
    {"crowd", "medium", "ou", "coverage", 0.939},
    {"crowd", "medium", "urw", "s_dir_5", 0.004},
    {"crowd", "medium", "urw", "jerk_snapshot", 0.156},
    {"crowd", "medium", "urw", "coverage", 0.907},
    {"crowd", "medium", "piecewise", "s_dir_5", 0.773},
    {"crowd", "medium", "piecewise", "jerk_snapshot", 0.041},
    {"crowd", "medium", "piecewise", "coverage", 0.074},
    {"crowd", "medium", "vicsek", "s_dir_5", 0.977},
    {"crowd", "medium", "vicsek", "jerk_snapshot", 0.038},
    {"crowd", "medium", "vicsek", "coverage", 0.417},

    {"action", "medium", "perlin", "coverage", 0.879},
    {"action", "medium", "perlin", "duty", 0.106},
    {"action", "medium", "perlin", "hf_lf", 0.122},
    {"action", "medium", "perlin", "fano", 0.924},
    {"action", "medium", "poisson", "coverage", 0.895},
    {"action", "medium", "poisson", "duty", 0.113},
    {"action", "medium", "poisson", "hf_lf", 0.119},
    {"action", "medium", "poisson", "fano", 0.954},
    {"action", "medium", "filtered", "coverage", 0.924},
    {"action", "medium", "filtered", "duty", 0.126},
    {"action", "medium", "filtered", "hf_lf", 0.133},
    {"action", "medium", "filtered", "fano", 0.910},
    {"action", "medium", "sinusoid", "coverage", 0.886},
    {"action", "medium", "sinusoid", "duty", 0.112},
    {"action", "medium", "sinusoid", "hf_lf", 0.015},
    {"action", "medium", "sinusoid", "fano", 4.874},
    {"action", "medium", "hawkes_inhibitory", "coverage", 0.869},
    {"action", "medium", "hawkes_inhibitory", "duty", 0.098},
    {"action", "medium", "hawkes_inhibitory", "hf_lf", 0.140},
    {"action", "medium", "hawkes_inhibitory", "fano", 0.913},
    {"action", "medium", "constraint_token", "coverage", 0.895},
    {"action", "medium", "constraint_token", "duty", 0.113},
    {"action", "medium", "constraint_token", "hf_lf", 0.124},
    {"action", "medium", "constraint_token", "fano", 0.945},
    {"action", "medium", "constraint_roundrobin", "coverage", 0.155},
    {"action", "medium", "constraint_roundrobin", "duty", 0.022},
    {"action", "medium", "constraint_roundrobin", "hf_lf", 0.014},
    {"action", "medium", "constraint_roundrobin", "fano", 3.204},
    {"action", "medium", "fixed", "coverage", 0.998},
    {"action", "medium", "fixed", "duty", 0.309},
    {"action", "medium", "fixed", "hf_lf", 0.191},
    {"action", "medium", "fixed", "fano", 0.906},

    {"spawn", "small", "perlin_a", "coherence_ref", 0.024},
    {"spawn", "small", "perlin_b", "coherence_ref", -0.039},
    {"spawn", "medium", "perlin_a", "coherence_ref", 0.011},
    {"spawn", "medium", "perlin_a", "isi_cv", 1.23},
    {"spawn", "medium", "perlin_a", "coverage_distance", 3.03},
    {"spawn", "medium", "perlin_b", "coherence_ref", 0.010},
    {"spawn", "medium", "perlin_b", "isi_cv", 1.39},
    {"spawn", "medium", "perlin_b", "coverage_distance", 3.63},
    {"spawn", "medium", "filtered", "coherence_ref", 0.013},
    {"spawn", "medium", "filtered", "isi_cv", 0.087},
    {"spawn", "medium", "filtered", "coverage_distance", 2.87},
    {"spawn", "medium", "uniform", "coherence_ref", 0.002},
    {"spawn", "medium", "uniform", "isi_cv", 0.36},
    {"spawn", "medium", "uniform", "coverage_distance", 2.52},
    {"spawn", "medium", "poisson_disk", "coherence_ref", 0.0057},
    {"spawn", "medium", "poisson_disk", "isi_cv", 3.96},
    {"spawn", "medium", "poisson_disk", "coverage_distance", 2.56},
    {"spawn", "medium", "sinusoid", "coherence_ref", -0.003},
    {"spawn", "medium", "sinusoid", "isi_cv", 0.81},
    {"spawn", "medium", "sinusoid", "coverage_distance", 4.02},
    {"spawn", "medium", "mvn_poisson", "isi_cv", 5.53},
    {"spawn", "large", "perlin_a", "coherence_ref", 0.010},
    {"spawn", "large", "perlin_a", "isi_cv", 1.58},
    {"spawn", "large", "perlin_a", "coverage_distance", 4.38},
    {"spawn", "large", "perlin_b", "coherence_ref", -0.003},
    {"spawn", "large", "perlin_b", "isi_cv", 1.42},
    {"spawn", "large", "perlin_b", "coverage_distance", 4.81},
    {"spawn", "large", "filtered", "coherence_ref", 0.006},
    {"spawn", "large", "filtered", "isi_cv", 0.047},
    {"spawn", "large", "filtered", "coverage_distance", 4.05},
    {"spawn", "large", "uniform", "coherence_ref", -0.002},
    {"spawn", "large", "uniform", "isi_cv", 0.03},
    {"spawn", "large", "uniform", "coverage_distance", 3.51},
    {"spawn", "large", "poisson_disk", "coherence_ref", 0.0018},
    {"spawn", "large", "poisson_disk", "isi_cv", 4.49},
    {"spawn", "large", "poisson_disk", "coverage_distance", 2.53},
    {"spawn", "large", "sinusoid", "coherence_ref", -0.0018},
    {"spawn", "large", "sinusoid", "isi_cv", 0.79},
    {"spawn", "large", "sinusoid", "coverage_distance", 5.58},
    {"spawn", "large", "mvn_poisson", "isi_cv", 2.31},
};

constexpr PublishedRow kPublishedRuntime[] = {
    {"crowd", "medium", "perlin_dual", "ms", 9.88},
    {"crowd", "medium", "perlin_single", "ms", 10.12},
    {"crowd", "medium", "curlnoise", "ms", 12.18},
    {"crowd", "medium", "ou", "ms", 6.01},
    {"crowd", "medium", "urw", "ms", 6.07},
    {"crowd", "medium", "piecewise", "ms", 6.39},
    {"crowd", "medium", "vicsek", "ms", 375.45},
    {"action", "small", "perlin", "ms", 7.8},
    {"action", "medium", "perlin", "ms", 23.1},
    {"action", "large", "perlin", "ms", 85.6},
    {"action", "medium", "poisson", "ms", 2.6},
    {"action", "medium", "filtered", "ms", 7.5},
    {"action", "medium", "sinusoid", "ms", 2.4},
    {"action", "medium", "hawkes_inhibitory", "ms", 22.3},
    {"action", "medium", "constraint_token", "ms", 3.8},
    {"action", "medium", "constraint_roundrobin", "ms", 28.2},
    {"action", "medium", "fixed", "ms", 5.8},
    {"spawn", "small", "perlin_a", "ms", 0.42},
    {"spawn", "small", "perlin_b", "ms", 0.37},
    {"spawn", "medium", "perlin_a", "ms", 1.00},
    {"spawn", "medium", "perlin_b", "ms", 0.94},
    {"spawn", "medium", "filtered", "ms", 1.18},
    {"spawn", "medium", "uniform", "ms", 1.16},
    {"spawn", "medium", "poisson_disk", "ms", 0.91},
    {"spawn", "medium", "sinusoid", "ms", 0.81},
    {"spawn", "large", "perlin_a", "ms", 3.07},
    {"spawn", "large", "perlin_b", "ms", 3.56},
    {"spawn", "large", "filtered", "ms", 3.68},
    {"spawn", "large", "uniform", "ms", 3.36},
    {"spawn", "large", "poisson_disk", "ms", 2.35},
    {"spawn", "large", "sinusoid", "ms", 3.30},
};

template <size_t K>
std::optional<double> look_up(const PublishedRow (&rows)[K], const GroupKey& g, Text metric) {
  if (g.variant != kNominalVariant) return std::nullopt;
  for (const PublishedRow& row : rows)
    if (row.study == g.study && row.scale == g.scale && row.method == g.method && row.metric == metric)
      return row.value;
  return std::nullopt;
}

}  // namespace

std::optional<double> published_value(const GroupKey& group, std::string_view metric) {
  return look_up(kPublished, group, metric);
}

std::optional<double> published_ms_per_tick(const GroupKey& group) {
  return look_up(kPublishedRuntime, group, "ms");
}

}  // namespace fw
