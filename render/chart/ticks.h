#pragma once

#include <string>
#include <vector>

namespace fw {

/// The tick positions of an axis and its range.
struct ChartTicks {
  double low = 0;
  double high = 1;
  bool logarithmic = false;
  std::vector<double> at;  ///< ascending, inside [low, high]
  std::vector<std::string> labels;
};

/// Ticks at multiples of 1, 2 or 5 times a power of ten, at most `most` (>= 2) of them; the range is widened
/// to whole ticks unless `keep` is true. low <= high, both finite.
ChartTicks linear_ticks(double low, double high, int most, bool keep = false);

/// Ticks at powers of ten, with 2 and 5 between them where the range is short; 0 < low <= high.
ChartTicks log_ticks(double low, double high, int most);

/// Number of decimals that gives the largest figure three significant digits; 0 to 9.
int shared_digits(double largest);
std::string fixed_text(double value, int digits);

/// Three significant digits without an exponent where that is short, else with one: "0.989", "12.3", "1 240".
std::string figure_text(double value);

}  // namespace fw
