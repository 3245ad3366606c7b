#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fw {

/// Mean, spread and skew of numbers; population formulas (divisor n), sums in the order of the array.
struct Summary {
  int64_t count = 0;
  double mean = 0;
  double sd = 0;
  double skew = 0;  ///< third central moment / sd^3; 0 when the numbers are all equal
  double min = 0;
  double max = 0;

  /// Coefficient of variation, sd / mean; 0 for a mean of 0.
  double cv() const { return mean != 0 ? sd / mean : 0.0; }
};

/// All zeros for no numbers; exact zeros for sd and skew of equal numbers.
Summary summarize(std::span<const double> values);
Summary summarize(std::span<const float> values);

/// The value below which `share` (0 .. 1) of the numbers lie, by linear interpolation between order
/// statistics at position share * (n - 1): Hyndman & Fan's type 7, the default of R and NumPy. 0 for no
/// numbers.
double percentile(std::span<const double> values, double share);
double percentile(std::span<const float> values, double share);

/// Product-moment correlation of two arrays of equal length, in [-1, 1]; 0 for fewer than two pairs or when
/// either array is constant.
double pearson(std::span<const double> a, std::span<const double> b);

/// Histogram of whole numbers 0, 1, 2, ...: memory for durations in ticks grows only with the longest one.
struct TickHistogram {
  std::vector<int64_t> count;  ///< count[k] = how often k came

  void add(int64_t ticks) {
    if (static_cast<size_t>(ticks) >= count.size()) count.resize(static_cast<size_t>(ticks) + 1);
    ++count[static_cast<size_t>(ticks)];
  }
};

/// The same figures as for the numbers listed one by one.
Summary summarize(const TickHistogram& histogram);
double percentile(const TickHistogram& histogram, double share);

}  // namespace fw
