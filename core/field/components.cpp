#include <algorithm>

#include "core/base/parallel.h"
#include "core/field/filter.h"

namespace fw {

Components label_components(const Raster<uint8_t>& labels) {
  Components out;
  out.id = Raster<int32_t>(labels.grid, -1);
  const auto columns = static_cast<uint32_t>(labels.grid.columns);
  const auto cells = static_cast<uint32_t>(labels.size());
  std::vector<uint32_t> open;
  for (uint32_t start = 0; start < cells; ++start) {
    const uint8_t label = labels[start];
    if (label == 0 || out.id[start] >= 0) continue;
    const auto id = static_cast<int32_t>(out.cells.size());
    int64_t size = 0;
    const auto visit = [&](uint32_t cell) {
      if (labels[cell] != label || out.id[cell] >= 0) return;
      out.id[cell] = id;
      open.push_back(cell);
    };
    visit(start);
    while (!open.empty()) {
      const uint32_t cell = open.back();
      open.pop_back();
      ++size;
      const uint32_t column = cell % columns;
      if (cell >= columns) visit(cell - columns);
      if (cell + columns < cells) visit(cell + columns);
      if (column > 0) visit(cell - 1);
      if (column + 1 < columns) visit(cell + 1);
    }
    out.cells.push_back(size);
    out.label.push_back(label);
    out.first.push_back(start);
  }
  return out;
}

namespace {

/// One step of the 4-neighbour cross: a cell stays (erode) if all five are set, or is set (dilate) if any is.
Mask cross_step(const Mask& mask, bool all) {
  Mask out(mask.grid);
  const int columns = mask.grid.columns, rows = mask.grid.rows;
  parallel_for(static_cast<size_t>(rows), 64, [&](size_t begin, size_t end) {
    for (int r = static_cast<int>(begin); r < static_cast<int>(end); ++r) {
      for (int c = 0; c < columns; ++c) {
        const bool west = c > 0 && mask.at(c - 1, r) != 0, east = c + 1 < columns && mask.at(c + 1, r) != 0;
        const bool north = r > 0 && mask.at(c, r - 1) != 0, south = r + 1 < rows && mask.at(c, r + 1) != 0;
        const bool own = mask.at(c, r) != 0;
        out.at(c, r) = all ? own && west && east && north && south : own || west || east || north || south;
      }
    }
  });
  return out;
}

}  // namespace

Mask erode(const Mask& mask, int steps) {
  Mask out = mask;
  for (int i = 0; i < steps; ++i) out = cross_step(out, true);
  return out;
}

Mask dilate(const Mask& mask, int steps) {
  Mask out = mask;
  for (int i = 0; i < steps; ++i) out = cross_step(out, false);
  return out;
}

Mask fill_holes(const Mask& mask) {
  Mask gaps(mask.grid);
  for (size_t i = 0; i < mask.size(); ++i) gaps[i] = mask[i] == 0;
  const Components parts = label_components(gaps);
  std::vector<uint8_t> open(parts.cells.size(), 0);
  const auto mark = [&](int column, int row) {
    const int32_t id = parts.id.at(column, row);
    if (id >= 0) open[static_cast<size_t>(id)] = 1;
  };
  for (int c = 0; c < mask.grid.columns; ++c) mark(c, 0), mark(c, mask.grid.rows - 1);
  for (int r = 0; r < mask.grid.rows; ++r) mark(0, r), mark(mask.grid.columns - 1, r);
  Mask out(mask.grid);
  for (size_t i = 0; i < mask.size(); ++i)
    out[i] = parts.id[i] < 0 || open[static_cast<size_t>(parts.id[i])] == 0;
  return out;
}

Mask largest_component(const Mask& mask) {
  Mask set(mask.grid);
  for (size_t i = 0; i < mask.size(); ++i) set[i] = mask[i] != 0;
  const Components parts = label_components(set);
  Mask out(mask.grid);
  if (parts.cells.empty()) return out;
  const auto best =
      static_cast<int32_t>(std::max_element(parts.cells.begin(), parts.cells.end()) - parts.cells.begin());
  for (size_t i = 0; i < mask.size(); ++i) out[i] = parts.id[i] == best;
  return out;
}

}  // namespace fw
