#include <cmath>
#include <numeric>

#include "core/base/cell_list.h"
#include "core/base/parallel.h"
#include "core/crowd/crowd_parts.h"

namespace fw::crowd_parts {

namespace {

/// One in the fixed point of heading components: 2^32 summed neighbours still fit 64 bits.
constexpr double kOne = 1073741824.0;  // 2^30

int32_t fixed_point(float component) {
  return static_cast<int32_t>(std::floor(static_cast<double>(component) * kOne + 0.5));
}

/// The population in cell order, so that neighbours lie side by side in memory.
struct Sorted {
  CellList cells;                  ///< members are 0, 1, 2, ...
  std::vector<uint32_t> original;  ///< index in the population
  std::vector<double> x_m, y_m;
  std::vector<int32_t> heading_x, heading_y;
};

Sorted sort_by_cell(const Crowd& crowd, const Agents& agents) {
  Sorted s;
  s.cells = bin_points(agents.x_m, agents.y_m, crowd.arena.side_m, crowd.params.vicsek_radius_m,
                       crowd.arena.torus());
  s.original = s.cells.members;
  std::iota(s.cells.members.begin(), s.cells.members.end(), 0u);
  const size_t n = agents.size();
  s.x_m.resize(n), s.y_m.resize(n), s.heading_x.resize(n), s.heading_y.resize(n);
  for (size_t k = 0; k < n; ++k) {
    const uint32_t i = s.original[k];
    s.x_m[k] = agents.x_m[i], s.y_m[k] = agents.y_m[i];
    s.heading_x[k] = fixed_point(agents.heading_x[i]);
    s.heading_y[k] = fixed_point(agents.heading_y[i]);
  }
  return s;
}

}  // namespace

void neighbour_headings(const Crowd& crowd, const Agents& agents, std::span<float> x, std::span<float> y) {
  const Sorted s = sort_by_cell(crowd, agents);
  parallel_for(agents.size(), kChunk, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      int64_t sum_x = 0, sum_y = 0;
      visit_within(s.cells, s.x_m, s.y_m, s.x_m[k], s.y_m[k], crowd.params.vicsek_radius_m,
                   [&](uint32_t other, double, double, double) {
                     sum_x += s.heading_x[other];
                     sum_y += s.heading_y[other];
                   });
      const double dx = static_cast<double>(sum_x), dy = static_cast<double>(sum_y);
      const double length = std::sqrt(dx * dx + dy * dy);
      const uint32_t i = s.original[k];
      x[i] = length > 0 ? static_cast<float>(dx / length) : agents.heading_x[i];
      y[i] = length > 0 ? static_cast<float>(dy / length) : agents.heading_y[i];
    }
  });
}

}  // namespace fw::crowd_parts
