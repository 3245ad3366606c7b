#include "core/water/drainage/drainage.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/water/drainage/steepest.h"

namespace fw {
namespace {

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
