#include "core/measure/pattern/point_pattern.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/cell_list.h"
#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

constexpr size_t kQueriesPerPiece = 128;

struct Sites {
  std::span<const double> x_m, y_m;
  const Arena& arena;
  CellList cells;
};

Sites sites_of(std::span<const double> x_m, std::span<const double> y_m, const Arena& arena) {
  // About one site per cell: bin_points allows at most as many cells as sites.
  const double least_cell_m = arena.side_m / 16384;
  return {x_m, y_m, arena, bin_points(x_m, y_m, arena.side_m, least_cell_m, arena.torus())};
}

/// Widens the search from one cell until it finds a site; that site is the nearest, since all sites within
/// the radius were visited. `self` is excluded; kNoSite excludes none.
Nearest nearest_to(const Sites& s, double x, double y, uint32_t self) {
  double best2 = std::numeric_limits<double>::infinity();
  uint32_t best = kNoSite;
  const auto consider = [&](uint32_t j, double d2) {
    if (j == self || d2 > best2 || (d2 == best2 && j > best)) return;
    best2 = d2;
    best = j;
  };
  const double side = s.arena.side_m, widest = s.arena.torus() ? 0.5 * side : 2 * side;
  for (double radius = side / s.cells.per_side; radius <= widest; radius *= 2) {
    visit_within(s.cells, s.x_m, s.y_m, x, y, radius,
                 [&](uint32_t j, double, double, double d2) { consider(j, d2); });
    if (best != kNoSite) return {best, std::sqrt(best2)};
  }
  for (uint32_t j = 0; j < s.x_m.size(); ++j) {
    double dx = s.x_m[j] - x, dy = s.y_m[j] - y;
    if (s.arena.torus()) dx = torus_delta(dx, side), dy = torus_delta(dy, side);
    consider(j, dx * dx + dy * dy);
  }
  return {best, best == kNoSite ? 0.0 : std::sqrt(best2)};
}

}  // namespace

std::vector<Nearest> nearest_sites(std::span<const double> x_m, std::span<const double> y_m,
                                   std::span<const double> site_x_m, std::span<const double> site_y_m,
                                   const Arena& arena) {
  assert(x_m.size() == y_m.size() && site_x_m.size() == site_y_m.size());
  std::vector<Nearest> out(x_m.size(), Nearest{kNoSite, 0});
  if (site_x_m.empty()) return out;
  const Sites sites = sites_of(site_x_m, site_y_m, arena);
  parallel_for(x_m.size(), kQueriesPerPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) out[i] = nearest_to(sites, x_m[i], y_m[i], kNoSite);
  });
  return out;
}

std::vector<Nearest> nearest_others(std::span<const double> x_m, std::span<const double> y_m,
                                    const Arena& arena) {
  assert(x_m.size() == y_m.size());
  std::vector<Nearest> out(x_m.size(), Nearest{kNoSite, 0});
  if (x_m.size() < 2) return out;
  const Sites sites = sites_of(x_m, y_m, arena);
  parallel_for(x_m.size(), kQueriesPerPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) out[i] = nearest_to(sites, x_m[i], y_m[i], static_cast<uint32_t>(i));
  });
  return out;
}

double nearest_neighbour_mean_m(std::span<const double> x_m, std::span<const double> y_m,
                                const Arena& arena) {
  const std::vector<Nearest> nearest = nearest_others(x_m, y_m, arena);
  if (nearest.size() < 2) return 0;
  double sum = 0;
  for (const Nearest& n : nearest) sum += n.distance_m;
  return sum / static_cast<double>(nearest.size());
}

namespace {

constexpr double kPi = 3.141592653589793;
constexpr size_t kPointsPerPiece = 32;  // fixed: the order of summation never depends on threads

/// Share of the circle of radius r about (x, y) that lies inside the square; exact, corners included.
double circle_share_inside(double x, double y, double r, double side_m) {
  // The sides in order of distance: each outer arc spreads from its side's normal to the corners at both
  // ends.
  const std::array<double, 4> to_side{x, y, side_m - x, side_m - y};
  double outside_rad = 0;
  for (size_t k = 0; k < 4; ++k) {
    const double d = to_side[k];
    if (d >= r) continue;
    const double half_arc = exact::atan2(std::sqrt((r - d) * (r + d)), d);
    outside_rad += std::min(half_arc, exact::atan2(to_side[(k + 1) % 4], d));
    outside_rad += std::min(half_arc, exact::atan2(to_side[(k + 3) % 4], d));
  }
  return 1 - outside_rad / (2 * kPi);
}

double edge_weight(EdgeCorrection edge, double x, double y, double dx, double dy, double d, double side_m) {
  double share = 1;
  if (edge == EdgeCorrection::translation)
    share = (1 - std::fabs(dx) / side_m) * (1 - std::fabs(dy) / side_m);
  else if (edge == EdgeCorrection::isotropic)
    share = circle_share_inside(x, y, d, side_m);
  return share * kGreatestEdgeWeight > 1 ? 1 / share : kGreatestEdgeWeight;
}

}  // namespace

PairSums pair_sums(double side_m, EdgeCorrection edge, std::span<const double> radii_m) {
  assert(side_m > 0 && !radii_m.empty() && radii_m[0] >= 0);
  assert(std::adjacent_find(radii_m.begin(), radii_m.end(), std::greater_equal<>()) == radii_m.end());
  assert(edge != EdgeCorrection::torus || radii_m.back() <= 0.5 * side_m);
  PairSums sums;
  sums.side_m = side_m;
  sums.edge = edge;
  sums.radii_m.assign(radii_m.begin(), radii_m.end());
  sums.weight_upto.assign(radii_m.size(), 0.0);
  return sums;
}

void add_pattern(PairSums& sums, std::span<const double> x_m, std::span<const double> y_m) {
  assert(x_m.size() == y_m.size());
  const size_t n = x_m.size(), radii = sums.radii_m.size();
  ++sums.patterns;
  sums.ordered_pairs += static_cast<double>(n) * (static_cast<double>(n) - 1);
  if (n < 2) return;
  const double widest_m = sums.radii_m.back();
  const CellList cells = bin_points(x_m, y_m, sums.side_m, std::max(widest_m, sums.side_m / 16384),
                                    sums.edge == EdgeCorrection::torus);
  std::vector<double> squared;
  for (const double r : sums.radii_m) squared.push_back(r * r);

  std::vector<double> pieces((n + kPointsPerPiece - 1) / kPointsPerPiece * radii, 0.0);
  parallel_for(n, kPointsPerPiece, [&](size_t begin, size_t end) {
    double* ring = &pieces[begin / kPointsPerPiece * radii];
    for (size_t i = begin; i < end; ++i)
      visit_within(cells, x_m, y_m, x_m[i], y_m[i], widest_m,
                   [&](uint32_t j, double dx, double dy, double d2) {
                     if (j == i) return;
                     const auto k = std::lower_bound(squared.begin(), squared.end(), d2) - squared.begin();
                     ring[k] += edge_weight(sums.edge, x_m[i], y_m[i], dx, dy, std::sqrt(d2), sums.side_m);
                   });
  });
  std::vector<double> rings(radii, 0.0);
  for (size_t k = 0; k < pieces.size(); ++k) rings[k % radii] += pieces[k];
  double upto = 0;
  for (size_t k = 0; k < radii; ++k) sums.weight_upto[k] += (upto += rings[k]);
}

PairCurves pair_curves(const PairSums& sums) {
  PairCurves curves;
  curves.r_m = sums.radii_m;
  const double scale = sums.ordered_pairs > 0 ? sums.side_m * sums.side_m / sums.ordered_pairs : 0.0;
  for (const double w : sums.weight_upto) curves.k_m2.push_back(scale * w);
  for (size_t k = 1; k < curves.r_m.size(); ++k) {
    const double low = curves.r_m[k - 1], high = curves.r_m[k];
    curves.g_r_m.push_back(0.5 * (low + high));
    curves.g.push_back((curves.k_m2[k] - curves.k_m2[k - 1]) / (kPi * (high * high - low * low)));
  }
  return curves;
}

PairCurves pair_curves(std::span<const double> x_m, std::span<const double> y_m, double side_m,
                       EdgeCorrection edge, std::span<const double> radii_m) {
  PairSums sums = pair_sums(side_m, edge, radii_m);
  add_pattern(sums, x_m, y_m);
  return pair_curves(sums);
}

}  // namespace fw
