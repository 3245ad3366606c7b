#include "core/field/filter.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"

namespace fw {

namespace {

constexpr size_t kFilterRows = 32;

/// The two cells around a position along one axis, clamped to the frame, and the share of the second.
struct Bracket {
  int low;
  int high;
  double share;
};

Bracket bracket(double position, int count) {
  const double clamped = std::clamp(position, 0.0, static_cast<double>(count - 1));
  const int low = static_cast<int>(clamped);
  return {low, std::min(low + 1, count - 1), clamped - low};
}

float blend(const Raster<float>& in, const Bracket& column, const Bracket& row) {
  const double north =
      in.at(column.low, row.low) +
      column.share * (static_cast<double>(in.at(column.high, row.low)) - in.at(column.low, row.low));
  const double south =
      in.at(column.low, row.high) +
      column.share * (static_cast<double>(in.at(column.high, row.high)) - in.at(column.low, row.high));
  return static_cast<float>(north + row.share * (south - north));
}

}  // namespace

Raster<float> gradient_norm(const Raster<float>& in) {
  Raster<float> out(in.grid);
  const int columns = in.grid.columns, rows = in.grid.rows;
  const double cell_m = in.grid.cell_m;
  parallel_for(static_cast<size_t>(rows), kFilterRows, [&](size_t begin, size_t end) {
    for (int r = static_cast<int>(begin); r < static_cast<int>(end); ++r) {
      const int up = std::max(r - 1, 0), down = std::min(r + 1, rows - 1);
      for (int c = 0; c < columns; ++c) {
        const int left = std::max(c - 1, 0), right = std::min(c + 1, columns - 1);
        const double dx =
            right > left ? (static_cast<double>(in.at(right, r)) - in.at(left, r)) / ((right - left) * cell_m)
                         : 0;
        const double dy =
            down > up ? (static_cast<double>(in.at(c, down)) - in.at(c, up)) / ((down - up) * cell_m) : 0;
        out.at(c, r) = static_cast<float>(std::sqrt(dx * dx + dy * dy));
      }
    }
  });
  return out;
}

float bilinear(const Raster<float>& in, Vec2 p) {
  return blend(in, bracket(in.grid.column_position(p.x), in.grid.columns),
               bracket(in.grid.row_position(p.y), in.grid.rows));
}

Raster<uint8_t> resample_nearest(const Raster<uint8_t>& in, const GridSpec& grid) {
  if (grid == in.grid) return in;
  Raster<uint8_t> out(grid);
  std::vector<int> column(static_cast<size_t>(grid.columns));
  for (int c = 0; c < grid.columns; ++c) column[static_cast<size_t>(c)] = in.grid.column_at(grid.x_of(c));
  parallel_for(static_cast<size_t>(grid.rows), kFilterRows, [&](size_t begin, size_t end) {
    for (int r = static_cast<int>(begin); r < static_cast<int>(end); ++r) {
      const int source = in.grid.row_at(grid.y_of(r));
      for (int c = 0; c < grid.columns; ++c) out.at(c, r) = in.at(column[static_cast<size_t>(c)], source);
    }
  });
  return out;
}

Raster<float> resample_bilinear(const Raster<float>& in, const GridSpec& grid) {
  return grid == in.grid ? in : bilinear_at_cells(in, grid);
}

Raster<float> bilinear_at_cells(const Raster<float>& in, const GridSpec& grid) {
  Raster<float> out(grid);
  std::vector<Bracket> column(static_cast<size_t>(grid.columns));
  for (int c = 0; c < grid.columns; ++c)
    column[static_cast<size_t>(c)] = bracket(in.grid.column_position(grid.x_of(c)), in.grid.columns);
  parallel_for(static_cast<size_t>(grid.rows), kFilterRows, [&](size_t begin, size_t end) {
    for (int r = static_cast<int>(begin); r < static_cast<int>(end); ++r) {
      const Bracket row = bracket(in.grid.row_position(grid.y_of(r)), in.grid.rows);
      for (int c = 0; c < grid.columns; ++c) out.at(c, r) = blend(in, column[static_cast<size_t>(c)], row);
    }
  });
  return out;
}

}  // namespace fw
