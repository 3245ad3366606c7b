#include "core/measure/motion/attacks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fw {

double largest_bearing_gap_rad(std::span<const double> bearing_rad) {
  constexpr double kFull_rad = 2 * std::numbers::pi;
  if (bearing_rad.size() < 2) return kFull_rad;
  std::vector<double> sorted;
  for (const double b : bearing_rad) sorted.push_back(b - kFull_rad * std::floor(b / kFull_rad));
  std::sort(sorted.begin(), sorted.end());
  double gap = sorted.front() + kFull_rad - sorted.back();
  for (size_t i = 1; i < sorted.size(); ++i) gap = std::max(gap, sorted[i] - sorted[i - 1]);
  return gap;
}

double gini(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  double total = 0, weighted = 0;
  for (size_t i = 0; i < sorted.size(); ++i)
    total += sorted[i], weighted += static_cast<double>(i + 1) * sorted[i];
  const auto n = static_cast<double>(sorted.size());
  return total > 0 ? 2 * weighted / (n * total) - (n + 1) / n : 0;
}

double running_share_error(std::span<const uint8_t> marked, double share) {
  double count = 0, worst = 0;
  for (size_t i = 0; i < marked.size(); ++i) {
    count += marked[i] != 0 ? 1 : 0;
    worst = std::max(worst, std::fabs(count - share * static_cast<double>(i + 1)));
  }
  return worst;
}

}  // namespace fw
