#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"

// Two passes of exact integer arithmetic (Felzenszwalb and Huttenlocher 2012, in the integer form of
// Meijster, Roerdink and Hesselink 2000): the nearest mask row within each column, then per row the lower
// envelope of the parabolas (column - i)^2 + vertical(i)^2.

namespace fw {

namespace {

constexpr int32_t kNone = -1;
constexpr uint32_t kNoNearest = std::numeric_limits<uint32_t>::max();
constexpr int32_t kFar = std::numeric_limits<int32_t>::max();
constexpr size_t kColumnsPerPiece = 256;
constexpr size_t kDistanceRows = 16;

/// Per cell of the rows [first, end) the row of the nearest mask cell in its column (the upper one when two
/// are equally near), or kNone.
Raster<int32_t> nearest_row_in_column(const Mask& mask, int first, int end) {
  Raster<int32_t> nearest(GridSpec{mask.grid.columns, end - first, mask.grid.cell_m}, kNone);
  const auto columns = static_cast<size_t>(mask.grid.columns);
  const auto set_at = [&](int row) { return mask.cells.data() + static_cast<size_t>(row) * columns; };
  const auto own_at = [&](int row) {
    return nearest.cells.data() + static_cast<size_t>(row - first) * columns;
  };
  parallel_for(columns, kColumnsPerPiece, [&](size_t begin, size_t stop) {
    std::vector<int32_t> last(stop - begin, kNone);
    for (int r = 0; r < end; ++r) {
      const uint8_t* set = set_at(r) + begin;
      for (size_t c = 0; c < last.size(); ++c) last[c] = set[c] != 0 ? r : last[c];
      if (r >= first) std::copy(last.begin(), last.end(), own_at(r) + begin);
    }
    std::fill(last.begin(), last.end(), kNone);
    for (int r = mask.grid.rows - 1; r >= first; --r) {
      const uint8_t* set = set_at(r) + begin;
      for (size_t c = 0; c < last.size(); ++c) last[c] = set[c] != 0 ? r : last[c];
      if (r >= end) continue;
      int32_t* own = own_at(r) + begin;
      for (size_t c = 0; c < last.size(); ++c) {
        const int32_t above = own[c], below = last[c];
        const int32_t up = above == kNone ? kFar : r - above, down = below == kNone ? kFar : below - r;
        own[c] = down < up ? below : above;
      }
    }
  });
  return nearest;
}

/// The lower envelope of one row's parabolas.
struct Envelope {
  std::vector<int32_t> apex;    ///< columns of the surviving parabolas, ascending
  std::vector<int32_t> from;    ///< first column where each parabola is the lowest
  std::vector<int64_t> height;  ///< squared vertical distance per column

  explicit Envelope(size_t columns) : height(columns) {
    apex.reserve(columns);
    from.reserve(columns);
  }
};

int64_t squared(int64_t v) {
  return v * v;
}

/// The envelope stays empty if no column holds a mask cell.
void build(const int32_t* nearest, int row, int columns, Envelope& e) {
  e.apex.clear();
  e.from.clear();
  for (int32_t u = 0; u < columns; ++u) {
    if (nearest[u] == kNone) continue;
    e.height[static_cast<size_t>(u)] = squared(nearest[u] - row);
    const int64_t hu = e.height[static_cast<size_t>(u)];
    int64_t start = 0;
    while (!e.apex.empty()) {
      const int64_t i = e.apex.back();
      const int64_t hi = e.height[static_cast<size_t>(i)];
      const int64_t numerator = squared(u) - squared(i) + hu - hi, denominator = 2 * (u - i);
      // u is strictly nearer from floor(crossing) + 1 on; before i's own first column, i is lowest nowhere.
      // The quotient is far enough from a whole number for double's rounding.
      if (numerator >= e.from.back() * denominator) {
        start = static_cast<int64_t>(static_cast<double>(numerator) / static_cast<double>(denominator)) + 1;
        break;
      }
      e.apex.pop_back();
      e.from.pop_back();
    }
    if (start >= columns) continue;
    e.apex.push_back(u);
    e.from.push_back(static_cast<int32_t>(start));
  }
}

/// Calls visit(cell, apex column, squared distance in cells) for every cell of `nearest`, whose row 0 is the
/// mask's row `first`; the mask is not empty.
template <typename Visit>
void for_each_nearest(const Raster<int32_t>& nearest, int first_row, const Visit& visit) {
  const int columns = nearest.grid.columns;
  parallel_for(static_cast<size_t>(nearest.grid.rows), kDistanceRows, [&](size_t begin, size_t end) {
    Envelope e(static_cast<size_t>(columns));
    for (size_t row = begin; row < end; ++row) {
      const size_t first = row * static_cast<size_t>(columns);
      build(nearest.cells.data() + first, first_row + static_cast<int>(row), columns, e);
      for (size_t k = 0; k < e.apex.size(); ++k) {
        const int32_t apex = e.apex[k];
        const int64_t height = e.height[static_cast<size_t>(apex)];
        const int32_t stop = k + 1 < e.apex.size() ? e.from[k + 1] : columns;
        for (int32_t c = e.from[k]; c < stop; ++c)
          visit(first + static_cast<size_t>(c), apex, squared(c - apex) + height);
      }
    }
  });
}

float metres_of(int64_t squared_cells, const GridSpec& grid) {
  return static_cast<float>(std::sqrt(static_cast<double>(squared_cells)) * grid.cell_m);
}

/// The mask cell nearest to `cell`, in column `apex`; `nearest` holds all rows.
uint32_t source_of(const Raster<int32_t>& nearest, size_t cell, int32_t apex) {
  const size_t row = cell - cell % static_cast<size_t>(nearest.grid.columns);
  return static_cast<uint32_t>(nearest.grid.index(apex, nearest[row + static_cast<size_t>(apex)]));
}

}  // namespace

Raster<float> distance_to(const Mask& mask, int first, int end) {
  const Raster<int32_t> nearest = nearest_row_in_column(mask, first, end);
  Raster<float> out(nearest.grid, std::numeric_limits<float>::infinity());
  for_each_nearest(nearest, first, [&](size_t cell, int32_t, int64_t squared_cells) {
    out[cell] = metres_of(squared_cells, mask.grid);
  });
  return out;
}

Raster<float> distance_to(const Mask& mask) {
  return distance_to(mask, 0, mask.grid.rows);
}

Raster<uint32_t> nearest_cell(const Mask& mask) {
  Raster<uint32_t> out(mask.grid, kNoNearest);
  const Raster<int32_t> nearest = nearest_row_in_column(mask, 0, mask.grid.rows);
  for_each_nearest(nearest, 0,
                   [&](size_t cell, int32_t apex, int64_t) { out[cell] = source_of(nearest, cell, apex); });
  return out;
}

NearestCells nearest_cells(const Mask& mask) {
  NearestCells out{Raster<uint32_t>(mask.grid, kNoNearest),
                   Raster<float>(mask.grid, std::numeric_limits<float>::infinity())};
  const Raster<int32_t> nearest = nearest_row_in_column(mask, 0, mask.grid.rows);
  for_each_nearest(nearest, 0, [&](size_t cell, int32_t apex, int64_t squared_cells) {
    out.cell[cell] = source_of(nearest, cell, apex);
    out.distance_m[cell] = metres_of(squared_cells, mask.grid);
  });
  return out;
}

}  // namespace fw
