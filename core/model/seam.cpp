#include "core/model/seam.h"

#include <algorithm>
#include <cassert>

namespace fw {
namespace {

void count_pair(SeamCounts& out, const Raster<uint8_t>& code, const Raster<uint8_t>& region, size_t a,
                size_t b) {
  if (region[a] == 0 || region[b] == 0) return;
  const int64_t change = code[a] != code[b] ? 1 : 0;
  if (region[a] != region[b]) {
    ++out.border_pairs;
    out.border_changes += change;
  } else {
    ++out.inner_pairs;
    out.inner_changes += change;
  }
}

}  // namespace

SeamCounts count_seam(const Raster<uint8_t>& code, const Raster<uint8_t>& region) {
  assert(code.grid == region.grid);
  SeamCounts out;
  const GridSpec& grid = code.grid;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const size_t cell = grid.index(column, row);
      if (column + 1 < grid.columns) count_pair(out, code, region, cell, cell + 1);
      if (row + 1 < grid.rows) count_pair(out, code, region, cell, cell + static_cast<size_t>(grid.columns));
    }
  }
  return out;
}

double seam_score(const SeamCounts& counts) {
  if (counts.border_changes == 0) return 0;
  const double across = static_cast<double>(counts.border_changes) / static_cast<double>(counts.border_pairs);
  const double inner_pairs = static_cast<double>(std::max<int64_t>(counts.inner_pairs, 1));
  const double inside = static_cast<double>(std::max<int64_t>(counts.inner_changes, 1)) / inner_pairs;
  return across / inside;
}

}  // namespace fw
