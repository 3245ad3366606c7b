#include "core/world/land/imported_ground.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "core/base/number_text.h"
#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/world/land/island.h"
#include "core/world/land/shore.h"

namespace fw {
namespace {

// Of an archipelago: a piece this much smaller than the largest is scenery.
constexpr double kLeastPieceShare = 0.02;
constexpr size_t kMostPieces = 200;
constexpr double kLeastFraction = 0.05;  // of the frame, as land.fraction
// Of the plan's cells: natural land of another resolution differs from the plan's by less.
constexpr double kMostOtherCells = 0.02;

const std::vector<std::string> kLandWords{"land"};

/// The heights of a row on a grid. No cell of land is higher or lower than the row's land about it; offsets
/// have no land.
Raster<float> heights_on(const ImportedRow& from, const FrameParams& frame, const GridSpec& grid) {
  return resample_values(import_heights(*from.row, *from.pixels, frame), grid,
                         from.row->mode == ImportMode::add ? Overshoot::free : Overshoot::none_on_land);
}

/// Where the row of land says land, on a grid.
Mask stated_land(const ImportedGround& imported, const GridSpec& grid) {
  const ImportedRow& from = imported.land.front();
  const FrameParams& frame = imported.tmpl.frame;
  if (from.row->what == "land")
    return resample_codes(import_classes(*from.row, *from.pixels, frame, kLandWords), grid);
  const Raster<float> height = heights_on(from, frame, grid);
  Mask land(grid);
  for (size_t cell = 0; cell < land.size(); ++cell) land[cell] = height[cell] > 0;  // false for NaN
  return land;
}

int64_t differing_cells(const Outline& outline, const Mask& stated) {
  int64_t count = 0;
  for (size_t cell = 0; cell < stated.size(); ++cell)
    count += (outline.piece[cell] != 0 || outline.islets[cell] != 0) != (stated[cell] != 0) ? 1 : 0;
  return count;
}

/// Whether the noise gives the same land on the file's own grid.
bool states_natural_land(const ImportedGround& imported, const SeedBundle& seeds, const ValleyField& valleys,
                         const PlanOutline& natural) {
  const GridSpec plan = plan_grid(imported.tmpl);
  const std::optional<GridSpec> grid = import_grid(*imported.land.front().row, imported.tmpl.frame);
  const int64_t others = differing_cells(natural.outline, stated_land(imported, plan));
  if (!grid || static_cast<double>(others) > kMostOtherCells * static_cast<double>(plan.cells()))
    return false;
  if (*grid == plan) return others == 0;
  return differing_cells(
             make_outline(imported.tmpl, seeds, valleys, natural.shift, *grid, natural.outline.piece),
             stated_land(imported, *grid)) == 0;
}

/// Gaps become land of the piece to their west.
void fill_gaps(Raster<uint8_t>& piece) {
  Mask land = piece;
  for (uint8_t& c : land.cells) c = c != 0;
  const Mask whole = fill_holes(land);
  for (size_t cell = 1; cell < piece.size(); ++cell)
    if (whole[cell] && piece[cell] == 0) piece[cell] = piece[cell - 1];
}

/// The pieces of ground of a land, numbered from 1, the largest first, their lakes filled.
Raster<uint8_t> main_pieces(const Mask& land, const Template& tmpl) {
  const Components parts = label_components(land);
  std::vector<size_t> order(parts.cells.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return parts.cells[a] > parts.cells[b]; });
  const int most = tmpl.land.shape == LandShape::archipelago
                       ? std::clamp(tmpl.land.islands, 1, std::max(1, region_count(tmpl)))
                       : 1;
  std::vector<uint8_t> number(order.size(), 0);
  for (size_t k = 0; k < std::min({order.size(), static_cast<size_t>(most), kMostPieces}); ++k) {
    const auto largest = static_cast<double>(parts.cells[order[0]]);
    if (static_cast<double>(parts.cells[order[k]]) < kLeastPieceShare * largest) break;
    number[order[k]] = static_cast<uint8_t>(k + 1);
  }
  Raster<uint8_t> piece(land.grid);
  for (size_t cell = 0; cell < piece.size(); ++cell)
    if (parts.id[cell] >= 0) piece[cell] = number[static_cast<size_t>(parts.id[cell])];
  fill_gaps(piece);
  return piece;
}

/// The piece of the plan that each cell of a grid belongs to, or would if it were land; 0 far from all.
struct PlanPieces {
  Raster<uint8_t> piece;
  Mask sure;  ///< deep inside
};
PlanPieces plan_pieces(const Raster<uint8_t>& plan, const GridSpec& grid) {
  Mask sea = plan;
  for (uint8_t& c : sea.cells) c = c == 0;
  const Raster<float> inside = distance_to(sea), outside = distance_to(plan);
  const Raster<uint32_t> nearest = nearest_cell(plan);
  const double strip = std::max(2 * plan.grid.cell_m, grid.cell_m);
  PlanPieces out{Raster<uint8_t>(grid), Mask(grid)};
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    const size_t at = plan.grid.cell_at(grid.centre(cell));
    if (static_cast<double>(outside[at]) <= strip) out.piece[cell] = plan[nearest[at]];
    out.sure[cell] = static_cast<double>(inside[at]) > strip;
  }
  return out;
}

/// Whether a neighbour by an edge belongs to a piece of lower number.
bool touches_lower(const Raster<uint8_t>& piece, size_t cell) {
  const GridSpec& g = piece.grid;
  const int c = g.column_of(cell), r = g.row_of(cell);
  const auto lower = [&](int column, int row) {
    if (!g.contains(column, row)) return false;
    const uint8_t there = piece.at(column, row);
    return there != 0 && there < piece[cell];
  };
  return lower(c - 1, r) || lower(c + 1, r) || lower(c, r - 1) || lower(c, r + 1);
}

/// Of every piece its largest part alone.
void keep_largest(Raster<uint8_t>& piece) {
  const Components parts = label_components(piece);
  std::vector<int32_t> largest(256, -1);
  for (size_t k = 0; k < parts.cells.size(); ++k) {
    int32_t& best = largest[parts.label[k]];
    if (best < 0 || parts.cells[k] > parts.cells[static_cast<size_t>(best)]) best = static_cast<int32_t>(k);
  }
  for (size_t cell = 0; cell < piece.size(); ++cell)
    if (piece[cell] != 0 && parts.id[cell] != largest[piece[cell]]) piece[cell] = 0;
}

/// The pieces of the plan with the shores of a finer or coarser grid.
Raster<uint8_t> pieces_like(const Raster<uint8_t>& plan, const Mask& land) {
  PlanPieces near = plan_pieces(plan, land.grid);
  Raster<uint8_t>& piece = near.piece;
  for (size_t cell = 0; cell < piece.size(); ++cell)
    if (!land[cell] && !near.sure[cell]) piece[cell] = 0;
  for (size_t cell = 0; cell < piece.size(); ++cell)
    if (piece[cell] != 0 && touches_lower(piece, cell)) piece[cell] = 0;
  keep_largest(piece);
  fill_gaps(piece);
  return piece;
}

HandOutcome outcome_of(const ImportRow& row) {
  return {row.id, "imports", HandState::held, 0, 0, {}};
}

/// A row that a later one replaces, or of too little land. (Missing pixels are told of all rows at once.)
void tell_unused(const ImportedGround& imported, Island& island) {
  for (const ImportedRow& from : imported.all_land) {
    if (!imported.land.empty() && imported.land.front().row == from.row) continue;
    island.hand.outcomes.push_back(suspended_row("imports", *from.row,
                                                 from.row == imported.too_small
                                                     ? "its ground is less than 5 % of the frame"
                                                     : "a later row states the land"));
  }
}

Mask all_land(const Island& island) {
  Mask land = island.main;
  for (size_t cell = 0; cell < land.size(); ++cell) land[cell] |= island.islets[cell];
  return land;
}

void tell_land(const ImportedGround& imported, Island& island) {
  if (imported.land.empty()) return;
  const ImportedRow& from = imported.land.front();
  const Mask stated = imported.natural ? all_land(island) : stated_land(imported, island.main.grid);
  int64_t lakes = 0, left_out = 0, ground_cells = 0;
  HandOutcome outcome = outcome_of(*from.row);
  for (size_t cell = 0; cell < stated.size(); ++cell) {
    const bool is_land = island.main[cell] || island.islets[cell];
    outcome.asked += stated[cell];
    outcome.got += stated[cell] && is_land;
    lakes += !stated[cell] && is_land;
    left_out += stated[cell] && !is_land;
    ground_cells += island.main[cell];
  }
  if (lakes + left_out > 0) {
    outcome.state = HandState::part;
    outcome.reason = std::to_string(lakes) + " cells of lakes and gaps filled, " + std::to_string(left_out) +
                     " cells of pieces too small or too near the shore left out";
    island.hand.findings.push_back({Severity::info, "import_land_cleaned", "hand.imports." + from.row->id,
                                    "land of " + from.row->file + ": " + outcome.reason});
  }
  const double fraction = static_cast<double>(ground_cells) / static_cast<double>(stated.size());
  if (!imported.natural && std::fabs(fraction - imported.tmpl.land.fraction) > 0.0005)
    island.hand.findings.push_back({Severity::info, "import_land_fraction", "hand.imports." + from.row->id,
                                    "the land of " + from.row->file + " counts, not land.fraction " +
                                        rounded_text(imported.tmpl.land.fraction) + ": ground is " +
                                        rounded_text(fraction, 4) + " of the frame"});
  if (from.row->what == "land") island.hand.outcomes.push_back(std::move(outcome));
}

/// 0 at the edge of what a row states, 1 from `blend_m` inside on.
Raster<float> inner_weight(const Raster<float>& height, double blend_m) {
  Mask none(height.grid);
  for (size_t cell = 0; cell < none.size(); ++cell) none[cell] = std::isnan(height[cell]);
  Raster<float> weight = distance_to(none);
  for (float& w : weight.cells) {
    const double t = blend_m > 0 ? std::min(static_cast<double>(w) / blend_m, 1.0) : 1.0;
    w = static_cast<float>(t * t * (3 - 2 * t));
  }
  return weight;
}

/// Whether a stated height is the one that is there, as nearly as the file's 16 bits can say it.
bool is_there_already(const ImportRow& row, double before, double stated) {
  constexpr double kFloatRounding = 1e-6;
  const double step = (row.high_m - row.low_m) / 65535;
  return std::fabs(stated - before) <= step / 2 + kFloatRounding * std::max(1.0, std::fabs(before));
}

/// The height that a row makes of one that was there.
double changed_height(const ImportRow& row, double before, double stated, double weight) {
  switch (row.mode) {
    case ImportMode::replace:
      return is_there_already(row, before, stated) ? before : stated;
    case ImportMode::add:
      return before + stated;
    case ImportMode::blend:
      return before + (stated - before) * weight;
  }
  return before;
}

void put_row(const ImportedGround& imported, const ImportedRow& from, Island& island) {
  const Raster<float> stated = heights_on(from, imported.tmpl.frame, island.height_m.grid);
  const Raster<float> weight =
      from.row->mode == ImportMode::blend ? inner_weight(stated, from.row->blend_m) : Raster<float>();
  if (from.row->mode == ImportMode::replace && island.stated.size() == 0)
    island.stated = Mask(island.height_m.grid);
  HandOutcome outcome = outcome_of(*from.row);
  int64_t missing = 0, low = 0;
  for (size_t cell = 0; cell < stated.size(); ++cell) {
    const bool land = island.main[cell] || island.islets[cell];
    if (!land) continue;
    outcome.asked += 1;
    if (std::isnan(stated[cell])) {
      ++missing;
      continue;
    }
    const double height = changed_height(*from.row, static_cast<double>(island.height_m[cell]),
                                         static_cast<double>(stated[cell]),
                                         weight.size() > 0 ? static_cast<double>(weight[cell]) : 1);
    outcome.got += 1;
    if (height == static_cast<double>(island.height_m[cell])) continue;
    low += height < kLeastHeight_m;
    island.height_m[cell] = static_cast<float>(std::max(height, kLeastHeight_m));
    if (from.row->mode == ImportMode::replace) island.stated[cell] = 1;
  }
  const bool whole = from.row->mode != ImportMode::replace || missing == 0;
  if (!whole || low > 0) {
    outcome.state = HandState::part;
    outcome.reason = std::to_string(missing) + " cells of land without a height keep the natural one, " +
                     std::to_string(low) + " cells below " + rounded_text(kLeastHeight_m) + " m raised to it";
    island.hand.findings.push_back({Severity::info, "import_height_gaps", "hand.imports." + from.row->id,
                                    "heights of " + from.row->file + ": " + outcome.reason});
  }
  island.hand.outcomes.push_back(std::move(outcome));
}

}  // namespace

ImportedGround::ImportedGround(const Template& t, const SeedBundle& seeds, const ImportSet& imports,
                               const ValleyField& valleys, const PlanOutline& natural_plan)
    : tmpl(t), land(imported_rows(t, imports, "land")), heights(imported_rows(t, imports, "height")) {
  all_land = land;
  if (!land.empty()) land.erase(land.begin(), land.end() - 1);
  if (land.empty())
    for (const ImportedRow& row : heights)
      if (row.row->mode == ImportMode::replace) land = {row};
  if (land.empty()) return;
  plan = imported_outline(*this, plan_grid(tmpl));
  const auto cells = std::count_if(plan.piece.cells.begin(), plan.piece.cells.end(),
                                   [](uint8_t piece) { return piece != 0; });
  if (static_cast<double>(cells) >= kLeastFraction * static_cast<double>(plan.piece.size())) {
    natural = states_natural_land(*this, seeds, valleys, natural_plan);
    return;
  }
  too_small = land.front().row;
  land.clear();
  plan = {};
}

Outline imported_outline(const ImportedGround& imported, const GridSpec& grid) {
  if (imported.plan.piece.size() > 0 && imported.plan.piece.grid == grid) return imported.plan;
  const Mask land = stated_land(imported, grid);
  Outline out{imported.plan.piece.size() == 0 ? main_pieces(land, imported.tmpl)
                                              : pieces_like(imported.plan.piece, land),
              Mask(grid)};
  if (imported.tmpl.land.islets <= 0) return out;
  Mask main = out.piece;
  for (uint8_t& c : main.cells) c = c != 0;
  out.islets = find_islets(land, main, least_islet(imported.tmpl));
  return out;
}

void put_heights(const ImportedGround& imported, Island& island) {
  tell_unused(imported, island);
  if (imported.too_small != nullptr)
    island.hand.findings.push_back(
        {Severity::warning, "import_land_too_small", "hand.imports." + imported.too_small->id,
         "the land of " + imported.too_small->file +
             " is less than 5 % of the frame and is not used; the natural land stands"});
  tell_land(imported, island);
  for (const ImportedRow& row : imported.heights) put_row(imported, row, island);
}

}  // namespace fw
