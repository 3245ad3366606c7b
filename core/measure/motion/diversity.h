#pragma once

#include <span>

namespace fw {

/// Norm of the mean unit heading, [0, 1]: 1 = all alike, about 1/sqrt(n) for random headings; 0 for no
/// agents. A run's figure is the mean and sd over its ticks (summarize).
double polarization(std::span<const float> heading_x, std::span<const float> heading_y);

/// Bins of the directional entropy: 10 degrees each.
inline constexpr int kEntropyBins = 36;

/// Shannon entropy of the headings' histogram over `bins` (>= 2) equal sectors of [-pi, pi), divided by
/// ln(bins): 0 = one sector, 1 = all sectors alike. n random headings give about 1 - (bins - 1) / (2 n
/// ln(bins)). 0 for no agents.
double heading_entropy(std::span<const float> heading_x, std::span<const float> heading_y,
                       int bins = kEntropyBins);

}  // namespace fw
