#include <algorithm>
#include <cmath>

#include "render/chart/painters_internal.h"

namespace fw {
namespace {

constexpr ChartMarker kMarkers[] = {ChartMarker::circle,  ChartMarker::square, ChartMarker::triangle,
                                    ChartMarker::diamond, ChartMarker::cross,  ChartMarker::plus};

std::vector<ChartKey> legend_of(const ChartSheet& sheet, const ScatterChart& chart) {
  std::vector<ChartKey> keys;
  for (size_t i = 0; i < chart.colour_names.size(); ++i)
    keys.push_back({chart.colour_names[i], ChartKey::Look::marker, sheet.colours.of(i)});
  if (chart.marker_names.size() > 1)
    for (size_t i = 0; i < chart.marker_names.size(); ++i)
      keys.push_back({chart.marker_names[i], ChartKey::Look::marker, sheet.colours.ink_soft,
                      kMarkers[i % std::size(kMarkers)], i == 0});
  return keys;
}

}  // namespace

double natural_height(ChartSheet& sheet, const ScatterChart& chart) {
  return heading_height(sheet, chart.title, chart.subtitle, legend_of(sheet, chart)) + 560;
}

void paint(ChartSheet& sheet, const ScatterChart& chart) {
  const Box outer = draw_heading(sheet, chart.title, chart.subtitle, legend_of(sheet, chart));
  DataRange x, y;
  for (const PointSeries& series : chart.series)
    for (size_t i = 0; i < series.x.size(); ++i) {
      if (!shows(chart.x, series.x[i]) || !shows(chart.y, series.y[i])) {
        ++sheet.skipped;
        continue;
      }
      x.add(series.x[i]);
      y.add(series.y[i]);
    }
  FrameSides sides;
  sides.x = ticks_of(chart.x, x, 11);
  sides.y = ticks_of(chart.y, y, 9);
  sides.x_title = axis_title(chart.x);
  sides.y_title = axis_title(chart.y);
  const PlotFrame frame = frame_plot(sheet, outer, sides);
  if (!x.any) return draw_no_data(sheet, frame.box);
  for (const PointSeries& series : chart.series)
    for (size_t i = 0; i < series.x.size(); ++i) {
      if (!shows(chart.x, series.x[i]) || !shows(chart.y, series.y[i])) continue;
      const double px = frame.x(series.x[i]), py = frame.y(series.y[i]);
      if (frame.box.grown(0.5).holds(px, py))
        sheet.marker(kMarkers[series.marker % std::size(kMarkers)], px, py, 9,
                     sheet.colours.of(series.colour));
    }
}

}  // namespace fw
