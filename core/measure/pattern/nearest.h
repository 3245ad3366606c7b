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

}  // namespace fw
