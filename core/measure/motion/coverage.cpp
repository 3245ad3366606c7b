#include "core/measure/motion/coverage.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/measure/pattern/point_pattern.h"

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

double polarization(std::span<const float> heading_x, std::span<const float> heading_y) {
  assert(heading_x.size() == heading_y.size());
  if (heading_x.empty()) return 0;
  double x = 0, y = 0;
  for (size_t i = 0; i < heading_x.size(); ++i) {
    x += heading_x[i];
    y += heading_y[i];
  }
  return std::sqrt(x * x + y * y) / static_cast<double>(heading_x.size());
}

double heading_entropy(std::span<const float> heading_x, std::span<const float> heading_y, int bins) {
  assert(heading_x.size() == heading_y.size() && bins >= 2);
  if (heading_x.empty()) return 0;
  constexpr double kTurnsPerRad = 0.15915494309189535;
  std::vector<int64_t> count(static_cast<size_t>(bins), 0);
  for (size_t i = 0; i < heading_x.size(); ++i) {
    const double turns = 0.5 + exact::atan2(heading_y[i], heading_x[i]) * kTurnsPerRad;
    // The angle pi itself belongs to the first sector, where -pi lies.
    ++count[static_cast<size_t>(turns * bins) % static_cast<size_t>(bins)];
  }
  const double n = static_cast<double>(heading_x.size());
  double entropy = 0;
  for (const int64_t c : count) {
    if (c == 0) continue;
    const double share = static_cast<double>(c) / n;
    entropy -= share * exact::log(share);
  }
  return std::clamp(entropy / exact::log(bins), 0.0, 1.0);
}

}  // namespace fw
