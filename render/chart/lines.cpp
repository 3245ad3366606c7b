#include <algorithm>
#include <cmath>

#include "render/chart/painters_internal.h"

namespace fw {
namespace {

constexpr double kFacetGap = 22;

int facet_columns(const LineChart& chart) {
  return chart.series.size() <= 2 ? 2 : chart.series.size() <= 9 ? 3 : 4;
}

std::vector<std::vector<double>> dashes() {
  return {{}, {7, 3.5}, {2, 3}};
}

std::vector<ChartKey> legend_of(const ChartSheet& sheet, const LineChart& chart) {
  std::vector<ChartKey> keys;
  if (!chart.facets && chart.series.size() > 1)
    for (size_t i = 0; i < chart.series.size(); ++i)
      keys.push_back({chart.series[i].name, ChartKey::Look::line, sheet.colours.of(i)});
  const bool bands = std::any_of(chart.series.begin(), chart.series.end(),
                                 [](const LineSeries& s) { return !s.half_widths.empty(); });
  if (bands && !chart.band_name.empty())
    keys.push_back(
        {chart.band_name, ChartKey::Look::swatch, mix(sheet.colours.paper, sheet.colours.of(0), 0.3)});
  return keys;
}

void add_range(ChartSheet& sheet, const LineChart& chart, const LineSeries& series, DataRange& x,
               DataRange& y) {
  for (size_t i = 0; i < series.x.size(); ++i) {
    if (!shows(chart.x, series.x[i]) || !shows(chart.y, series.y[i])) {
      ++sheet.skipped;
      continue;
    }
    x.add(series.x[i]);
    y.add(series.y[i]);
    const double hw = i < series.half_widths.size() ? series.half_widths[i] : 0;
    for (const double edge : {series.y[i] - hw, series.y[i] + hw})
      if (shows(chart.y, edge)) y.add(edge);
  }
}

/// The runs of points without a gap.
std::vector<std::pair<size_t, size_t>> runs_of(const LineChart& chart, const LineSeries& series) {
  std::vector<std::pair<size_t, size_t>> runs;
  size_t begin = 0;
  for (size_t i = 0; i <= series.x.size(); ++i) {
    if (i < series.x.size() && shows(chart.x, series.x[i]) && shows(chart.y, series.y[i])) continue;
    if (i > begin) runs.emplace_back(begin, i);
    begin = i + 1;
  }
  return runs;
}

void draw_line(ChartSheet& sheet, const LineChart& chart, const PlotFrame& frame, const LineSeries& series,
               size_t look) {
  const ClipTo clip(sheet.pen, frame.box.grown(1));
  const Rgb colour = sheet.colours.of(look);
  for (const auto& [begin, end] : runs_of(chart, series)) {
    std::vector<Vec2> line, upper, lower;
    for (size_t i = begin; i < end; ++i) {
      const double x = frame.x(series.x[i]);
      line.push_back({x, frame.y(series.y[i])});
      const double hw = i < series.half_widths.size() ? series.half_widths[i] : 0;
      if (!std::isfinite(hw) || !shows(chart.y, series.y[i] - hw)) continue;
      upper.push_back({x, frame.y(series.y[i] + hw)});
      lower.push_back({x, frame.y(series.y[i] - hw)});
    }
    upper.insert(upper.end(), lower.rbegin(), lower.rend());
    if (!series.half_widths.empty()) sheet.polygon(upper, colour, 0.25);
    if (line.size() == 1) sheet.disc(line[0].x, line[0].y, 2.2, colour);
    const double weight = line.size() > 400 ? 1.2 : 1.9;
    sheet.polyline(line, colour, weight, 1, dashes()[look / sheet.colours.series.size() % 3]);
  }
}

void paint_facets(ChartSheet& sheet, const LineChart& chart, const Box& outer, const FrameSides& common) {
  const int columns = facet_columns(chart);
  const int rows = (static_cast<int>(chart.series.size()) + columns - 1) / columns;
  FrameSides sides = common;
  TextStyle title = label_style(sheet.colours);
  sheet.text(common.y_title, outer.x0, outer.y0 + 12, title, Align::left, outer.width());
  sheet.text(common.x_title, (outer.x0 + outer.x1) / 2, outer.y1 - 4, title, Align::centre, outer.width());
  sides.x_title.clear();
  sides.y_title.clear();
  title.bold = true;
  const Box area{outer.x0, outer.y0 + 22, outer.x1, outer.y1 - 20};
  const double width = (area.width() - kFacetGap * (columns - 1)) / columns;
  const double height = area.height() / rows;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    const int column = static_cast<int>(i) % columns, row = static_cast<int>(i) / columns;
    const double x0 = area.x0 + column * (width + kFacetGap), y0 = area.y0 + row * height;
    sheet.text(chart.series[i].name, x0, y0 + 18, title, Align::left, width);
    const PlotFrame frame = frame_plot(sheet, {x0, y0 + 22, x0 + width, y0 + height - 6}, sides);
    draw_line(sheet, chart, frame, chart.series[i], 0);
  }
}

}  // namespace

double natural_height(ChartSheet& sheet, const LineChart& chart) {
  const double heading = heading_height(sheet, chart.title, chart.subtitle, legend_of(sheet, chart));
  if (!chart.facets || chart.series.empty()) return heading + 430;
  const int columns = facet_columns(chart);
  return heading + 42 + 182.0 * ((static_cast<int>(chart.series.size()) + columns - 1) / columns);
}

void paint(ChartSheet& sheet, const LineChart& chart) {
  const Box outer = draw_heading(sheet, chart.title, chart.subtitle, legend_of(sheet, chart));
  DataRange x, y;
  for (const LineSeries& series : chart.series) add_range(sheet, chart, series, x, y);
  FrameSides sides;
  sides.x = ticks_of(chart.x, x, chart.facets ? 5 : 11);
  // The time axis ends at its data; only the value axis needs round ends.
  if (x.any && chart.x.kind == AxisKind::linear && x.high > x.low)
    sides.x = linear_ticks(std::isfinite(chart.x.low) ? chart.x.low : x.low,
                           std::isfinite(chart.x.high) ? chart.x.high : x.high, chart.facets ? 5 : 11, true);
  sides.y = ticks_of(chart.y, y, chart.facets ? 6 : 8);
  sides.x_title = axis_title(chart.x);
  sides.y_title = axis_title(chart.y);
  if (chart.facets && x.any) return paint_facets(sheet, chart, outer, sides);
  const PlotFrame frame = frame_plot(sheet, outer, sides);
  if (!x.any) return draw_no_data(sheet, frame.box);
  for (size_t i = 0; i < chart.series.size(); ++i) draw_line(sheet, chart, frame, chart.series[i], i);
}

}  // namespace fw
