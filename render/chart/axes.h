#pragma once

#include <string>
#include <vector>

#include "render/chart/chart_sheet.h"

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

/// The range of the values on an axis; empty until a value is added.
struct DataRange {
  double low = 0;
  double high = 0;
  bool any = false;

  void add(double value);
};

/// Whether an axis can show a value.
bool shows(const ChartAxis& axis, double value);

/// Maps values to page coordinates along one axis.
struct AxisMap {
  double low = 0, high = 1;  ///< values; their logarithms on a logarithmic axis
  double at_low = 0, at_high = 1;
  bool logarithmic = false;

  double operator()(double value) const;
};

/// Ticks of an axis for its data; limits that the axis fixes are kept.
ChartTicks ticks_of(const ChartAxis& axis, const DataRange& data, int most);
AxisMap map_of(const ChartTicks& ticks, double at_low, double at_high);

/// A frame with its two axes. Built by `frame_plot`, which draws grid, ticks and titles.
struct PlotFrame {
  Box box;
  AxisMap x;
  AxisMap y;
};

/// Ticks, titles and labels along the sides of a frame.
struct FrameSides {
  ChartTicks x;
  ChartTicks y;
  std::string x_title;
  std::string y_title;  ///< drawn horizontally above the axis
  bool x_grid = true;
  bool x_ticks = true;
  bool x_labels = true;
  bool y_labels = true;
};

/// Draws grid, ticks and titles inside `outer` and returns the frame.
PlotFrame frame_plot(ChartSheet& sheet, const Box& outer, const FrameSides& sides);

}  // namespace fw
