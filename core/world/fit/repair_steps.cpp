#include "core/world/fit/repair_steps.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <queue>
#include <utility>

#include "core/field/filter.h"

namespace fw {
namespace {

/// A component grown from one cell at the labels' present state; stops at `limit` cells.
struct Piece {
  std::vector<uint32_t> cells;
  bool whole = true;  ///< false: it has at least `limit` cells
};

template <typename Visit>
void for_neighbours(const GridSpec& grid, uint32_t cell, const Visit& visit) {
  const int column = grid.column_of(cell);
  const int row = grid.row_of(cell);
  const auto columns = static_cast<uint32_t>(grid.columns);
  if (row > 0) visit(cell - columns);
  if (column > 0) visit(cell - 1);
  if (column + 1 < grid.columns) visit(cell + 1);
  if (row + 1 < grid.rows) visit(cell + columns);
}

/// Marks are generation numbers, so the array is cleared once per call of despeckle only.
struct Marks {
  std::vector<uint32_t> of_cell;
  uint32_t generation = 0;

  bool take(uint32_t cell) {
    if (of_cell[cell] == generation) return false;
    of_cell[cell] = generation;
    return true;
  }
};

Piece grow(const Raster<uint8_t>& labels, uint32_t first, size_t limit, Marks& marks) {
  Piece piece;
  ++marks.generation;
  marks.take(first);
  piece.cells.push_back(first);
  for (size_t i = 0; i < piece.cells.size(); ++i) {
    if (piece.cells.size() >= limit) {
      piece.whole = false;
      return piece;
    }
    for_neighbours(labels.grid, piece.cells[i], [&](uint32_t n) {
      if (labels[n] == labels[first] && marks.take(n)) piece.cells.push_back(n);
    });
  }
  return piece;
}

/// The labels that every cell of the piece may take, from the first to the second; all without bounds.
std::pair<size_t, size_t> common_bounds(const Piece& piece, const LabelBounds* bounds) {
  std::pair<size_t, size_t> common{1, 255};
  if (bounds != nullptr)
    for (const uint32_t cell : piece.cells)
      common = {std::max<size_t>(common.first, bounds->low[cell]),
                std::min<size_t>(common.second, bounds->high[cell])};
  return common;
}

/// The most frequent other label that the piece may take among the cells that touch it by an edge; 0 if there
/// is none.
uint8_t ring_majority(const Raster<uint8_t>& labels, const Piece& piece, const LabelBounds* bounds,
                      Marks& marks) {
  std::array<int, 256> frequency{};
  const uint8_t own = labels[piece.cells.front()];
  for (const uint32_t cell : piece.cells)
    for_neighbours(labels.grid, cell, [&](uint32_t n) {
      if (labels[n] != 0 && labels[n] != own && marks.take(n)) ++frequency[labels[n]];
    });
  size_t best = 0;
  const auto [low, high] = common_bounds(piece, bounds);
  for (size_t label = low; label <= high; ++label)
    if (frequency[label] > (best == 0 ? 0 : frequency[best])) best = label;
  return static_cast<uint8_t>(best);
}

}  // namespace

int64_t absorb_small_pieces(Raster<uint8_t>& labels, const RepairTask& task, int64_t speck_cells) {
  const Components parts = list_components(labels);
  const bool one_piece = task.one_piece_of != nullptr;
  const auto body_of = [&](size_t c) {
    return one_piece ? (*task.one_piece_of)[parts.first[c]] : uint8_t{0};
  };
  Marks marks;
  int64_t changed = 0;
  for (int label = 1; label <= task.classes; ++label) {
    std::array<int64_t, 256> largest;  // [body]
    largest.fill(-1);
    for (size_t c = 0; c < parts.cells.size(); ++c) {
      int64_t& of_body = largest[body_of(c)];
      if (parts.label[c] == label &&
          (of_body < 0 || parts.cells[c] > parts.cells[static_cast<size_t>(of_body)]))
        of_body = static_cast<int64_t>(c);
    }
    for (size_t c = 0; c < parts.cells.size(); ++c) {
      const int64_t kept = largest[body_of(c)];
      if (parts.label[c] != label || static_cast<int64_t>(c) == kept) continue;
      if (!one_piece && parts.cells[c] >= speck_cells) continue;
      if (labels[parts.first[c]] != label || task.zone[parts.first[c]] == 0) continue;
      // Earlier classes may have joined this piece to another: look at it as it is now.
      const size_t limit = one_piece ? static_cast<size_t>(parts.cells[static_cast<size_t>(kept)]) + 1
                                     : static_cast<size_t>(speck_cells);
      marks.of_cell.resize(labels.size(), 0);
      const Piece piece = grow(labels, parts.first[c], limit, marks);
      if (!piece.whole) continue;
      const uint8_t to = ring_majority(labels, piece, task.bounds, marks);
      if (to == 0) continue;
      for (const uint32_t cell : piece.cells) labels[cell] = to;
      changed += static_cast<int64_t>(piece.cells.size());
    }
  }
  return changed;
}

namespace {

/// The label of an open cell's neighbours in its zone that has the greatest score there; 0 if there is none.
uint8_t best_neighbour(const Raster<uint8_t>& labels, const RepairTask& task, const Mask& open,
                       uint32_t cell) {
  uint8_t best = 0;
  float most = 0;
  for_neighbours(labels.grid, cell, [&](uint32_t n) {
    const uint8_t label = labels[n];
    if (open[n] != 0 || label == 0 || label == best || task.zone[n] != task.zone[cell]) return;
    if (task.target[task.zone[cell] - 1u][label - 1u] == 0) return;  // a decided cell
    if (task.bounds != nullptr && !task.bounds->allow(cell, label)) return;
    const float score = task.score(cell, label - 1);
    if (best != 0 && score <= most) return;
    best = label;
    most = score;
  });
  return best;
}

}  // namespace

int64_t clear_unasked(Raster<uint8_t>& labels, const RepairTask& task, const std::vector<size_t>& zones) {
  if (task.ordered) return 0;
  std::vector<bool> clears(task.target.size(), false);
  for (const size_t z : zones) clears[z] = true;
  std::vector<uint32_t> left;
  Mask open(labels.grid, 0);
  for (uint32_t cell = 0; cell < labels.size(); ++cell) {
    const uint8_t zone = task.zone[cell], label = labels[cell];
    if (zone == 0 || label == 0 || !clears[zone - 1u] || task.target[zone - 1u][label - 1u] != 0) continue;
    if (task.bounds != nullptr && task.bounds->decide(cell)) continue;
    left.push_back(cell);
    open[cell] = 1;
  }
  int64_t changed = 0;
  while (!left.empty()) {  // a rim at a time: what the rest looks at is settled
    std::vector<std::pair<uint32_t, uint8_t>> taken;
    std::vector<uint32_t> rest;
    for (const uint32_t cell : left)
      if (const uint8_t to = best_neighbour(labels, task, open, cell); to != 0)
        taken.push_back({cell, to});
      else
        rest.push_back(cell);
    if (taken.empty()) break;
    for (const auto& [cell, label] : taken) {
      labels[cell] = label;
      open[cell] = 0;
    }
    changed += static_cast<int64_t>(taken.size());
    left = std::move(rest);
  }
  return changed;
}

namespace {

/// One zone while it is planted.
struct Bed {
  Raster<uint8_t>& labels;
  const RepairTask& task;
  uint8_t zone;                  ///< code
  std::vector<int64_t> surplus;  ///< cells per class; negative = short
  std::vector<uint32_t> cells;   ///< of the zone

  bool gives(uint32_t cell) const {
    return task.zone[cell] == zone && labels[cell] != 0 && surplus[labels[cell] - 1u] > 0;
  }
  float gain(uint32_t cell, int to) const {
    return task.score(cell, to) - task.score(cell, labels[cell] - 1);
  }
  template <typename Visit>
  void around(uint32_t cell, int reach, const Visit& visit) const {
    const GridSpec& g = labels.grid;
    const int column = g.column_of(cell), row = g.row_of(cell);
    for (int y = row - reach; y <= row + reach; ++y)
      for (int x = column - reach; x <= column + reach; ++x)
        if (g.contains(x, y)) visit(static_cast<uint32_t>(g.index(x, y)));
  }
  /// The cell may become of that class. Nested classes touch only the next ones.
  bool fits(uint32_t cell, int to) const {
    bool fits = task.bounds == nullptr || task.bounds->allow(cell, static_cast<uint8_t>(to + 1));
    if (task.ordered)
      around(cell, 1,
             [&](uint32_t n) { fits = fits && (labels[n] == 0 || std::abs(labels[n] - 1 - to) <= 1); });
    return fits;
  }
  /// Nothing but one class of the zone lies near the cell.
  bool is_inside(uint32_t cell) const {
    bool inside = true;
    around(cell, 2,
           [&](uint32_t n) { inside = inside && labels[n] == labels[cell] && task.zone[n] == zone; });
    return inside;
  }
};

/// Gives up to `wanted` cells to a class, in one piece from the cell of greatest gain on.
int64_t grow_piece(Bed& bed, int to, int64_t wanted) {
  using Offer = std::pair<float, uint32_t>;
  Offer best{0, UINT32_MAX};
  for (const uint32_t cell : bed.cells)
    if (bed.gives(cell) && bed.is_inside(cell) && bed.fits(cell, to))
      if (const float gain = bed.gain(cell, to); best.second == UINT32_MAX || gain > best.first)
        best = {gain, cell};
  if (best.second == UINT32_MAX) return 0;
  std::priority_queue<Offer> offers;
  offers.push(best);
  int64_t grown = 0;
  while (!offers.empty() && grown < wanted) {
    const uint32_t cell = offers.top().second;
    offers.pop();
    if (!bed.gives(cell) || bed.labels[cell] == to + 1 || !bed.fits(cell, to)) continue;
    --bed.surplus[bed.labels[cell] - 1u];
    bed.labels[cell] = static_cast<uint8_t>(to + 1);
    ++bed.surplus[static_cast<size_t>(to)];
    ++grown;
    const GridSpec& g = bed.labels.grid;
    const int column = g.column_of(cell), row = g.row_of(cell);
    for (const auto& [x, y] :
         {std::pair{column, row - 1}, {column - 1, row}, {column + 1, row}, {column, row + 1}})
      if (g.contains(x, y))
        if (const auto n = static_cast<uint32_t>(g.index(x, y)); bed.gives(n))
          offers.push({bed.gain(n, to), n});
  }
  return grown;
}

}  // namespace

int64_t plant_missing(Raster<uint8_t>& labels, const RepairTask& task, const std::vector<size_t>& zones,
                      const std::vector<std::vector<int64_t>>& counts, int64_t speck_cells) {
  int64_t changed = 0;
  for (const size_t z : zones) {
    Bed bed{labels, task, static_cast<uint8_t>(z + 1), {}, {}};
    for (size_t k = 0; k < counts[z].size(); ++k) bed.surplus.push_back(counts[z][k] - task.target[z][k]);
    for (int k = 0; k < task.classes; ++k) {
      const int64_t missing = -bed.surplus[static_cast<size_t>(k)];
      if (missing < std::max<int64_t>(speck_cells, 1)) continue;
      if (bed.cells.empty())
        for (size_t cell = 0; cell < labels.size(); ++cell)
          if (task.zone[cell] == z + 1) bed.cells.push_back(static_cast<uint32_t>(cell));
      changed += grow_piece(bed, k, missing);
    }
  }
  return changed;
}

}  // namespace fw
