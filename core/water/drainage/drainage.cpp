#include "core/water/drainage/drainage.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"

namespace fw {
namespace {

/// Some neighbouring cells of a row at a time; every lane rounds on its own.
template <size_t kCount>
struct CellLanes {
  typedef double Doubles __attribute__((vector_size(8 * kCount)));
  typedef float Floats __attribute__((vector_size(4 * kCount)));
  typedef uint32_t Ranks __attribute__((vector_size(4 * kCount)));
  typedef int32_t Ints __attribute__((vector_size(4 * kCount)));
};

template <typename Lanes, typename T>
FW_INLINE void load(const T* from, Lanes& to) {
  std::memcpy(&to, from, sizeof(Lanes));
}

/// The steepest facet so far: the square of its steepness, offsets to its cells, and what it falls along its
/// two sides.
template <typename Doubles>
struct BestFacet {
  Doubles squared{}, near{}, far{}, to_near{}, to_far{};
};

/// The facet between a cardinal neighbour and a diagonal one. A neighbour that may not receive is given as
/// high as the cell itself.
template <typename Doubles>
FW_INLINE void take_facet(const Doubles& h, const Doubles& h_near, const Doubles& h_far, double near,
                          double far, BestFacet<Doubles>& best) {
  const Doubles zero{};
  const Doubles to_near = h - h_near, to_far = h_near - h_far, more = to_far - to_near;
  const Doubles falls = to_far > zero ? to_far : zero, beyond = more > zero ? more : zero;
  // to_near^2 where the far cell lies no lower than the near one, (to_near + to_far)^2 / 2 where the steepest
  // way leads straight to the far cell.
  const Doubles squared = to_near * to_near + falls * falls - 0.5 * (beyond * beyond);
  best.near = squared > best.squared ? zero + near : best.near;
  best.far = squared > best.squared ? zero + far : best.far;
  best.to_near = squared > best.squared ? to_near : best.to_near;
  best.to_far = squared > best.squared ? to_far : best.to_far;
  best.squared = squared > best.squared ? squared : best.squared;
}

/// level(offset, to) gives the heights of neighbours, none above the cells' own.
template <size_t kCount, typename Level>
FW_INLINE void of_cells(const float* dice, std::ptrdiff_t columns, const Level& level, int32_t* to) {
  using L = CellLanes<kCount>;
  using Doubles = typename L::Doubles;
  Doubles h, e, ne, n, nw, w, sw, s, se;
  level(0, h), level(1, e), level(1 - columns, ne), level(-columns, n), level(-1 - columns, nw), level(-1, w);
  level(columns - 1, sw), level(columns, s), level(columns + 1, se);
  const auto wide = static_cast<double>(columns);
  BestFacet<Doubles> best;
  take_facet(h, e, se, 1, wide + 1, best);
  take_facet(h, e, ne, 1, 1 - wide, best);
  take_facet(h, n, ne, -wide, 1 - wide, best);
  take_facet(h, n, nw, -wide, -1 - wide, best);
  take_facet(h, w, nw, -1, -1 - wide, best);
  take_facet(h, w, sw, -1, wide - 1, best);
  take_facet(h, s, sw, wide, wide - 1, best);
  take_facet(h, s, se, wide, wide + 1, best);
  typename L::Floats chance;
  load(dice, chance);
  // The far cell has the share to_far / to_near.
  const Doubles limit = __builtin_convertvector(chance, Doubles) * best.to_near;
  const Doubles chosen = limit < best.to_far ? best.far : best.near;
  const auto offset = __builtin_convertvector(chosen, typename L::Ints);
  std::memcpy(to, &offset, sizeof(offset));
}

template <size_t kCount>
FW_INLINE void downhill(const float* level_m, const float* dice, std::ptrdiff_t columns, int32_t* to) {
  using L = CellLanes<kCount>;
  typename L::Floats own;
  load(level_m, own);
  of_cells<kCount>(
      dice, columns,
      [&](std::ptrdiff_t offset, typename L::Doubles & height) __attribute__((always_inline)) {
        typename L::Floats other;
        load(level_m + offset, other);
        height = __builtin_convertvector(other < own ? other : own, typename L::Doubles);
      },
      to);
}

template <size_t kCount>
FW_INLINE void of_reached(const float* height_m, const uint32_t* rank, const float* dice,
                          std::ptrdiff_t columns, int32_t* to) {
  using L = CellLanes<kCount>;
  typename L::Floats own;
  typename L::Ranks own_rank;
  load(height_m, own);
  load(rank, own_rank);
  of_cells<kCount>(
      dice, columns,
      [&](std::ptrdiff_t offset, typename L::Doubles & height) __attribute__((always_inline)) {
        typename L::Floats other;
        typename L::Ranks other_rank;
        load(height_m + offset, other);
        load(rank + offset, other_rank);
        const typename L::Floats lower = other < own ? other : own;
        height = __builtin_convertvector(other_rank < own_rank ? lower : own, typename L::Doubles);
      },
      to);
}

constexpr size_t kAtOnce = 4;

// The steepest of the eight facets about a cell (Tarboton 1997), row by row.

/// What must be added to the index of each of `count` cells of a row to reach the cell that it drains to; 0
/// where no neighbour lies lower. All pointers are at the row's first cell, none of the cells lies on the
/// grid's rim, and `columns` is the grid's width. A facet's two cells are chosen between by `dice` in (0, 1).
/// `level_m` is infinite where nothing may drain to.
FW_VECTOR_CLONES
void steepest_downhill(const float* level_m, const float* dice, size_t columns, size_t count, int32_t* to) {
  const auto wide = static_cast<std::ptrdiff_t>(columns);
  size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) downhill<kAtOnce>(level_m + i, dice + i, wide, to + i);
  for (; i < count; ++i) downhill<1>(level_m + i, dice + i, wide, to + i);
}

/// Only cells of a lower rank receive.
FW_VECTOR_CLONES
void steepest_of_reached(const float* height_m, const uint32_t* rank, const float* dice, size_t columns,
                         size_t count, int32_t* to) {
  const auto wide = static_cast<std::ptrdiff_t>(columns);
  size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce)
    of_reached<kAtOnce>(height_m + i, rank + i, dice + i, wide, to + i);
  for (; i < count; ++i) of_reached<1>(height_m + i, rank + i, dice + i, wide, to + i);
}

constexpr size_t kBlock = 4096;  // cells of a parallel task
constexpr std::array<std::array<int, 2>, 8> kRing{
    {{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// Calls of_row(cell) with the second cell of every row but the outermost, side by side.
template <typename OfRow>
void for_inner_rows(const GridSpec& grid, const OfRow& of_row) {
  if (grid.rows < 3 || grid.columns < 3) return;
  const size_t rows = std::max<size_t>(1, kBlock / static_cast<size_t>(grid.columns));
  parallel_for(static_cast<size_t>(grid.rows) - 2, rows, [&](size_t begin, size_t end) {
    for (size_t row = begin + 1; row < end + 1; ++row) of_row(grid.index(1, static_cast<int>(row)));
  });
}

}  // namespace

Neighbours neighbours(const GridSpec& grid, uint32_t cell) {
  const int column = grid.column_of(cell), row = grid.row_of(cell);
  Neighbours out;
  for (const size_t k :
       {size_t{0}, size_t{2}, size_t{4}, size_t{6}, size_t{1}, size_t{3}, size_t{5}, size_t{7}}) {
    const int c = column + kRing[k][0], r = row + kRing[k][1];
    if (grid.contains(c, r))
      out.cell[static_cast<size_t>(out.count++)] = static_cast<uint32_t>(grid.index(c, r));
  }
  return out;
}

Mask outlet_cells(const Mask& land) {
  const GridSpec& g = land.grid;
  Mask out(g);
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      if (land.at(column, row) == 0) continue;
      const bool rim = column == 0 || row == 0 || column == g.columns - 1 || row == g.rows - 1;
      out.at(column, row) = rim || land.at(column - 1, row) == 0 || land.at(column + 1, row) == 0 ||
                            land.at(column, row - 1) == 0 || land.at(column, row + 1) == 0;
    }
  return out;
}

bool at_frame_edge(const Mask& land, uint32_t outlet) {
  const GridSpec& g = land.grid;
  const int c = g.column_of(outlet), r = g.row_of(outlet);
  const auto sea = [&](int column, int row) { return g.contains(column, row) && land.at(column, row) == 0; };
  return !(sea(c - 1, r) || sea(c + 1, r) || sea(c, r - 1) || sea(c, r + 1));
}

std::vector<float> flow_dice(uint64_t substream, size_t cells) {
  std::vector<float> dice(cells);
  parallel_for(cells, kBlock, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell)
      dice[cell] = static_cast<float>(random_uniform(substream, cell));
  });
  return dice;
}

Drainage drain(const Flood& flood, const HeldLakes& lakes, const Raster<float>& height_m,
               const std::vector<float>& dice) {
  Drainage out{Raster<uint32_t>(height_m.grid, kOffLand), flood.order};
  std::vector<uint32_t> rank(height_m.size(), kOffLand);
  for (size_t i = 0; i < flood.order.size(); ++i) rank[flood.order[i]] = static_cast<uint32_t>(i);
  out.receiver = flood.back;
  const auto columns = static_cast<size_t>(height_m.grid.columns);
  for_inner_rows(height_m.grid, [&](size_t first) {
    std::vector<int32_t> to(columns - 2);
    steepest_of_reached(&height_m[first], &rank[first], &dice[first], columns, to.size(), to.data());
    for (size_t i = 0; i < to.size(); ++i) {
      const auto cell = static_cast<uint32_t>(first + i);
      if (to[i] != 0 && flood.back[cell] != cell && rank[cell] != kOffLand && lakes.at(cell) == 0)
        out.receiver[cell] = cell + static_cast<uint32_t>(to[i]);
    }
  });
  return out;
}

Drainage drain_downhill(const Mask& land, const Mask& outlets, const Raster<float>& height_m,
                        const std::vector<float>& dice) {
  Drainage out{Raster<uint32_t>(height_m.grid, kOffLand), {}};
  std::vector<float> level_m = height_m.cells;
  for (uint32_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0)
      out.receiver[cell] = cell;
    else
      level_m[cell] = std::numeric_limits<float>::infinity();
  const auto columns = static_cast<size_t>(height_m.grid.columns);
  for_inner_rows(height_m.grid, [&](size_t first) {  // land at the grid's rim is an outlet
    std::vector<int32_t> to(columns - 2);
    steepest_downhill(&level_m[first], &dice[first], columns, to.size(), to.data());
    for (size_t i = 0; i < to.size(); ++i)
      if (const size_t cell = first + i; land[cell] != 0 && outlets[cell] == 0)
        out.receiver[cell] += static_cast<uint32_t>(to[i]);
  });
  const Donors donors = donors_of(out);
  for (uint32_t cell = 0; cell < land.size(); ++cell)
    if (out.receiver[cell] == cell) out.order.push_back(cell);
  for (size_t i = 0; i < out.order.size(); ++i) {  // the list grows: every cell is followed by its donors
    const uint32_t cell = out.order[i];
    out.order.insert(out.order.end(), donors.begin(cell), donors.end(cell));
  }
  return out;
}

std::vector<double> accumulate(const Drainage& drainage, const std::vector<double>& weight) {
  std::vector<double> sum = weight;
  for (size_t i = drainage.order.size(); i-- > 0;) {
    const uint32_t cell = drainage.order[i], to = drainage.receiver[cell];
    if (to != cell) sum[to] += sum[cell];
  }
  return sum;
}

std::vector<uint32_t> ends_of(const Drainage& drainage) {
  std::vector<uint32_t> end(drainage.receiver.size(), kOffLand);
  for (const uint32_t cell : drainage.order) {
    const uint32_t to = drainage.receiver[cell];
    end[cell] = to == cell ? cell : end[to];
  }
  return end;
}

Donors donors_of(const Drainage& drainage) {
  const std::vector<uint32_t>& receiver = drainage.receiver.cells;
  Donors out;
  out.first.assign(receiver.size() + 1, 0);
  const auto drains = [&](uint32_t cell) { return receiver[cell] != kOffLand && receiver[cell] != cell; };
  for (uint32_t cell = 0; cell < receiver.size(); ++cell)
    if (drains(cell)) ++out.first[receiver[cell] + 1];
  for (size_t i = 0; i < receiver.size(); ++i) out.first[i + 1] += out.first[i];
  out.cell.resize(out.first.back());
  std::vector<uint32_t> next(out.first.begin(), out.first.end() - 1);
  for (uint32_t cell = 0; cell < receiver.size(); ++cell)
    if (drains(cell)) out.cell[next[receiver[cell]]++] = cell;
  return out;
}

}  // namespace fw
