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

/// floor without a function call: the compiler may not assume the instruction.
template <typename Whole>
Whole floor_of(double x) {
  const Whole toward_zero = static_cast<Whole>(x);
  return toward_zero - (static_cast<double>(toward_zero) > x);
}

/// 0 for what is no component of a heading: a caller's columns may hold anything.
int64_t fixed_point(float component) {
  if (!(std::abs(component) <= 1.5f)) return 0;
  return floor_of<int64_t>(static_cast<double>(component) * kOne + 0.5);
}

/// Square cells over the arena, half a radius wide if there are enough agents to fill them.
struct Cells {
  int per_side;
  double per_m;
  double reach_m;  ///< the radius plus a margin for rounding

  int of(double coordinate_m) const {
    return std::clamp(static_cast<int>(coordinate_m * per_m), 0, per_side - 1);
  }
};

Cells cells_for(const Crowd& crowd, size_t agents) {
  const double side_m = crowd.arena.side_m, radius_m = crowd.params.vicsek_radius_m;
  const double by_size = std::floor(2.0 * side_m / radius_m);
  const double by_count = std::ceil(std::sqrt(static_cast<double>(agents)));
  const int per_side = static_cast<int>(std::clamp(std::min(by_size, by_count), 1.0, 16384.0));
  return {per_side, per_side / side_m, radius_m * (1 + 1e-9) + side_m * 1e-12};
}

/// The population in cell order, row by row from the south-west, so that agents of neighbouring cells of a
/// row are adjacent in memory.
void sort_by_cell(const Cells& cells, const AgentColumns& agents, CrowdScratch& s) {
  const size_t n = agents.count,
               count = static_cast<size_t>(cells.per_side) * static_cast<size_t>(cells.per_side);
  s.cell.resize(n), s.original.resize(n), s.x_m.resize(n), s.y_m.resize(n);
  s.fixed_x.resize(n), s.fixed_y.resize(n), s.heading_x.resize(n), s.heading_y.resize(n);
  // Counts are stored two entries later: while agents are placed, entry c + 1 runs from the first of cell c
  // to the first of the next.
  s.first.assign(count + 2, 0);
  for (size_t i = 0; i < n; ++i) {
    s.cell[i] = static_cast<uint32_t>(cells.of(agents.y_m[i]) * cells.per_side + cells.of(agents.x_m[i]));
    ++s.first[s.cell[i] + 2];
  }
  for (size_t c = 2; c < s.first.size(); ++c) s.first[c] += s.first[c - 1];
  for (size_t i = 0; i < n; ++i) {
    const uint32_t k = s.first[s.cell[i] + 1]++;
    s.original[k] = static_cast<uint32_t>(i);
    s.x_m[k] = agents.x_m[i], s.y_m[k] = agents.y_m[i];
    s.fixed_x[k] = fixed_point(agents.heading_x[i]);
    s.fixed_y[k] = fixed_point(agents.heading_y[i]);
  }
}

/// Cells low .. low + count - 1 of a row or column. On a torus the range may begin below 0 and end beyond the
/// last cell; such indices wrap around. No cell occurs twice.
struct Range {
  int low, count;
};
Range range_around(const Cells& cells, double centre_m, bool torus) {
  int low = floor_of<int>((centre_m - cells.reach_m) * cells.per_m);
  int high = static_cast<int>((centre_m + cells.reach_m) * cells.per_m);
  if (torus) return high - low + 1 < cells.per_side ? Range{low, high - low + 1} : Range{0, cells.per_side};
  low = std::max(low, 0), high = std::min(high, cells.per_side - 1);
  return {low, high - low + 1};
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
FixedSum sum_around(const Crowd& crowd, const Cells& cells, const CrowdScratch& s, double x, double y) {
  const bool torus = crowd.arena.torus();
  const double side_m = crowd.arena.side_m,
               limit = crowd.params.vicsek_radius_m * crowd.params.vicsek_radius_m;
  const int n = cells.per_side;
  const Range across = range_around(cells, x, torus), up = range_around(cells, y, torus);
  FixedSum sum;
  const auto add = [&](int row, int column, int count) {
    const uint32_t* first = s.first.data() + static_cast<size_t>(row) * static_cast<size_t>(n) + column;
    add_near<kWrap>(s, first[0], first[count], x, y, side_m, limit, sum);
  };
  for (int j = 0; j < up.count; ++j) {
    int row = up.low + j;
    if (row < 0) row += n;
    if (row >= n) row -= n;
    const int before = std::clamp(-across.low, 0, across.count);  // columns west of 0
    const int beyond = std::clamp(across.low + across.count - n, 0, across.count);
    if (before > 0) add(row, across.low + n, before);
    add(row, across.low + before, across.count - before - beyond);
    if (beyond > 0) add(row, 0, beyond);
  }
  return sum;
}

}  // namespace

void neighbour_headings(const Crowd& crowd, const AgentColumns& agents, CrowdScratch& scratch) {
  const Cells cells = cells_for(crowd, agents.count);
  sort_by_cell(cells, agents, scratch);
  CrowdScratch& s = scratch;
  const double side_m = crowd.arena.side_m;
  // Far from a torus's border the direct separation is always the shortest.
  const double rim_m = crowd.arena.torus() ? 1.001 * (cells.reach_m + 1 / cells.per_m) : 0;
  const bool small = crowd.arena.torus() && 2 * rim_m >= side_m;
  const auto inland = [&](double c) { return c >= rim_m && c <= side_m - rim_m; };
  // By reference: a copy of what the loop captures would be allocated.
  const auto look_around = [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const double x = s.x_m[k], y = s.y_m[k];
      const bool plain = !small && inland(x) && inland(y);
      const FixedSum sum = plain || !crowd.arena.torus() ? sum_around<false>(crowd, cells, s, x, y)
                                                         : sum_around<true>(crowd, cells, s, x, y);
      const double dx = static_cast<double>(sum.x), dy = static_cast<double>(sum.y);
      const double length = std::sqrt(dx * dx + dy * dy);
      const uint32_t i = s.original[k];
      s.heading_x[i] = length > 0 ? static_cast<float>(dx / length) : agents.heading_x[i];
      s.heading_y[i] = length > 0 ? static_cast<float>(dy / length) : agents.heading_y[i];
    }
  };
  parallel_for(agents.count, kChunk, std::cref(look_around));
}

}  // namespace fw::crowd
