#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// A part of a grid with a grid of its own: what concerns a lake alone needs no rasters of the whole plan.
struct CellWindow {
  int left = 0, top = 0;
  GridSpec grid;

  /// The plan's cell at a cell of the window, and the other way round.
  uint32_t cell(const GridSpec& plan, size_t at) const {
    return static_cast<uint32_t>(plan.index(left + grid.column_of(at), top + grid.row_of(at)));
  }
  size_t at(const GridSpec& plan, uint32_t cell) const {
    return grid.index(plan.column_of(cell) - left, plan.row_of(cell) - top);
  }
  bool contains(const GridSpec& plan, uint32_t cell) const {
    return grid.contains(plan.column_of(cell) - left, plan.row_of(cell) - top);
  }
  /// Of a place in the window's frame, in the plan's.
  Vec2 in_plan(const GridSpec& plan, Vec2 p) const {
    return {p.x + left * plan.cell_m, p.y + (plan.rows - top - grid.rows) * plan.cell_m};
  }
};

/// Some cells and a margin about them, cut at the grid's edges.
inline CellWindow window_round(const GridSpec& plan, const std::vector<uint32_t>& cells, int margin_cells) {
  int left = plan.columns, right = 0, top = plan.rows, bottom = 0;
  for (const uint32_t cell : cells) {
    left = std::min(left, plan.column_of(cell));
    right = std::max(right, plan.column_of(cell));
    top = std::min(top, plan.row_of(cell));
    bottom = std::max(bottom, plan.row_of(cell));
  }
  left = std::max(0, left - margin_cells);
  top = std::max(0, top - margin_cells);
  right = std::min(plan.columns - 1, right + margin_cells);
  bottom = std::min(plan.rows - 1, bottom + margin_cells);
  return {left, top, {right - left + 1, bottom - top + 1, plan.cell_m}};
}

}  // namespace fw
