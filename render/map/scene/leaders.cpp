#include <algorithm>
#include <iterator>

#include "render/map/scene/outline.h"

// The best classes of every cell, and the borders between them.
namespace fw {

Leaders::Leaders(const GridSpec& g) : grid(g) {
  for (int i = 0; i < 3; ++i) {
    code[i].assign(g.cells(), 0);
    value[i].assign(g.cells(), 0.0F);
  }
}

void Leaders::offer(uint8_t code_of_class, const Raster<float>& indicator, int column, int row) {
  const auto columns = static_cast<size_t>(indicator.grid.columns);
  for (int r = 0; r < indicator.grid.rows; ++r) {
    const float* const values = &indicator.cells[static_cast<size_t>(r) * columns];
    const size_t first = grid.index(column, row + r);
    for (size_t c = 0; c < columns; ++c) {
      const float v = values[c];
      const size_t cell = first + c;
      if (v <= value[2][cell]) continue;
      int place = 2;
      for (; place > 0 && v > value[place - 1][cell]; --place) {
        value[place][cell] = value[place - 1][cell];
        code[place][cell] = code[place - 1][cell];
      }
      value[place][cell] = v;
      code[place][cell] = code_of_class;
    }
  }
}

Raster<float> Leaders::margin_of(uint8_t k) const {
  Raster<float> margin(grid, -1.0F);
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    if (code[0][cell] == k)
      margin[cell] = value[0][cell] - value[1][cell];
    else if (code[1][cell] == k)
      margin[cell] = value[1][cell] - value[0][cell];
    else if (code[2][cell] == k)
      margin[cell] = value[2][cell] - value[0][cell];
    else
      margin[cell] = -value[0][cell];
  }
  return margin;
}

uint8_t Leaders::best_other(uint8_t k, size_t cell) const {
  return code[0][cell] == k ? code[1][cell] : code[0][cell];
}

Polylines shared_borders(const Leaders& leaders, int class_count) {
  Polylines borders;
  for (int k = 1; k < class_count; ++k) {
    const auto own = static_cast<uint8_t>(k);
    const Raster<float> margin = leaders.margin_of(own);
    // Both sides see the same line; the lower code draws it.
    const auto keep = [&](size_t a, size_t b) {
      const size_t outer = margin[a] > margin[b] ? b : a;
      const uint8_t other = leaders.best_other(own, outer);
      return other > own;
    };
    Polylines lines = contour_lines(margin, 0.0F, AtFrame::open, keep);
    std::move(lines.begin(), lines.end(), std::back_inserter(borders));
  }
  return borders;
}

}  // namespace fw
