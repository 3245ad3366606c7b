#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace fw {

/// Shortest signed separation on a circle of length side_m; |delta_m| < 1.5 side_m.
inline double torus_delta(double delta_m, double side_m) {
  if (delta_m > 0.5 * side_m) return delta_m - side_m;
  if (delta_m < -0.5 * side_m) return delta_m + side_m;
  return delta_m;
}

/// Points of a square [0, side_m)^2 binned into square cells, for neighbour search.
struct CellList {
  double side_m = 0;
  bool torus = false;
  int per_side = 1;
  double cells_per_m = 0;
  std::vector<uint32_t> first;       ///< per_side^2 + 1 offsets into members, row-major from the south-west
  std::vector<uint32_t> members;     ///< point indices, ascending inside a cell
  std::vector<uint32_t> cell, next;  ///< of the binning: every point's cell, every cell's next member

  /// The column or row of a coordinate, clamped to the square.
  int cell_at(double coordinate_m) const {
    const int c = static_cast<int>(coordinate_m * cells_per_m);
    return c < 0 ? 0 : c >= per_side ? per_side - 1 : c;
  }
};

/// Bins points (arrays of equal length) into cells no smaller than least_cell_m; at most about one cell a
/// point. `into` is used again with its memory.
void bin_points(std::span<const double> x_m, std::span<const double> y_m, double side_m, double least_cell_m,
                bool torus, CellList& into);
CellList bin_points(std::span<const double> x_m, std::span<const double> y_m, double side_m,
                    double least_cell_m, bool torus);

/// Reserves what bin_points of up to so many points needs, so that it allocates nothing.
void reserve_cells(size_t points, CellList& cells);

/// A row or column of cells low .. low + count - 1. On a torus it may begin below 0 and end beyond the last
/// cell; such indices wrap around. No cell occurs twice.
struct CellRange {
  int low = 0, count = 0;
};
/// The columns or rows that hold everything within reach_m of a coordinate of the square.
inline CellRange cells_around(const CellList& cells, double centre_m, double reach_m) {
  // Rounded down without a call of floor: the compiler may not assume the instruction.
  const double west = (centre_m - reach_m) * cells.cells_per_m;
  const int toward_zero = static_cast<int>(west);
  int low = toward_zero - (static_cast<double>(toward_zero) > west ? 1 : 0);
  int high = static_cast<int>((centre_m + reach_m) * cells.cells_per_m);
  if (cells.torus)
    return high - low + 1 < cells.per_side ? CellRange{low, high - low + 1} : CellRange{0, cells.per_side};
  low = std::max(low, 0), high = std::min(high, cells.per_side - 1);
  return {low, high - low + 1};
}

/// How far cells must be looked at for a radius: with a margin for rounding.
inline double reach_of(const CellList& cells, double radius_m) {
  return radius_m * (1 + 1e-9) + cells.side_m * 1e-12;
}

/// Calls visit(begin, end) for runs of `members` that together hold every point within radius_m of (x, y),
/// and others near it: for callers that lay their values out in the order of `members` and go through them in
/// long loops. Row by row; on a torus a row may come in two runs.
template <typename Visit>
void visit_runs(const CellList& cells, double x, double y, double radius_m, const Visit& visit) {
  const int n = cells.per_side;
  const double reach_m = reach_of(cells, radius_m);
  const CellRange across = cells_around(cells, x, reach_m), up = cells_around(cells, y, reach_m);
  const auto run = [&](int row, int column, int count) {
    const uint32_t* first = cells.first.data() + static_cast<size_t>(row) * static_cast<size_t>(n) + column;
    visit(first[0], first[count]);
  };
  for (int j = 0; j < up.count; ++j) {
    int row = up.low + j;
    if (row < 0) row += n;
    if (row >= n) row -= n;
    const int before = std::clamp(-across.low, 0, across.count);  // columns west of 0
    const int beyond = std::clamp(across.low + across.count - n, 0, across.count);
    if (before > 0) run(row, across.low + n, before);
    run(row, across.low + before, across.count - before - beyond);
    if (beyond > 0) run(row, 0, beyond);
  }
}

/// Calls visit(index, dx_m, dy_m, squared_distance_m2) for every binned point within radius_m of (x, y),
/// including the point itself. Order: cell by cell, row by row, ascending index inside a cell; fixed for
/// fixed arrays. dx and dy are point minus centre; on a torus the shortest separation (radius_m <= side_m / 2
/// there).
template <typename Visit>
void visit_within(const CellList& cells, std::span<const double> x_m, std::span<const double> y_m, double x,
                  double y, double radius_m, Visit&& visit) {
  const int n = cells.per_side;
  const auto span_of = [&](double centre, int& low, int& count) {
    // One extra cell on each side covers the rounding of a coordinate that lies on a cell border.
    const int reach = static_cast<int>(radius_m * cells.cells_per_m) + 1;
    low = cells.cell_at(centre) - reach;
    int high = low + 2 * reach;
    if (cells.torus) {
      if (high - low + 1 > n) low = 0, high = n - 1;
    } else {
      low = low < 0 ? 0 : low;
      high = high >= n ? n - 1 : high;
    }
    count = high - low + 1;
  };
  int column_low = 0, columns = 0, row_low = 0, rows = 0;
  span_of(x, column_low, columns);
  span_of(y, row_low, rows);
  const double limit = radius_m * radius_m;
  for (int j = 0; j < rows; ++j) {
    const int row = (row_low + j + n) % n;
    for (int i = 0; i < columns; ++i) {
      const size_t cell = static_cast<size_t>(row) * n + static_cast<size_t>((column_low + i + n) % n);
      for (uint32_t k = cells.first[cell]; k < cells.first[cell + 1]; ++k) {
        const uint32_t other = cells.members[k];
        double dx = x_m[other] - x, dy = y_m[other] - y;
        if (cells.torus) dx = torus_delta(dx, cells.side_m), dy = torus_delta(dy, cells.side_m);
        const double d2 = dx * dx + dy * dy;
        if (d2 <= limit) visit(other, dx, dy, d2);
      }
    }
  }
}

}  // namespace fw
