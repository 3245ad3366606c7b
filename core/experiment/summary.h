#pragma once

#include <span>
#include <vector>

#include "core/experiment/study.h"

namespace fw {

/// The t for which a Student variable of `degrees` >= 1 degrees of freedom lies in [-t, t] with probability
/// 0.95 (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4, inverted). Relative error below 1e-9.
double student_t95(int degrees);

/// A sample's mean, its standard deviation (n - 1) and the half-width of the mean's 95 % confidence interval.
/// Values that are not finite are skipped. NaN where there are too few values.
struct Estimate {
  double mean = 0;
  double sd = 0;
  double ci95 = 0;
  int n = 0;

  double standard_error() const;  ///< sd / sqrt(n)
};
Estimate estimate(std::span<const double> values);

/// With fewer seeds than this, means get no verdict.
inline constexpr int kLeastJudgedSeeds = 5;

/// One row per group and metric, in the order in which they first appear; rows of a group need not be
/// adjacent.
std::vector<SummaryRow> summarise(std::span<const RunRow> rows);

/// The curves of each group, averaged point by point, in the order in which they first appear. Curves of one
/// group and name have the same x.
std::vector<SeriesMean> average(std::span<const Series> series);

/// True if any mean lies outside its reference.
bool any_outside(std::span<const SummaryRow> summary);

}  // namespace fw
