#pragma once

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
