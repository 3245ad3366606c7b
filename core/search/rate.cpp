#include "core/search/rate.h"

#include <algorithm>
#include <cmath>

namespace fw {

Rate pass_rate(uint64_t passed, uint64_t all) {
  if (all == 0) return {};
  constexpr double kZ = 1.959963984540054;
  const auto n = static_cast<double>(all);
  const double p = static_cast<double>(passed) / n;
  const double middle = p + kZ * kZ / (2 * n);
  const double half = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  const double scale = 1 + kZ * kZ / n;
  return {p, std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

}  // namespace fw
