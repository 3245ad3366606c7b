#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search/design.h"

namespace fw {

// What parameters do to a figure, from its values at the points of a design; NaN = no value there, and what
// rests on it is left out.

/// Elementary effects of a parameter over its range (Morris 1991; mu_star: Campolongo 2007).
struct MorrisEffect {
  double mu = 0;       ///< mean effect
  double mu_star = 0;  ///< mean absolute effect
  double sigma = 0;    ///< standard deviation: curved, or dependent on others
  size_t count = 0;    ///< effects that could be taken; all 0 without any
};
/// `points` and `values` of morris_design, one entry per dimension. Steps that did not move the value's own
/// parameter (whole numbers, lists) are measured by the move in `points`.
std::vector<MorrisEffect> morris_effects(std::span<const UnitPoint> points, std::span<const double> values);

/// Shares of a figure's variance with their 95 % bootstrap intervals.
struct SobolIndex {
  double first = 0, first_low = 0, first_high = 0;  ///< by the parameter alone (Saltelli 2010)
  double total = 0, total_low = 0, total_high = 0;  ///< with all that it takes part in (Jansen 1999)
};
/// `values` at the points of sobol_design. Estimates can lie below 0 or above 1; zeros without any variance.
/// Draws of the bootstrap are addressed by `stream`.
std::vector<SobolIndex> sobol_indices(size_t dimensions, std::span<const double> values, uint64_t stream);

/// Whether a figure is the template's or the seed's: values[p][s] at point p with seed s.
struct TemplateOrLuck {
  double sd_points = 0;  ///< standard deviation of the points' means
  double sd_seeds = 0;   ///< root mean square of the standard deviations between the seeds of a point
  double ratio = 0;      ///< of the two; infinite where seeds make no difference, NaN where nothing does
  double share_point = 0, share_seed = 0, share_rest = 0;  ///< of the variance, two-way; NaN without any
};
/// Points that lack a value are left out; NaN for fewer than two points or two seeds.
TemplateOrLuck template_or_luck(const std::vector<std::vector<double>>& values);

}  // namespace fw
