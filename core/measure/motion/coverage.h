#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/measure/pattern/lattice_statistics.h"
#include "core/model/agents.h"

namespace fw {

/// Tick of the last entry into each cell: the crowd study's coverage is the share of cells visited in recent
/// ticks.
struct VisitMap {
  CellGrid grid;
  std::vector<int64_t> last_tick;  ///< -1 = never
  int64_t now = -1;                ///< tick of the newest row
};
VisitMap visit_map(const CellGrid& grid);

/// Adds the positions at a tick (>= 0, ascending from call to call).
void add_row(VisitMap& map, int64_t tick, std::span<const double> x_m, std::span<const double> y_m);

/// Share of cells visited in the last `window` ticks (ticks now - window + 1 .. now), [0, 1].
double visited_share(const VisitMap& map, int64_t window = 60);

/// Mean distance from sample points to the nearest site, m: the spawn study's coverage (lower is better).
/// Taken against every admitted spawn of a run. 0 without samples or sites.
double coverage_distance_m(std::span<const double> sample_x_m, std::span<const double> sample_y_m,
                           std::span<const double> site_x_m, std::span<const double> site_y_m,
                           const Arena& arena);

/// The coverage distance in units of what n uniform points give far from a border, 0.5 sqrt(A / n):
/// comparable between methods that place different numbers. 0 without sites.
double coverage_index(double coverage_distance_m, double side_m, int64_t sites);

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
