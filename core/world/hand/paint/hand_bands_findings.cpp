#include <algorithm>
#include <string>
#include <vector>

#include "core/base/decimal.h"
#include "core/field/filter.h"
#include "core/model/world/hand_told.h"
#include "core/world/hand/paint/hand_bands.h"

namespace fw {
namespace {

/// Two cells side by side that are not as they naturally are and whose bounds leave no bands that follow each
/// other; and the painted cells that ask for these bounds.
struct Skip {
  size_t above = 0, below = 0;
  size_t painted_above = 0, painted_below = 0;
};

std::vector<Skip> forced_skips(const LabelBounds& held, const Raster<uint8_t>& natural,
                               const Raster<uint8_t>& band) {
  const GridSpec& grid = band.grid;
  std::vector<Skip> skips;
  const auto see = [&](size_t a, size_t b) {
    if (band[a] == 0 || band[b] == 0 || (band[a] == natural[a] && band[b] == natural[b])) return;
    if (held.low[a] > held.high[b] + 1) skips.push_back({a, b, a, b});
    if (held.low[b] > held.high[a] + 1) skips.push_back({b, a, b, a});
  };
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const size_t cell = grid.index(column, row);
      if (column + 1 < grid.columns) see(cell, cell + 1);
      if (row + 1 < grid.rows) see(cell, grid.index(column, row + 1));
    }
  return skips;
}

/// The nearest cores that are as far up or down as the bounds of the skips' cells.
void find_paint(const LabelBounds& held, const Raster<uint8_t>& core, size_t bands,
                std::vector<Skip>& skips) {
  for (size_t code = 1; code <= bands; ++code) {
    Mask at_least(core.grid, 0), at_most(core.grid, 0);
    for (size_t cell = 0; cell < core.size(); ++cell) {
      at_least[cell] = core[cell] >= code ? 1 : 0;
      at_most[cell] = core[cell] != 0 && core[cell] <= code ? 1 : 0;
    }
    const Raster<uint32_t> above = nearest_cell(at_least), below = nearest_cell(at_most);
    for (Skip& skip : skips) {
      if (held.low[skip.above] == code && above[skip.above] != UINT32_MAX)
        skip.painted_above = above[skip.above];
      if (held.high[skip.below] == code && below[skip.below] != UINT32_MAX)
        skip.painted_below = below[skip.below];
    }
  }
}

std::vector<std::string> ids_at(const std::vector<Skip>& skips, const Raster<uint16_t>& row_of,
                                const HandRows<PaintRow>& rows) {
  std::vector<bool> named(rows.size() + 1, false);  // by place in the list + 1
  for (const Skip& skip : skips) named[row_of[skip.painted_above]] = named[row_of[skip.painted_below]] = true;
  std::vector<std::string> ids;
  for (size_t k = 0; k < rows.size(); ++k)
    if (named[k + 1]) ids.push_back(rows[k].id);
  return ids;
}

}  // namespace

void tell_skipped_bands(const Paint& paint, const LabelBounds& held, const Raster<uint8_t>& natural,
                        const Raster<uint8_t>& band, const Template& tmpl, Findings& findings) {
  std::vector<Skip> skips = forced_skips(held, natural, band);
  if (skips.empty()) return;
  const std::vector<BandRow>& bands = tmpl.vocabulary.danger;
  find_paint(held, paint.core, bands.size(), skips);
  const Skip& first = skips.front();
  const Vec2 at = band.grid.centre(first.above);
  const uint8_t above = paint.core[first.painted_above], below = paint.core[first.painted_below];
  const int between = std::max(above - below - 1, 1);
  findings.push_back(
      {Severity::warning, "paint_skips_band", "hand.danger",
       "Painted danger skips a band along " +
           decimal(static_cast<double>(skips.size()) * band.grid.cell_m, 0) + " m, at (" + decimal(at.x, 0) +
           ", " + decimal(at.y, 0) + ") between " + bands[band[first.above] - 1u].label + " and " +
           bands[band[first.below] - 1u].label + ": leave " + decimal(tmpl.hand.belt_m * between, 0) +
           " m between the paint, or paint the bands between: " +
           name_rows(ids_at(skips, paint.row, tmpl.hand.danger)) + "."});
}

}  // namespace fw
