#pragma once

#include "render/chart/chart_sheet.h"
#include "render/chart/ticks.h"

namespace fw {

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
