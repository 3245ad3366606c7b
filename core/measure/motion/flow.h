#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/agents.h"

namespace fw {

/// The paper's extended distance bins for a world of 1000 m: 13 bins from these 14 edges.
inline constexpr std::array<double, 14> kFlowEdges_m{0,   10,  20,  30,  40,  60,  80,
                                                     100, 140, 180, 240, 320, 420, 520};

/// A population at one moment: arrays of equal length, headings as unit vectors.
struct FlowSnapshot {
  std::span<const double> x_m;
  std::span<const double> y_m;
  std::span<const float> heading_x;
  std::span<const float> heading_y;
  std::span<const float> speed_mps;
};

/// Sums over unordered pairs of agents by distance, to which snapshots are added: every pair of every
/// snapshot counts once, so later figures are pooled over snapshots rather than averages of averages.
struct FlowSums {
  std::vector<double> edges_m;     ///< ascending from >= 0; bin b holds edges_m[b] <= d < edges_m[b + 1]
  std::vector<int64_t> pairs;      ///< per bin
  std::vector<double> cos_sum;     ///< cos of the heading difference
  std::vector<double> angle2_sum;  ///< squared heading difference, wrapped to [0, pi], rad^2
  std::vector<double> speed_product_sum;  ///< product of the speeds' departures from the snapshot's mean
  std::vector<double> speed_diff2_sum;    ///< squared speed difference, (m/s)^2
  double speed_variance_sum = 0;          ///< squared departures from the snapshot's mean, over agents
  int64_t agents = 0;                     ///< agents of all snapshots added up
  int64_t snapshots = 0;
};

/// Empty sums for the given bin edges (at least two, strictly ascending, the first >= 0).
FlowSums flow_sums(std::span<const double> edges_m = kFlowEdges_m);

/// Adds a snapshot. Distances are the arena's (torus: shortest separation; positions in [0, side)). Cost: a
/// neighbour search when the last edge is short compared with the side, so {0, 10} is cheap every tick;
/// otherwise all pairs (about 8 ns a pair). The same bits at any thread count; both methods agree exactly in
/// `pairs` and to rounding in the sums.
void add_snapshot(FlowSums& sums, const FlowSnapshot& snapshot, const Arena& arena);

/// Statistics per distance bin. A bin without pairs has 0 throughout.
struct FlowCurves {
  std::vector<double> r_m;  ///< bin centres
  std::vector<int64_t> pairs;
  std::vector<double> s_dir;                       ///< directional similarity E[cos(dtheta)], [-1, 1]
  std::vector<double> speed_correlation;           ///< C_v: E[v'v'] / var(v); 0 when all speeds are equal
  std::vector<double> heading_semivariogram_rad2;  ///< E[dtheta^2] / 2, dtheta wrapped to [0, pi]
  std::vector<double> speed_semivariogram;         ///< E[dv^2] / 2, (m/s)^2
};
FlowCurves flow_curves(const FlowSums& sums);

/// Where a statistic has decayed.
struct CorrelationLength {
  double distance_m = 0;
  bool reached = false;  ///< false: it never fell so far, and distance_m is the last distance examined
};

/// 1/e: the fraction of a correlation length where the paper leaves it open.
inline constexpr double kCorrelationFraction = 0.36787944117144233;

/// First distance at which a curve that is 1 at distance 0 (s_dir, speed_correlation) falls to `fraction`, by
/// linear interpolation between (0, 1) and the bin centres; bins without pairs are skipped. A result below
/// the first centre only says that the decay is shorter than the bins resolve. No bins with pairs: 0, not
/// reached.
CorrelationLength correlation_length(std::span<const double> r_m, std::span<const double> values,
                                     std::span<const int64_t> pairs, double fraction = kCorrelationFraction);

}  // namespace fw
