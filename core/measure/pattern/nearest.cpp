#include "core/measure/pattern/nearest.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "core/base/cell_list.h"
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

}  // namespace fw
