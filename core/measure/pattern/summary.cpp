#include "core/measure/pattern/summary.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace fw {
namespace {

/// Central moments from sums about a pivot: equal numbers then leave exact zeros.
template <typename T>
Summary summarize_array(std::span<const T> values) {
  Summary s;
  if (values.empty()) return s;
  s.count = static_cast<int64_t>(values.size());
  const double n = static_cast<double>(s.count), pivot = values[0];
  s.min = s.max = pivot;
  double sum = 0;
  for (const T v : values) {
    sum += v - pivot;
    s.min = std::min<double>(s.min, v);
    s.max = std::max<double>(s.max, v);
  }
  s.mean = pivot + sum / n;
  double square_sum = 0, cube_sum = 0;
  for (const T v : values) {
    const double d = v - s.mean;
    square_sum += d * d;
    cube_sum += d * d * d;
  }
  s.sd = std::sqrt(square_sum / n);
  if (s.sd > 0) s.skew = cube_sum / n / (s.sd * s.sd * s.sd);
  return s;
}

template <typename T>
double percentile_of(std::span<const T> values, double share) {
  assert(share >= 0 && share <= 1);
  if (values.empty()) return 0;
  std::vector<T> copy(values.begin(), values.end());
  const double position = share * static_cast<double>(copy.size() - 1);
  const size_t below = static_cast<size_t>(position);
  const auto at = copy.begin() + static_cast<ptrdiff_t>(below);
  std::nth_element(copy.begin(), at, copy.end());
  const double low = *at, between = position - static_cast<double>(below);
  if (between <= 0) return low;
  const double high = *std::min_element(at + 1, copy.end());
  return low + between * (high - low);
}

double sum_of_products(std::span<const double> a, double a_mean, std::span<const double> b, double b_mean) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - a_mean) * (b[i] - b_mean);
  return sum;
}

/// The ordinal-th smallest (from 0) of the listed numbers.
double order_statistic(const TickHistogram& histogram, int64_t ordinal) {
  for (size_t k = 0; k < histogram.count.size(); ++k) {
    ordinal -= histogram.count[k];
    if (ordinal < 0) return static_cast<double>(k);
  }
  return 0;
}

}  // namespace

Summary summarize(std::span<const double> values) {
  return summarize_array(values);
}
Summary summarize(std::span<const float> values) {
  return summarize_array(values);
}

double percentile(std::span<const double> values, double share) {
  return percentile_of(values, share);
}
double percentile(std::span<const float> values, double share) {
  return percentile_of(values, share);
}

double pearson(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  const double a_mean = summarize(a).mean, b_mean = summarize(b).mean;
  const double aa = sum_of_products(a, a_mean, a, a_mean);
  const double bb = sum_of_products(b, b_mean, b, b_mean);
  if (!(aa > 0 && bb > 0)) return 0;
  return std::clamp(sum_of_products(a, a_mean, b, b_mean) / (std::sqrt(aa) * std::sqrt(bb)), -1.0, 1.0);
}

Summary summarize(const TickHistogram& histogram) {
  Summary s;
  int64_t sum = 0;
  for (size_t k = 0; k < histogram.count.size(); ++k) {
    if (histogram.count[k] == 0) continue;
    if (s.count == 0) s.min = static_cast<double>(k);
    s.max = static_cast<double>(k);
    s.count += histogram.count[k];
    sum += histogram.count[k] * static_cast<int64_t>(k);
  }
  if (s.count == 0) return s;
  const double n = static_cast<double>(s.count);
  s.mean = static_cast<double>(sum) / n;
  double square_sum = 0, cube_sum = 0;
  for (size_t k = 0; k < histogram.count.size(); ++k) {
    const double d = static_cast<double>(k) - s.mean, c = static_cast<double>(histogram.count[k]);
    square_sum += c * (d * d);
    cube_sum += c * (d * d * d);
  }
  s.sd = std::sqrt(square_sum / n);
  if (s.sd > 0) s.skew = cube_sum / n / (s.sd * s.sd * s.sd);
  return s;
}

double percentile(const TickHistogram& histogram, double share) {
  assert(share >= 0 && share <= 1);
  int64_t n = 0;
  for (const int64_t c : histogram.count) n += c;
  if (n == 0) return 0;
  const double position = share * static_cast<double>(n - 1);
  const int64_t below = static_cast<int64_t>(position);
  const double low = order_statistic(histogram, below), between = position - static_cast<double>(below);
  return between > 0 ? low + between * (order_statistic(histogram, below + 1) - low) : low;
}

}  // namespace fw
