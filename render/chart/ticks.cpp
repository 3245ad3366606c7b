#include "render/chart/ticks.h"

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

}  // namespace fw
