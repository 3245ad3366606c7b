#include "core/measure/motion/diversity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/exact/exact_math.h"

namespace fw {

double polarization(std::span<const float> heading_x, std::span<const float> heading_y) {
  assert(heading_x.size() == heading_y.size());
  if (heading_x.empty()) return 0;
  double x = 0, y = 0;
  for (size_t i = 0; i < heading_x.size(); ++i) {
    x += heading_x[i];
    y += heading_y[i];
  }
  return std::sqrt(x * x + y * y) / static_cast<double>(heading_x.size());
}

double heading_entropy(std::span<const float> heading_x, std::span<const float> heading_y, int bins) {
  assert(heading_x.size() == heading_y.size() && bins >= 2);
  if (heading_x.empty()) return 0;
  constexpr double kTurnsPerRad = 0.15915494309189535;
  std::vector<int64_t> count(static_cast<size_t>(bins), 0);
  for (size_t i = 0; i < heading_x.size(); ++i) {
    const double turns = 0.5 + exact::atan2(heading_y[i], heading_x[i]) * kTurnsPerRad;
    // The angle pi itself belongs to the first sector, where -pi lies.
    ++count[static_cast<size_t>(turns * bins) % static_cast<size_t>(bins)];
  }
  const double n = static_cast<double>(heading_x.size());
  double entropy = 0;
  for (const int64_t c : count) {
    if (c == 0) continue;
    const double share = static_cast<double>(c) / n;
    entropy -= share * exact::log(share);
  }
  return std::clamp(entropy / exact::log(bins), 0.0, 1.0);
}

}  // namespace fw
