#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/cell_list.h"
#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd_internal.h"
#include "core/crowd/crowd_motion_internal.h"

namespace fw::crowd {

namespace {

/// One in the fixed point of heading components: 2^32 summed neighbours still fit 64 bits.
constexpr double kOne = 1073741824.0;  // 2^30

/// 0 for what is no component of a heading: a caller's columns may hold anything.
int64_t fixed_point(float component) {
  if (!(std::abs(component) <= 1.5f)) return 0;
  const double x = static_cast<double>(component) * kOne + 0.5;
  const auto toward_zero = static_cast<int64_t>(x);  // a call of floor would take longer
  return toward_zero - (static_cast<double>(toward_zero) > x);
}

/// The population in the order of cells half a radius wide, so that agents of neighbouring cells of a row are
/// adjacent in memory.
void sort_by_cell(const Crowd& crowd, const AgentColumns& agents, CrowdScratch& s) {
  const size_t n = agents.count;
  bin_points({agents.x_m, n}, {agents.y_m, n}, crowd.arena.side_m, 0.5 * crowd.params.vicsek_radius_m,
             crowd.arena.torus(), s.cells);
  s.x_m.resize(n), s.y_m.resize(n), s.fixed_x.resize(n), s.fixed_y.resize(n);
  s.heading_x.resize(n), s.heading_y.resize(n);
  for (size_t k = 0; k < n; ++k) {
    const uint32_t i = s.cells.members[k];
    s.x_m[k] = agents.x_m[i], s.y_m[k] = agents.y_m[i];
    s.fixed_x[k] = fixed_point(agents.heading_x[i]);
    s.fixed_y[k] = fixed_point(agents.heading_y[i]);
  }
}

/// From this many candidates in a row on, a vector loop is faster.
constexpr uint32_t kMany = 16;

template <bool kWrap>
void add_near(const CrowdScratch& s, uint32_t begin, uint32_t end, double x, double y, double side_m,
              double limit, FixedSum& sum) {
  if (!kWrap && end - begin >= kMany)
    return add_within(s.x_m.data() + begin, s.y_m.data() + begin, s.fixed_x.data() + begin,
                      s.fixed_y.data() + begin, end - begin, x, y, limit, sum);
  for (uint32_t k = begin; k < end; ++k) {
    double dx = s.x_m[k] - x, dy = s.y_m[k] - y;
    if (kWrap) dx = torus_delta(dx, side_m), dy = torus_delta(dy, side_m);
    const int64_t near = -static_cast<int64_t>(dx * dx + dy * dy <= limit);
    sum.x += s.fixed_x[k] & near;
    sum.y += s.fixed_y[k] & near;
  }
}

template <bool kWrap>
FixedSum sum_around(const Crowd& crowd, const CrowdScratch& s, double x, double y) {
  const double radius_m = crowd.params.vicsek_radius_m;
  FixedSum sum;
  visit_runs(s.cells, x, y, radius_m, [&](uint32_t begin, uint32_t end) {
    add_near<kWrap>(s, begin, end, x, y, crowd.arena.side_m, radius_m * radius_m, sum);
  });
  return sum;
}

}  // namespace

void neighbour_headings(const Crowd& crowd, const AgentColumns& agents, CrowdScratch& scratch) {
  sort_by_cell(crowd, agents, scratch);
  CrowdScratch& s = scratch;
  const double side_m = crowd.arena.side_m;
  // Far from a torus's border the direct separation is always the shortest.
  const double rim_m =
      crowd.arena.torus()
          ? 1.001 * (reach_of(s.cells, crowd.params.vicsek_radius_m) + 1 / s.cells.cells_per_m)
          : 0;
  const bool small = crowd.arena.torus() && 2 * rim_m >= side_m;
  const auto inland = [&](double c) { return c >= rim_m && c <= side_m - rim_m; };
  // By reference: a copy of what the loop captures would be allocated.
  const auto look_around = [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const double x = s.x_m[k], y = s.y_m[k];
      const bool plain = !small && inland(x) && inland(y);
      const FixedSum sum = plain || !crowd.arena.torus() ? sum_around<false>(crowd, s, x, y)
                                                         : sum_around<true>(crowd, s, x, y);
      const double dx = static_cast<double>(sum.x), dy = static_cast<double>(sum.y);
      const double length = std::sqrt(dx * dx + dy * dy);
      const uint32_t i = s.cells.members[k];
      s.heading_x[i] = length > 0 ? static_cast<float>(dx / length) : agents.heading_x[i];
      s.heading_y[i] = length > 0 ? static_cast<float>(dy / length) : agents.heading_y[i];
    }
  };
  parallel_for(agents.count, kChunk, std::cref(look_around));
}

}  // namespace fw::crowd
