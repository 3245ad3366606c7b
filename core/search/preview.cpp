#include "core/search/preview.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fw {

std::vector<size_t> previewed_parts(std::span<const ConditionPart> parts) {
  std::vector<size_t> out;
  for (size_t k = 0; k < parts.size(); ++k)
    if (parts[k].stage <= KpiStage::layers) out.push_back(k);
  return out;
}

double preview_margin(std::vector<double> differences, double miss) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (double& d : differences)
    if (std::isnan(d)) d = kInfinite;
  const auto n = static_cast<double>(differences.size());
  // A little less than the product, so that 200 * 0.99 is the 198th.
  const double rank = std::ceil((n + 1) * (1 - miss) - 1e-9);
  if (rank > n || rank < 1) return kInfinite;
  const auto at = differences.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
  std::nth_element(differences.begin(), at, differences.end());
  return *at;
}

Rate preview_missed(uint64_t rejected, uint64_t sampled, uint64_t held, uint64_t passed) {
  if (rejected == 0) return {0, 0, 0};
  const Rate rate = exact_rate(held, sampled);
  const auto of_passing = [&](double share) {
    const double missed = share * static_cast<double>(rejected);
    return missed > 0 ? missed / (missed + static_cast<double>(passed)) : 0;
  };
  return {of_passing(rate.share), of_passing(rate.low), of_passing(rate.high)};
}

}  // namespace fw
