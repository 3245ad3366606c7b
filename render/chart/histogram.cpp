#include <algorithm>
#include <cmath>

#include "render/chart/painters_internal.h"

namespace fw {
namespace {

std::vector<ChartKey> legend_of(const ChartSheet& sheet, const Histogram& chart) {
  std::vector<ChartKey> keys;
  if (chart.series.size() > 1)
    for (size_t i = 0; i < chart.series.size(); ++i)
      keys.push_back({chart.series[i].name, ChartKey::Look::swatch, sheet.colours.of(i)});
  return keys;
}

/// Edges of equal round width over the data.
struct Bins {
  double low = 0, width = 1;
  int count = 1;

  int of(double value) const {
    return std::clamp(static_cast<int>(std::floor((value - low) / width)), 0, count - 1);
  }
};

Bins bins_of(const DataRange& range, int most) {
  const ChartTicks edges = linear_ticks(range.low, range.high, most + 1);
  Bins bins;
  bins.low = edges.low;
  bins.count = std::max(1, static_cast<int>(edges.at.size()) - 1);
  bins.width = (edges.high - edges.low) / bins.count;
  return bins;
}

}  // namespace

double natural_height(ChartSheet& sheet, const Histogram& chart) {
  return heading_height(sheet, chart.title, chart.subtitle, legend_of(sheet, chart)) + 400;
}

void paint(ChartSheet& sheet, const Histogram& chart) {
  const Box outer = draw_heading(sheet, chart.title, chart.subtitle, legend_of(sheet, chart));
  ChartAxis axis = chart.x;
  axis.kind = AxisKind::linear;
  DataRange x, y;
  for (const HistogramSeries& series : chart.series)
    for (const double v : series.values) shows(axis, v) ? x.add(v) : void(++sheet.skipped);
  const Bins bins = bins_of(x.any ? x : DataRange{0, 1, true}, chart.most_bins);
  std::vector<std::vector<double>> counts(chart.series.size(),
                                          std::vector<double>(static_cast<size_t>(bins.count)));
  for (size_t s = 0; s < chart.series.size(); ++s) {
    for (const double v : chart.series[s].values)
      if (shows(axis, v)) counts[s][static_cast<size_t>(bins.of(v))] += 1;
    for (const double c : counts[s]) y.add(c);
  }
  y.add(0);
  FrameSides sides;
  sides.x = linear_ticks(bins.low, bins.low + bins.width * bins.count, 11, true);
  sides.y = ticks_of({chart.count_name, "", AxisKind::linear, kAutomatic, kAutomatic}, y, 8);
  sides.x_title = axis_title(chart.x);
  sides.y_title = chart.count_name;
  sides.x_grid = false;
  const PlotFrame frame = frame_plot(sheet, outer, sides);
  if (!x.any) return draw_no_data(sheet, frame.box);
  const auto n = static_cast<double>(chart.series.size());
  for (size_t s = 0; s < chart.series.size(); ++s)
    for (int b = 0; b < bins.count; ++b) {
      const double x0 = frame.x(bins.low + b * bins.width), x1 = frame.x(bins.low + (b + 1) * bins.width);
      const double slot = (x1 - x0) / n, left = x0 + static_cast<double>(s) * slot;
      const Box bar{left + 0.04 * slot, frame.y(counts[s][static_cast<size_t>(b)]), left + 0.96 * slot,
                    frame.y(0)};
      if (bar.height() <= 0) continue;
      sheet.pen.rectangle(bar, sheet.colours.of(s));
      sheet.trace.bars.push_back(bar);
    }
}

}  // namespace fw
