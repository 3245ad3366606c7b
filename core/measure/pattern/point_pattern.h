#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/agents.h"

namespace fw {

/// A nearest site: its index and distance.
struct Nearest {
  uint32_t index = 0;
  double distance_m = 0;
};
inline constexpr uint32_t kNoSite = UINT32_MAX;

/// The nearest site of every query point (ties: the lowest index), by the arena's metric; sites lie in the
/// arena, on a torus queries do too. index = kNoSite and distance 0 when there is no site.
std::vector<Nearest> nearest_sites(std::span<const double> x_m, std::span<const double> y_m,
                                   std::span<const double> site_x_m, std::span<const double> site_y_m,
                                   const Arena& arena);

/// The nearest other point of every point; kNoSite for a single point.
std::vector<Nearest> nearest_others(std::span<const double> x_m, std::span<const double> y_m,
                                    const Arena& arena);

/// Mean distance to the nearest other point, m; 0 for fewer than two points. n uniform points on a torus give
/// 0.5 sqrt(A / n).
double nearest_neighbour_mean_m(std::span<const double> x_m, std::span<const double> y_m, const Arena& arena);

/// Edge correction for neighbours outside the square.
enum class EdgeCorrection : uint8_t {
  torus,        ///< the square has no edge: distances by the shortest way round
  none,         ///< no correction: K is too low
  translation,  ///< a pair d apart counts A / |W and W shifted by d| (Ohser & Stoyan 1981)
  isotropic,    ///< a pair counts the reciprocal share of its circle inside the square (Ripley 1976)
};

/// Weights of a pair are capped here, as spatstat caps them.
inline constexpr double kGreatestEdgeWeight = 100;

/// Weighted ordered pairs of points by distance, to which patterns are added: snapshots pool by pairs.
struct PairSums {
  double side_m = 0;
  EdgeCorrection edge = EdgeCorrection::torus;
  std::vector<double> radii_m;      ///< strictly ascending, the first >= 0
  std::vector<double> weight_upto;  ///< [k]: summed weights of ordered pairs with d <= radii_m[k]
  double ordered_pairs = 0;         ///< sum of n (n - 1)
  int64_t patterns = 0;
};
/// radii_m: torus at most side / 2; translation below the side; isotropic is trustworthy up to side / 4.
PairSums pair_sums(double side_m, EdgeCorrection edge, std::span<const double> radii_m);

/// Adds a pattern in [0, side)^2. The same bits at any thread count.
void add_pattern(PairSums& sums, std::span<const double> x_m, std::span<const double> y_m);

/// Second-order statistics at the radii; all zeros before the first pair of points.
struct PairCurves {
  std::vector<double> r_m;
  std::vector<double> k_m2;   ///< Ripley's K = A sum w / (n (n - 1)); pi r^2 under complete randomness
  std::vector<double> g_r_m;  ///< centres of the rings between successive radii (one fewer than the radii)
  std::vector<double> g;  ///< pair correlation (K2 - K1) / (pi (r2^2 - r1^2)); 1 under complete randomness
};
PairCurves pair_curves(const PairSums& sums);

/// Adds one pattern and evaluates it.
PairCurves pair_curves(std::span<const double> x_m, std::span<const double> y_m, double side_m,
                       EdgeCorrection edge, std::span<const double> radii_m);

}  // namespace fw
