#include "core/measure/audit/counts.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/measure/pattern/summary.h"

namespace fw {

std::vector<double> counts_per_tick(std::span<const int64_t> ticks, int64_t horizon) {
  assert(horizon >= 0);
  std::vector<double> counts(static_cast<size_t>(horizon), 0.0);
  for (const int64_t t : ticks)
    if (t >= 0 && t < horizon) counts[static_cast<size_t>(t)] += 1;
  return counts;
}

std::vector<double> window_sums(std::span<const double> counts, int64_t window, int64_t hop) {
  assert(window >= 1 && hop >= 1);
  std::vector<double> sums;
  const size_t length = static_cast<size_t>(window);
  for (size_t begin = 0; begin + length <= counts.size(); begin += static_cast<size_t>(hop)) {
    double sum = 0;
    for (const double c : counts.subspan(begin, length)) sum += c;
    sums.push_back(sum);
  }
  return sums;
}

double fano_factor(std::span<const double> counts, int64_t window, int64_t hop) {
  const Summary s = summarize(window_sums(counts, window, hop));
  return s.mean != 0 ? s.sd * s.sd / s.mean : 0.0;
}

double second_difference_energy(std::span<const double> series) {
  if (series.size() < 3) return 0;
  double sum = 0;
  for (size_t t = 1; t + 1 < series.size(); ++t) {
    const double d = series[t + 1] - 2 * series[t] + series[t - 1];
    sum += d * d;
  }
  return sum / static_cast<double>(series.size() - 2);
}

double worst_rate_error(std::span<const double> counts, double target_per_tick, int64_t window) {
  assert(target_per_tick > 0);
  const double target = static_cast<double>(window) * target_per_tick;
  double worst = 0;
  for (const double sum : window_sums(counts, window, 1))
    worst = std::max(worst, std::fabs(sum / target - 1));
  return worst;
}

Load load(std::span<const double> counts, int64_t window) {
  const Summary s = summarize(window_sums(counts, window, window));
  return {s.mean, s.sd * s.sd, s.mean > 0 ? s.max / s.mean : 0.0, s.count};
}

}  // namespace fw
