#include "core/water/drainage/drainage.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/parallel/parallel.h"
#include "core/base/rng.h"

namespace fw {
namespace {

constexpr size_t kBlock = 4096;  // cells of a parallel task
constexpr std::array<std::array<int, 2>, 8> kRing{
    {{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// A facet's two cells and how steep it falls; `steepness` 0: none.
struct Facet {
  double steepness = 0;
  uint32_t near = kOffLand, far = kOffLand;
  double far_share = 0;
};

/// The facet between a cardinal neighbour and a diagonal one; a neighbour that may not receive is kOffLand.
Facet facet_of(double h, double h_near, double h_far, uint32_t near, uint32_t far) {
  constexpr double kRoot2 = 1.4142135623730951;
  if (near == kOffLand && far == kOffLand) return {};
  const double s1 = h - h_near, s2 = h_near - h_far;
  if (far == kOffLand || (near != kOffLand && s2 <= 0)) return {s1, near, near, 0};
  if (near == kOffLand || s1 <= s2) return {(h - h_far) / kRoot2, far, far, 1};
  return {std::sqrt(s1 * s1 + s2 * s2), near, far, s2 / s1};
}

/// The receiver of a cell among the neighbours that `receives` allows; kOffLand where none lies lower.
template <typename Receives>
uint32_t steepest(const Raster<float>& height_m, uint32_t cell, float dice, const Receives& receives) {
  const GridSpec& g = height_m.grid;
  const int column = g.column_of(cell), row = g.row_of(cell);
  std::array<uint32_t, 8> at;
  std::array<double, 8> height{};
  for (size_t k = 0; k < 8; ++k) {
    at[k] = kOffLand;
    const int c = column + kRing[k][0], r = row + kRing[k][1];
    if (!g.contains(c, r)) continue;
    const auto other = static_cast<uint32_t>(g.index(c, r));
    if (!receives(other)) continue;
    at[k] = other;
    height[k] = static_cast<double>(height_m[other]);
  }
  const auto h = static_cast<double>(height_m[cell]);
  Facet best;
  for (size_t k = 0; k < 8; k += 2)
    for (const size_t d : {(k + 7) % 8, k + 1}) {
      const Facet facet = facet_of(h, height[k], height[d], at[k], at[d]);
      if (facet.steepness > best.steepness) best = facet;
    }
  if (!(best.steepness > 0)) return kOffLand;
  return static_cast<double>(dice) < best.far_share ? best.far : best.near;
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
  parallel_for(rank.size(), kBlock, [&](size_t begin, size_t end) {
    for (auto cell = static_cast<uint32_t>(begin); cell < end; ++cell) {
      const uint32_t own = rank[cell], back = flood.back[cell];
      if (own == kOffLand) continue;
      out.receiver[cell] = back;
      if (back == cell || lakes.at(cell) != 0) continue;
      const uint32_t lower = steepest(height_m, cell, dice[cell], [&](uint32_t other) {
        return rank[other] < own && height_m[other] < height_m[cell];
      });
      if (lower != kOffLand) out.receiver[cell] = lower;
    }
  });
  return out;
}

Drainage drain_downhill(const Mask& land, const Mask& outlets, const Raster<float>& height_m,
                        const std::vector<float>& dice) {
  Drainage out{Raster<uint32_t>(height_m.grid, kOffLand), {}};
  parallel_for(land.size(), kBlock, [&](size_t begin, size_t end) {
    for (auto cell = static_cast<uint32_t>(begin); cell < end; ++cell) {
      if (land[cell] == 0) continue;
      uint32_t lower = kOffLand;
      if (outlets[cell] == 0)
        lower = steepest(height_m, cell, dice[cell], [&](uint32_t other) {
          return land[other] != 0 && height_m[other] < height_m[cell];
        });
      out.receiver[cell] = lower == kOffLand ? cell : lower;
    }
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
