#include "render/chart/axes.h"

#include <algorithm>
#include <cmath>

namespace fw {

void DataRange::add(double value) {
  low = any ? std::min(low, value) : value;
  high = any ? std::max(high, value) : value;
  any = true;
}

bool shows(const ChartAxis& axis, double value) {
  return std::isfinite(value) && std::fabs(value) < 1e100 &&
         (axis.kind == AxisKind::linear || value > 1e-100);
}

double AxisMap::operator()(double value) const {
  const double v = logarithmic ? std::log10(value) : value;
  return at_low + (v - low) / (high - low) * (at_high - at_low);
}

ChartTicks ticks_of(const ChartAxis& axis, const DataRange& data, int most) {
  const bool log = axis.kind == AxisKind::logarithmic;
  double low = data.any ? data.low : log ? 1 : 0;
  double high = data.any ? data.high : log ? 10 : 1;
  const bool fixed_low = shows(axis, axis.low), fixed_high = shows(axis, axis.high);
  if (fixed_low) low = axis.low;
  if (fixed_high) high = axis.high;
  if (low > high) std::swap(low, high);
  if (log) return log_ticks(low, high, most);
  if (fixed_low && fixed_high) return linear_ticks(low, high, most, true);
  ChartTicks ticks = linear_ticks(low, high, most);
  if (fixed_low || fixed_high)
    ticks = linear_ticks(fixed_low ? axis.low : ticks.low, fixed_high ? axis.high : ticks.high, most, true);
  return ticks;
}

AxisMap map_of(const ChartTicks& ticks, double at_low, double at_high) {
  if (!ticks.logarithmic) return {ticks.low, ticks.high, at_low, at_high, false};
  return {std::log10(ticks.low), std::log10(ticks.high), at_low, at_high, true};
}

namespace {

double widest(const ChartSheet& sheet, const ChartTicks& ticks, const TextStyle& style) {
  double width = 0;
  for (const std::string& label : ticks.labels) width = std::max(width, sheet.width_of(label, style));
  return width;
}

void draw_y_axis(ChartSheet& sheet, const PlotFrame& frame, const FrameSides& sides) {
  const TextStyle style = tick_style(sheet.colours);
  for (size_t i = 0; i < sides.y.at.size(); ++i) {
    const double y = frame.y(sides.y.at[i]);
    const bool zero = sides.y.at[i] == 0 && !sides.y.logarithmic;
    sheet.pen.line(frame.box.x0, y, frame.box.x1, y, zero ? sheet.colours.axis : sheet.colours.grid,
                   zero ? 1.2 : 1);
    if (sides.y_labels)
      sheet.text(sides.y.labels[i], frame.box.x0 - 8, y + 0.35 * style.size, style, Align::right);
  }
}

void draw_x_axis(ChartSheet& sheet, const PlotFrame& frame, const FrameSides& sides) {
  const TextStyle style = tick_style(sheet.colours);
  double free_from = -1e9;
  for (size_t i = 0; i < sides.x.at.size() && sides.x_ticks; ++i) {
    const double x = frame.x(sides.x.at[i]);
    if (sides.x_grid) sheet.pen.line(x, frame.box.y0, x, frame.box.y1, sheet.colours.grid, 1);
    sheet.pen.line(x, frame.box.y1, x, frame.box.y1 + 5, sheet.colours.axis, 1);
    const double half = sheet.width_of(sides.x.labels[i], style) / 2;
    if (!sides.x_labels || x - half < free_from) continue;
    sheet.text(sides.x.labels[i], x, frame.box.y1 + 8 + 0.76 * style.size, style, Align::centre);
    free_from = x + half + 8;
  }
  sheet.pen.line(frame.box.x0, frame.box.y1, frame.box.x1, frame.box.y1, sheet.colours.axis, 1.2);
}

}  // namespace

PlotFrame frame_plot(ChartSheet& sheet, const Box& outer, const FrameSides& sides) {
  const TextStyle style = tick_style(sheet.colours);
  const TextStyle title = label_style(sheet.colours);
  PlotFrame frame;
  frame.box = outer;
  if (!sides.y_title.empty()) {
    frame.box.y0 += 20;
    sheet.text(sides.y_title, outer.x0, outer.y0 + 13, title, Align::left, outer.width());
  }
  frame.box.y0 += 10;
  if (sides.y_labels) frame.box.x0 += widest(sheet, sides.y, style) + 9;
  // Half of the last label lies right of the frame.
  if (sides.x_ticks && sides.x_labels && !sides.x.labels.empty())
    frame.box.x1 -= std::max(4.0, sheet.width_of(sides.x.labels.back(), style) / 2);
  if (sides.x_ticks && sides.x_labels) frame.box.y1 -= 26;
  if (!sides.x_title.empty()) {
    frame.box.y1 -= 24;
    sheet.text(sides.x_title, (frame.box.x0 + frame.box.x1) / 2, outer.y1 - 5, title, Align::centre,
               frame.box.width());
  }
  frame.x = map_of(sides.x, frame.box.x0, frame.box.x1);
  frame.y = map_of(sides.y, frame.box.y1, frame.box.y0);
  draw_y_axis(sheet, frame, sides);
  draw_x_axis(sheet, frame, sides);
  sheet.trace.plots.push_back(frame.box);
  return frame;
}

}  // namespace fw
