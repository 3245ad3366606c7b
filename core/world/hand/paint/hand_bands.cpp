#include "core/world/hand/paint/hand_bands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/template/vocabulary.h"
#include "core/model/world/hand_told.h"

namespace fw {
namespace {

constexpr double kRim_sd = 1;
// More for every cut between: where noise alone lies far below a painted band, the cut next to it can come
// lower than the cuts before it, which the band cannot pass.
constexpr double kFartherRim_sd = 2;
constexpr size_t kRows = 16;  // a piece of a loop over rows

/// The part of the grid within reach of paint.
struct Window {
  int left = 0, top = 0;
  GridSpec grid;  ///< its own

  /// Calls visit(cell of the window, cell of the whole) for every cell, rows on all threads.
  template <typename Visit>
  void each_cell(const GridSpec& whole, const Visit& visit) const {
    parallel_for(static_cast<size_t>(grid.rows), kRows, [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row) {
        const size_t own = row * static_cast<size_t>(grid.columns);
        const size_t first = whole.index(left, top + static_cast<int>(row));
        for (size_t column = 0; column < static_cast<size_t>(grid.columns); ++column)
          visit(own + column, first + column);
      }
    });
  }
};

/// Nothing if no cell is set.
std::optional<Window> window_round(const Raster<uint8_t>& codes, double reach_m) {
  const GridSpec& grid = codes.grid;
  int left = grid.columns, top = grid.rows, right = -1, bottom = -1;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      if (codes.at(column, row) == 0) continue;
      left = std::min(left, column);
      right = std::max(right, column);
      top = std::min(top, row);
      bottom = row;
    }
  if (right < 0) return std::nullopt;
  const int reach =
      static_cast<int>(std::ceil(std::min(reach_m, grid.width_m() + grid.height_m()) / grid.cell_m));
  left = std::max(0, left - reach);
  top = std::max(0, top - reach);
  right = std::min(grid.columns - 1, right + reach);
  bottom = std::min(grid.rows - 1, bottom + reach);
  return Window{left, top, {right - left + 1, bottom - top + 1, grid.cell_m}};
}

/// The cells of one band as the window sees them.
struct BandCells {
  int band = 0;
  Mask cells;
  Raster<float> distance_m;
  Raster<uint32_t> nearest = {};  ///< cell of the window, where asked for
};

/// Every band that has cells, and if asked for the nearest of them; `code_of` reads band + 1 by cell of the
/// whole, 0 = none.
template <typename CodeOf>
std::vector<BandCells> bands_of(const Window& window, const GridSpec& whole, size_t bands, bool with_nearest,
                                const CodeOf& code_of) {
  std::vector<BandCells> out;
  for (size_t band = 0; band < bands; ++band)
    out.push_back({static_cast<int>(band), Mask(window.grid, 0), {}});
  window.each_cell(whole, [&](size_t cell, size_t of_whole) {
    if (const uint8_t code = code_of(of_whole); code != 0) out[code - 1u].cells[cell] = 1;
  });
  std::erase_if(
      out, [](const BandCells& of) { return std::ranges::find(of.cells.cells, 1) == of.cells.cells.end(); });
  parallel_for(out.size(), 1, [&](size_t i, size_t) {
    if (with_nearest) {
      NearestCells found = nearest_cells(out[i].cells);
      out[i].distance_m = std::move(found.distance_m);
      out[i].nearest = std::move(found.cell);
    } else {
      out[i].distance_m = distance_to(out[i].cells);
    }
  });
  return out;
}

/// How many bands away from painted ones a cell may be: one for every started width of a belt.
int belts_to(double distance_m, double belt_m, size_t bands) {
  if (distance_m <= 0) return 0;
  const auto most = static_cast<int>(bands);
  return distance_m < belt_m * most ? static_cast<int>(std::ceil(distance_m / belt_m - 1e-9)) : most;
}

/// The bands that painted cells leave to a cell. Where two leave none, the one between them by the
/// distances.
struct Allowed {
  int low = 0, high = 0;
};
Allowed allowed_at(const std::vector<BandCells>& painted, size_t cell, double belt_m, size_t bands) {
  Allowed out{0, static_cast<int>(bands) - 1};
  const BandCells *lowest = nullptr, *highest = nullptr;  // that set the bounds
  for (const BandCells& of : painted) {
    const int belts = belts_to(static_cast<double>(of.distance_m[cell]), belt_m, bands);
    if (of.band - belts > out.low) {
      out.low = of.band - belts;
      highest = &of;
    }
    if (of.band + belts < out.high) {
      out.high = of.band + belts;
      lowest = &of;
    }
  }
  if (out.low <= out.high) return out;
  const auto up_m = static_cast<double>(lowest->distance_m[cell]),
             down_m = static_cast<double>(highest->distance_m[cell]);
  const double between = lowest->band + (highest->band - lowest->band) * up_m / (up_m + down_m);
  out.low = out.high = static_cast<int>(std::floor(between + 0.5));
  return out;
}

LabelBounds free_bounds(const GridSpec& grid, size_t bands) {
  return {Raster<uint8_t>(grid, 1), Raster<uint8_t>(grid, static_cast<uint8_t>(bands))};
}

void decide(LabelBounds& bounds, const Raster<uint8_t>& codes) {
  for (size_t cell = 0; cell < codes.size(); ++cell)
    if (codes[cell] != 0) bounds.low[cell] = bounds.high[cell] = codes[cell];
}

void bound(const Window& window, const std::vector<BandCells>& painted, const Raster<uint8_t>& region_codes,
           double belt_m, size_t bands, LabelBounds& bounds) {
  if (painted.empty()) return;
  window.each_cell(bounds.low.grid, [&](size_t cell, size_t of_whole) {
    if (region_codes[of_whole] == 0) return;
    const Allowed allowed = allowed_at(painted, cell, belt_m, bands);
    bounds.low[of_whole] = static_cast<uint8_t>(allowed.low + 1);
    bounds.high[of_whole] = static_cast<uint8_t>(allowed.high + 1);
  });
}

/// The rims of one band's paint, and how far outside them a cell may lie and still be lifted; there the
/// feather of the nearest painted cell counts.
struct Rims {
  const BandCells& of;
  double reach_m = 0;
};

/// How far inside the outline a cell lies, and half the width of its rim; no rim: 0.
struct Inside {
  double inside_m = 0, feather_m = 0;
};
Inside inside_of(const Paint& change, const Rims& rims, const Window& window, size_t cell, size_t of_whole) {
  const int code = rims.of.band + 1;
  if (change.rim[of_whole] == code)
    return {static_cast<double>(change.rim_inside_m[of_whole]),
            static_cast<double>(change.rim_feather_m[of_whole])};
  const auto distance_m = static_cast<double>(rims.of.distance_m[cell]);
  if (distance_m > rims.reach_m) return {};
  const uint32_t to = rims.of.nearest[cell];
  const size_t painted =
      change.want.grid.index(window.left + window.grid.column_of(to), window.top + window.grid.row_of(to));
  if (change.rim[painted] != code) return {};
  return {0.5 * window.grid.cell_m - distance_m, static_cast<double>(change.rim_feather_m[painted])};
}

double ramp(const Inside& at, double shift_m) {
  return std::clamp((1 + (at.inside_m + shift_m) / at.feather_m) / 2, 0.0, 1.0);
}

/// The rims at one cell: up for the cuts below a painted band, down for those above; farther out for the
/// next cuts, so that the bands follow each other.
void add_rims(const Paint& change, const std::vector<Rims>& rims, const Window& window, double belt_m,
              size_t cell, size_t of_whole, std::vector<Raster<float>>& bias) {
  std::array<double, kMaxBands> up{}, down{};  // of every cut
  for (const Rims& of : rims) {
    const Inside at = inside_of(change, of, window, cell, of_whole);
    if (at.feather_m <= 0) continue;
    for (size_t k = 0; k < bias.size(); ++k) {
      const int above = of.of.band - 1 - static_cast<int>(k);  // cuts between this one and the band above it
      const int farther = above >= 0 ? above : -1 - above;
      double& strength_sd = above >= 0 ? up[k] : down[k];
      strength_sd = std::max(strength_sd, (kRim_sd + kFartherRim_sd * farther) * ramp(at, belt_m * farther));
    }
  }
  for (size_t k = 0; k < bias.size(); ++k) bias[k][of_whole] += static_cast<float>(up[k] - down[k]);
}

}  // namespace

BandPaint spread_band_paint(const Paint& paint, const Paint& change, const Raster<uint8_t>& region_codes,
                            size_t bands, double belt_m) {
  const GridSpec& grid = paint.core.grid;
  BandPaint out{paint.core, free_bounds(grid, bands), change.want, free_bounds(grid, bands),
                std::vector<Raster<float>>(bands - 1, Raster<float>(grid, 0.0F))};
  float widest_m = 0;
  for (size_t cell = 0; cell < change.rim.size(); ++cell)
    if (change.rim[cell] != 0) widest_m = std::max(widest_m, change.rim_feather_m[cell]);
  const double reach_m = static_cast<double>(widest_m) + belt_m * static_cast<double>(bands) + grid.cell_m;
  if (const std::optional<Window> window = window_round(change.want, reach_m)) {
    const auto changing_core = [&](size_t cell) {
      return change.want[cell] == paint.core[cell] ? paint.core[cell] : uint8_t{0};
    };
    bound(*window, bands_of(*window, grid, bands, false, changing_core), region_codes, belt_m, bands,
          out.held);
    for (uint32_t cell = 0; cell < grid.cells(); ++cell)
      if (out.want[cell] != 0 && !out.held.allow(cell, out.want[cell])) out.want[cell] = 0;
    const bool rimmed = widest_m > 0;
    const std::vector<BandCells> wanted =
        bands_of(*window, grid, bands, rimmed, [&](size_t cell) { return out.want[cell]; });
    bound(*window, wanted, region_codes, belt_m, bands, out.wanted);
    std::vector<Rims> rims;
    for (const BandCells& of : wanted)
      if (rimmed) rims.push_back({of, reach_m});
    window->each_cell(grid, [&](size_t cell, size_t of_whole) {
      if (region_codes[of_whole] != 0) add_rims(change, rims, *window, belt_m, cell, of_whole, out.bias);
    });
  }
  decide(out.held, paint.core);
  decide(out.wanted, paint.core);
  for (size_t cell = 0; cell < grid.cells(); ++cell) {  // what is decided is not asked for in another way
    out.wanted.low[cell] = std::clamp(out.wanted.low[cell], out.held.low[cell], out.held.high[cell]);
    out.wanted.high[cell] = std::clamp(out.wanted.high[cell], out.held.low[cell], out.held.high[cell]);
  }
  for (size_t cell = 0; cell < change.bias.size(); ++cell)
    if (change.bias[cell] != 0)
      for (size_t k = 0; k < out.bias.size(); ++k)
        out.bias[k][cell] += k + 1 < change.bias[cell] ? change.bias_sd[cell] : -change.bias_sd[cell];
  return out;
}

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
