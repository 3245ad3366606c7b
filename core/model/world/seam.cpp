#include "core/model/world/seam.h"

#include <algorithm>
#include <cassert>

namespace fw {
namespace {

/// The pairs of cells i of two rows, or of one row and itself a column on. Counted without a branch, so that
/// many go at once.
void count_pairs(const uint8_t* code_a, const uint8_t* code_b, const uint8_t* region_a,
                 const uint8_t* region_b, size_t count, SeamCounts& out) {
  uint32_t pairs = 0, changes = 0, border_pairs = 0, border_changes = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t land = static_cast<uint32_t>(region_a[i] != 0) & static_cast<uint32_t>(region_b[i] != 0);
    const uint32_t change = land & static_cast<uint32_t>(code_a[i] != code_b[i]);
    const auto border = static_cast<uint32_t>(region_a[i] != region_b[i]);
    pairs += land;
    changes += change;
    border_pairs += land & border;
    border_changes += change & border;
  }
  out.border_pairs += border_pairs;
  out.border_changes += border_changes;
  out.inner_pairs += pairs - border_pairs;
  out.inner_changes += changes - border_changes;
}

}  // namespace

SeamCounts count_seam(const Raster<uint8_t>& code, const Raster<uint8_t>& region) {
  assert(code.grid == region.grid);
  SeamCounts out;
  const auto columns = static_cast<size_t>(code.grid.columns);
  for (size_t at = 0; at < code.size(); at += columns) {
    const uint8_t* c = code.cells.data() + at;
    const uint8_t* r = region.cells.data() + at;
    count_pairs(c, c + 1, r, r + 1, columns - 1, out);
    if (at + columns < code.size()) count_pairs(c, c + columns, r, r + columns, columns, out);
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
