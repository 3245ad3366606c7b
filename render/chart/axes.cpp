#include "render/chart/axes.h"

#include <algorithm>
#include <cmath>

#include "render/page/numbers.h"

namespace fw {
namespace {

constexpr double kSteps[] = {1, 2, 5, 10};

/// 10^k from a product of exact powers: the same bits on every machine.
double power_of_ten(int k) {
  double power = 1;
  for (int i = 0; i < std::abs(k); ++i) power *= 10;
  return k < 0 ? 1 / power : power;
}

/// k with 10^k <= value < 10^(k+1).
int decade_of(double value) {
  int k = static_cast<int>(std::floor(std::log10(value)));
  while (power_of_ten(k) > value) --k;
  while (power_of_ten(k + 1) <= value) ++k;
  return k;
}

std::string with_minus(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, "\u2212");
  return text;
}

std::string superscript(int k) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = k < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(k))) out += kDigits[c - '0'];
  return out;
}

std::string scientific(double value, int digits) {
  const int k = decade_of(std::fabs(value));
  const std::string mantissa = with_minus(decimal(value / power_of_ten(k), digits));
  return (mantissa == "1" ? "" : mantissa + "·") + "10" + superscript(k);
}

std::string tick_text(double value, double step) {
  const double size = std::max(std::fabs(value), step);
  if (size >= 1e7 || step < 1e-6) {
    // The fewest decimals that distinguish neighbouring ticks.
    const int digits = value == 0 ? 0 : decade_of(std::fabs(value)) - decade_of(step * 1.0000001);
    return value == 0 ? "0" : scientific(value, std::clamp(digits, 0, 9));
  }
  const int digits = std::max(0, -decade_of(step * 1.0000001));
  if (digits == 0 && std::fabs(value) >= 10000) return grouped(static_cast<int64_t>(std::llround(value)));
  return with_minus(decimal(value, digits));
}

}  // namespace

ChartTicks linear_ticks(double low, double high, int most, bool keep) {
  if (!(high - low > 1e-12 * std::max(std::fabs(low), std::fabs(high)))) {
    // A single value still needs a range.
    const double by = low == 0 ? 1 : 0.1 * std::fabs(low);
    low -= by, high += by;
  }
  most = std::max(most, 2);
  const int decade = decade_of((high - low) / (most - 1));
  double step = 0;
  int64_t first = 0, last = 0;
  for (int i = 0; i < 8; ++i) {
    step = kSteps[i % 3] * power_of_ten(decade + i / 3);
    first = static_cast<int64_t>(keep ? std::ceil(low / step - 1e-9) : std::floor(low / step + 1e-9));
    last = static_cast<int64_t>(keep ? std::floor(high / step + 1e-9) : std::ceil(high / step - 1e-9));
    if (last - first + 1 <= most) break;
  }
  ChartTicks ticks;
  ticks.low = keep ? low : static_cast<double>(first) * step;
  ticks.high = keep ? high : static_cast<double>(last) * step;
  for (int64_t i = first; i <= last; ++i) {
    ticks.at.push_back(static_cast<double>(i) * step);
    ticks.labels.push_back(tick_text(ticks.at.back(), step));
  }
  return ticks;
}

ChartTicks log_ticks(double low, double high, int most) {
  ChartTicks ticks;
  ticks.logarithmic = true;
  const int first = decade_of(low);
  int last = decade_of(high);
  if (power_of_ten(last) < high) ++last;
  const int decades = std::max(last - first, 1);
  const bool between = decades * 3 + 1 <= most;
  const int stride = std::max(1, (decades + most - 1) / most);
  for (int k = first; k <= first + decades; k += stride)
    for (const double lead : {1.0, 2.0, 5.0}) {
      if (lead > 1 && !between) continue;
      ticks.at.push_back(lead * power_of_ten(k));
    }
  // The range ends at the last tick below and the first above the data.
  while (ticks.at.size() > 2 && ticks.at[1] <= low) ticks.at.erase(ticks.at.begin());
  while (ticks.at.size() > 2 && ticks.at[ticks.at.size() - 2] >= high) ticks.at.pop_back();
  ticks.low = ticks.at.front();
  ticks.high = ticks.at.back();
  for (const double at : ticks.at) {
    const int k = decade_of(at * 1.0000001);
    ticks.labels.push_back(k >= -3 && k <= 3 ? decimal(at, std::max(0, -k)) : scientific(at, 0));
  }
  return ticks;
}

int shared_digits(double largest) {
  return largest > 0
             ? std::clamp(2 - decade_of(largest) + (largest < 1.2 * power_of_ten(decade_of(largest)) ? 1 : 0),
                          0, 9)
             : 0;
}

std::string fixed_text(double value, int digits) {
  if (digits == 0 && std::fabs(value) >= 10000) return grouped(static_cast<int64_t>(std::llround(value)));
  return with_minus(decimal(value, digits));
}

std::string figure_text(double value) {
  const double size = std::fabs(value);
  if (!(size > 0)) return "0";
  if (size < 5e-4 || size >= 1e6) return scientific(value, 1);
  if (size >= 999.5) return grouped(static_cast<int64_t>(std::llround(value)));
  return with_minus(decimal(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3));
}

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
