#include <cairo.h>
#include <algorithm>
#include <cmath>

#include "render/chart/painters_internal.h"

namespace fw {
namespace {

double entry(const std::vector<double>& values, size_t i) {
  return i < values.size() ? values[i] : kAutomatic;
}

Rgb bar_colour(const ChartSheet& sheet, const BarChart& chart, size_t s) {
  return chart.ordered_series ? sheet.colours.shade(s, chart.series.size()) : sheet.colours.of(s);
}

double luminance(Rgb c) {
  return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

bool any_entry(const BarChart& chart, std::vector<double> BarSeries::*member) {
  for (const BarSeries& series : chart.series)
    for (const double v : series.*member)
      if (std::isfinite(v)) return true;
  return false;
}

std::vector<ChartKey> legend_of(const ChartSheet& sheet, const BarChart& chart) {
  std::vector<ChartKey> keys;
  if (chart.series.size() > 1)
    for (size_t s = 0; s < chart.series.size(); ++s)
      keys.push_back({chart.series[s].name, ChartKey::Look::swatch, bar_colour(sheet, chart, s)});
  if (!chart.interval_name.empty() && any_entry(chart, &BarSeries::half_widths))
    keys.push_back({chart.interval_name, ChartKey::Look::whisker, sheet.colours.ink});
  if (!chart.reference_name.empty() && any_entry(chart, &BarSeries::references))
    keys.push_back(
        {chart.reference_name, ChartKey::Look::marker, sheet.colours.reference, ChartMarker::diamond});
  return keys;
}

DataRange range_of(ChartSheet& sheet, const BarChart& chart) {
  DataRange range;
  const bool log = chart.y.kind == AxisKind::logarithmic;
  for (const BarSeries& series : chart.series)
    for (size_t g = 0; g < series.values.size(); ++g) {
      const double v = series.values[g], r = entry(series.references, g);
      if (!shows(chart.y, v)) ++sheet.skipped;
      if (shows(chart.y, r)) range.add(r);
      if (!shows(chart.y, v)) continue;
      range.add(v);
      const double hw = entry(series.half_widths, g);
      if (!std::isfinite(hw)) continue;
      if (shows(chart.y, v + hw)) range.add(v + hw);
      if (!log && v - hw < 0) range.add(v - hw);
    }
  if (!range.any) return range;
  if (log)
    range.low *= 0.6;  // room for the shortest bar
  else
    range.add(0);
  return range;
}

/// The name of a group in lines that fit a width: broken at spaces and after dashes.
std::vector<std::string> wrapped(const ChartSheet& sheet, const std::string& name, const TextStyle& style,
                                 double width) {
  std::vector<std::string> lines;
  size_t at = 0;
  bool glued = false;  // the last word ended in a dash: no space before the next
  while (at < name.size()) {
    const size_t space = std::min(name.find(' ', at), name.size());
    const size_t dash = name.find("\u2013", at);
    const bool at_dash = dash < space;
    const std::string word = name.substr(at, (at_dash ? dash + 3 : space) - at);
    at = at_dash ? dash + 3 : space + 1;
    const std::string joined = lines.empty() ? word : lines.back() + (glued ? "" : " ") + word;
    if (!lines.empty() && sheet.width_of(joined, style) <= width)
      lines.back() = joined;
    else
      lines.push_back(word);
    glued = at_dash;
  }
  return lines;
}

struct GroupNames {
  std::vector<std::vector<std::string>> lines;
  bool slanted = false;
  double height = 0;
};

TextStyle group_style(const ChartSheet& sheet, const BarChart& chart, size_t g) {
  TextStyle style = label_style(sheet.colours);
  style.size = 13.5;
  style.bold = std::find(chart.emphasised.begin(), chart.emphasised.end(), g) != chart.emphasised.end();
  return style;
}

GroupNames lay_out_names(const ChartSheet& sheet, const BarChart& chart, double width) {
  GroupNames names;
  size_t most = 1;
  double longest = 0;
  for (size_t g = 0; g < chart.groups.size(); ++g) {
    const TextStyle style = group_style(sheet, chart, g);
    names.lines.push_back(wrapped(sheet, chart.groups[g], style, width - 6));
    most = std::max(most, names.lines.back().size());
    for (const std::string& line : names.lines.back())
      names.slanted = names.slanted || sheet.width_of(line, style) > width - 4;
    longest = std::max(longest, sheet.width_of(chart.groups[g], style));
  }
  names.slanted = names.slanted || most > 3;
  names.height = names.slanted ? std::min(0.6 * longest + 20, 160.0) : 8 + 16.0 * static_cast<double>(most);
  return names;
}

void draw_names(ChartSheet& sheet, const BarChart& chart, const GroupNames& names, const Box& plot) {
  const double step = plot.width() / static_cast<double>(chart.groups.size());
  for (size_t g = 0; g < chart.groups.size(); ++g) {
    const TextStyle style = group_style(sheet, chart, g);
    const double x = plot.x0 + (static_cast<double>(g) + 0.5) * step;
    if (names.slanted) {
      if (step > 12 || g % 2 == 0) sheet.text_slanted(chart.groups[g], x + 5, plot.y1 + 16, style);
      continue;
    }
    for (size_t i = 0; i < names.lines[g].size(); ++i)
      sheet.text(names.lines[g][i], x, plot.y1 + 20 + 16 * static_cast<double>(i), style, Align::centre);
  }
}

struct BarPlace {
  double value, half_width, reference;
  Box box;
  Rgb colour;
};

void draw_whisker(ChartSheet& sheet, const PlotFrame& frame, const BarChart& chart, const BarPlace& bar) {
  if (!(bar.half_width > 0)) return;
  const double x = (bar.box.x0 + bar.box.x1) / 2, cap = std::min(4.0, bar.box.width() / 3);
  const double low =
      std::max(bar.value - bar.half_width,
               chart.y.kind == AxisKind::logarithmic ? std::pow(10, frame.y.low) : frame.y.low);
  const double y0 = std::clamp(frame.y(bar.value + bar.half_width), frame.box.y0, frame.box.y1);
  const double y1 = std::clamp(frame.y(low), frame.box.y0, frame.box.y1);
  // A halo keeps the lower half visible on a dark bar.
  sheet.pen.line(x, y0, x, y1, sheet.colours.paper, 2.6, 0.6);
  for (const double y : {y0, y1}) sheet.pen.line(x - cap, y, x + cap, y, sheet.colours.paper, 2.6, 0.6);
  sheet.pen.line(x, y0, x, y1, sheet.colours.ink, 1.3);
  for (const double y : {y0, y1}) sheet.pen.line(x - cap, y, x + cap, y, sheet.colours.ink, 1.3);
}

/// The number of a bar: above it where the cluster has room, else vertical inside its foot, else omitted.
void draw_figure(ChartSheet& sheet, const PlotFrame& frame, const BarPlace& bar, double slot, int digits) {
  TextStyle style = small_style(sheet.colours);
  const std::string words = frame.y.logarithmic ? figure_text(bar.value) : fixed_text(bar.value, digits);
  const double width = sheet.width_of(words, style);
  const double middle = (bar.box.x0 + bar.box.x1) / 2;
  double top = std::min(bar.box.y0, bar.box.y1);
  if (bar.half_width > 0) top = std::min(top, frame.y(bar.value + bar.half_width));
  if (std::isfinite(bar.reference)) top = std::min(top, frame.y(bar.reference) - 6);
  if (width + 4 <= slot && top - 5 - style.size > frame.box.y0 - 8) {
    style.colour = sheet.colours.ink;
    sheet.text(words, middle, top - 5, style, Align::centre);
    return;
  }
  double obstacle = bar.box.y0;
  if (bar.half_width > 0) obstacle = std::max(obstacle, frame.y(bar.value - bar.half_width));
  if (std::isfinite(bar.reference)) obstacle = std::max(obstacle, frame.y(bar.reference) + 6);
  if (style.size > bar.box.width() - 1) return;
  const double column = middle + 0.36 * style.size;
  if (bar.value > 0 && bar.box.y1 - obstacle >= width + 10) {
    style.colour = luminance(bar.colour) > 0.36 ? Rgb::hex(0x1B2126) : Rgb::hex(0xFFFFFF);
    sheet.text_up(words, column, bar.box.y1 - 6, style);
  } else if (top - width - 8 > frame.box.y0) {
    style.colour = sheet.colours.ink;
    sheet.text_up(words, column, top - 6, style);
  }
}

std::vector<BarPlace> place_bars(const ChartSheet& sheet, const BarChart& chart, const PlotFrame& frame,
                                 double& slot) {
  std::vector<BarPlace> bars;
  const double step = frame.box.width() / static_cast<double>(chart.groups.size());
  const auto count = static_cast<double>(chart.series.size());
  slot = step * (count > 1 ? 0.86 : 0.78) / count;
  const bool log = chart.y.kind == AxisKind::logarithmic;
  const double foot = log ? frame.box.y1 : std::clamp(frame.y(0), frame.box.y0, frame.box.y1);
  for (size_t g = 0; g < chart.groups.size(); ++g)
    for (size_t s = 0; s < chart.series.size(); ++s) {
      const BarSeries& series = chart.series[s];
      const double left =
          frame.box.x0 + (static_cast<double>(g) + 0.5) * step + (static_cast<double>(s) - count / 2) * slot;
      const double reference = entry(series.references, g);
      BarPlace bar{series.values[g],
                   entry(series.half_widths, g),
                   shows(chart.y, reference) ? reference : kAutomatic,
                   {left + 0.05 * slot, foot, left + 0.95 * slot, foot},
                   bar_colour(sheet, chart, s)};
      if (shows(chart.y, bar.value)) {
        const double end = std::clamp(frame.y(bar.value), frame.box.y0, frame.box.y1);
        bar.box.y0 = std::min(end, foot);
        bar.box.y1 = std::max(end, foot);
      } else {
        bar.value = kAutomatic;
      }
      bars.push_back(bar);
    }
  return bars;
}

}  // namespace

double natural_height(ChartSheet& sheet, const BarChart& chart) {
  return heading_height(sheet, chart.title, chart.subtitle, legend_of(sheet, chart)) + 420;
}

void paint(ChartSheet& sheet, const BarChart& chart) {
  Box outer = draw_heading(sheet, chart.title, chart.subtitle, legend_of(sheet, chart));
  const DataRange range = range_of(sheet, chart);
  const GroupNames names =
      lay_out_names(sheet, chart, (outer.width() - 50) / std::max(1.0, double(chart.groups.size())));
  outer.y1 -= names.height;
  FrameSides sides;
  sides.y = ticks_of(chart.y, range, 9);
  // A whisker slightly below 0 must not extend the axis by a whole step.
  if (range.any && !sides.y.logarithmic && range.low < 0 && range.low > -0.1 * range.high)
    sides.y = linear_ticks(1.3 * range.low, sides.y.high, 9, true);
  sides.y_title = axis_title(chart.y);
  sides.x_ticks = false;
  const PlotFrame frame = frame_plot(sheet, outer, sides);
  if (!range.any) return draw_no_data(sheet, frame.box);
  double slot = 0;
  const auto bars = place_bars(sheet, chart, frame, slot);
  for (const BarPlace& bar : bars) {
    if (!std::isfinite(bar.value)) continue;
    sheet.pen.rectangle(bar.box, bar.colour);
    sheet.trace.bars.push_back(bar.box);
  }
  if (!(chart.y.kind == AxisKind::logarithmic))
    sheet.pen.line(frame.box.x0, frame.y(0), frame.box.x1, frame.y(0), sheet.colours.axis, 1.2);
  for (const BarPlace& bar : bars)
    if (std::isfinite(bar.value)) draw_whisker(sheet, frame, chart, bar);
  for (const BarPlace& bar : bars)
    if (std::isfinite(bar.reference))
      sheet.marker(ChartMarker::diamond, (bar.box.x0 + bar.box.x1) / 2, frame.y(bar.reference),
                   std::min(9.0, 0.62 * slot), sheet.colours.reference);
  const int digits = shared_digits(std::max(std::fabs(range.low), std::fabs(range.high)));
  if (chart.figures)
    for (const BarPlace& bar : bars)
      if (std::isfinite(bar.value)) draw_figure(sheet, frame, bar, slot, digits);
  draw_names(sheet, chart, names, frame.box);
}

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
