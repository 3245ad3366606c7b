#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fw {

/// Events per tick 0 .. horizon - 1; events outside are left out.
std::vector<double> counts_per_tick(std::span<const int64_t> ticks, int64_t horizon);

/// Sums over windows of `window` (>= 1) values that begin at every `hop`-th value; full windows only.
std::vector<double> window_sums(std::span<const double> counts, int64_t window, int64_t hop);

/// Fano factor Var / mean of counts in sliding windows (population variance); a Poisson process gives 1, an
/// even flow 0. 0 without a full window or without events.
double fano_factor(std::span<const double> counts, int64_t window = 1, int64_t hop = 1);

/// Mean of (x(t+1) - 2 x(t) + x(t-1))^2, the unit of x squared; 0 for fewer than three values.
double second_difference_energy(std::span<const double> series);

/// Largest relative error of the event rate over any `window` successive ticks: max |sum / (window * target)
/// - 1|. target_per_tick > 0. 0 without a full window.
double worst_rate_error(std::span<const double> counts, double target_per_tick, int64_t window = 60);

/// Load over successive windows that do not overlap.
struct Load {
  double mean = 0;          ///< events per window
  double variance = 0;      ///< population variance between windows
  double peak_to_mean = 0;  ///< largest window / mean; 0 without events
  int64_t windows = 0;
};
/// The spawn study's windows are 60 ticks, a tenth of a cycle.
Load load(std::span<const double> counts, int64_t window = 60);

}  // namespace fw
