#include "core/world/fit/repair_plant.h"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <utility>

namespace fw {
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
