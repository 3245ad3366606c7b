#include "core/search/rate.h"

#include <algorithm>
#include <cmath>

namespace fw {
namespace {

/// The chance of at most `most` among `all` at a share, by a sum of terms.
double chance_of_at_most(uint64_t most, uint64_t all, double share) {
  if (share <= 0 || most >= all) return 1;
  if (share >= 1) return 0;
  const auto n = static_cast<double>(all);
  double log_term = n * std::log1p(-share), sum = std::exp(log_term);
  for (uint64_t k = 1; k <= most; ++k) {
    log_term += std::log((n - static_cast<double>(k) + 1) / static_cast<double>(k)) + std::log(share) -
                std::log1p(-share);
    sum += std::exp(log_term);
  }
  return std::min(sum, 1.0);
}

/// The share at which the chance of at most `most` falls to `chance`.
double share_of(uint64_t most, uint64_t all, double chance) {
  constexpr int kSteps = 60;
  double low = 0, high = 1;
  for (int step = 0; step < kSteps; ++step) {
    const double middle = (low + high) / 2;
    (chance_of_at_most(most, all, middle) > chance ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

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

Rate exact_rate(uint64_t passed, uint64_t all) {
  if (all == 0) return {};
  constexpr double kTail = 0.025;
  return {static_cast<double>(passed) / static_cast<double>(all),
          passed == 0 ? 0 : share_of(passed - 1, all, 1 - kTail),
          passed == all ? 1 : share_of(passed, all, kTail)};
}

}  // namespace fw
