#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/base/geometry.h"

namespace fw {

/// A square grid over the world frame. Row 0 is north, cells are addressed by their centre.
/// This type owns the flip between rows (down) and y (up) and every conversion between cells and metres.
struct GridSpec {
  int columns = 0;
  int rows = 0;
  double cell_m = 0;  ///< side of one cell, m

  static GridSpec square(double side_m, int resolution) {
    return {resolution, resolution, side_m / resolution};
  }

  size_t cells() const { return static_cast<size_t>(columns) * static_cast<size_t>(rows); }
  double width_m() const { return columns * cell_m; }
  double height_m() const { return rows * cell_m; }
  double cell_area_m2() const { return cell_m * cell_m; }

  size_t index(int column, int row) const { return static_cast<size_t>(row) * columns + column; }
  int column_of(size_t cell) const { return static_cast<int>(cell % columns); }
  int row_of(size_t cell) const { return static_cast<int>(cell / columns); }
  bool contains(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns && row < rows;
  }
  /// Within the frame, its edges included.
  bool contains(Vec2 p) const { return p.x >= 0 && p.y >= 0 && p.x <= width_m() && p.y <= height_m(); }

  double x_of(int column) const { return (column + 0.5) * cell_m; }
  double y_of(int row) const { return (rows - row - 0.5) * cell_m; }
  Vec2 centre(int column, int row) const { return {x_of(column), y_of(row)}; }
  Vec2 centre(size_t cell) const { return centre(column_of(cell), row_of(cell)); }

  /// The column or row that holds a coordinate, clamped to the grid.
  int column_at(double x_m) const { return clamp_to(static_cast<int>(x_m / cell_m), columns); }
  int row_at(double y_m) const { return clamp_to(static_cast<int>((height_m() - y_m) / cell_m), rows); }
  size_t cell_at(Vec2 p) const { return index(column_at(p.x), row_at(p.y)); }

  /// Continuous cell coordinates: the centre of cell (c, r) is (c, r).
  double column_position(double x_m) const { return x_m / cell_m - 0.5; }
  double row_position(double y_m) const { return (height_m() - y_m) / cell_m - 0.5; }

  friend bool operator==(const GridSpec&, const GridSpec&) = default;

 private:
  static int clamp_to(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
};

/// A value per cell, row-major, north row first.
template <typename T>
struct Raster {
  GridSpec grid;
  std::vector<T> cells;

  Raster() = default;
  explicit Raster(const GridSpec& g, T value = T{}) : grid(g), cells(g.cells(), value) {}

  T& operator[](size_t cell) { return cells[cell]; }
  const T& operator[](size_t cell) const { return cells[cell]; }
  T& at(int column, int row) {
    assert(grid.contains(column, row));
    return cells[grid.index(column, row)];
  }
  const T& at(int column, int row) const {
    assert(grid.contains(column, row));
    return cells[grid.index(column, row)];
  }
  size_t size() const { return cells.size(); }
};

/// 0 or 1 per cell.
using Mask = Raster<uint8_t>;

/// End of the run of cells equal to cells[begin]; at most `stop`. Compares a word of cells at a time.
inline size_t end_of_run(const uint8_t* cells, size_t begin, size_t stop) {
  const uint64_t same = 0x0101010101010101u * cells[begin];
  size_t at = begin + 1;
  for (uint64_t eight; at + 8 <= stop; at += 8) {
    std::memcpy(&eight, cells + at, 8);
    if (eight != same) break;
  }
  while (at < stop && cells[at] == cells[begin]) ++at;
  return at;
}

}  // namespace fw
