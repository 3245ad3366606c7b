#include "core/measure/motion/coverage.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/measure/pattern/nearest.h"

namespace fw {

VisitMap visit_map(const CellGrid& grid) {
  return {grid, std::vector<int64_t>(grid.cells(), -1), -1};
}

void add_row(VisitMap& map, int64_t tick, std::span<const double> x_m, std::span<const double> y_m) {
  assert(x_m.size() == y_m.size() && tick >= 0 && tick >= map.now);
  map.now = tick;
  for (size_t i = 0; i < x_m.size(); ++i) map.last_tick[map.grid.cell_of(x_m[i], y_m[i])] = tick;
}

double visited_share(const VisitMap& map, int64_t window) {
  assert(window >= 1);
  const int64_t oldest = std::max<int64_t>(0, map.now - window + 1);
  const auto visited = std::count_if(map.last_tick.begin(), map.last_tick.end(),
                                     [oldest](int64_t tick) { return tick >= oldest; });
  return static_cast<double>(visited) / static_cast<double>(map.last_tick.size());
}

double coverage_distance_m(std::span<const double> sample_x_m, std::span<const double> sample_y_m,
                           std::span<const double> site_x_m, std::span<const double> site_y_m,
                           const Arena& arena) {
  if (sample_x_m.empty() || site_x_m.empty()) return 0;
  double sum = 0;
  for (const Nearest& n : nearest_sites(sample_x_m, sample_y_m, site_x_m, site_y_m, arena))
    sum += n.distance_m;
  return sum / static_cast<double>(sample_x_m.size());
}

double coverage_index(double coverage_distance_m, double side_m, int64_t sites) {
  if (sites <= 0) return 0;
  return coverage_distance_m / (0.5 * side_m / std::sqrt(static_cast<double>(sites)));
}

}  // namespace fw
