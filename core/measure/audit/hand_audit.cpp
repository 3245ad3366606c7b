#include "core/measure/audit/hand_audit.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/field/shape.h"
#include "core/model/template/hand_words.h"
#include "core/model/template/plan_grid.h"
#include "core/model/template/view_sight.h"

namespace fw {
namespace {

/// The cells of a row on the world's grid, whatever their letters, and the rows of the grid that they touch.
struct KeptCells {
  Mask inside;
  int first_row = 0, end_row = 0;
};

/// Nothing where they cannot be read.
std::optional<KeptCells> cells_of_row(const HandCells& cells, const Template& tmpl, const GridSpec& grid) {
  const auto key = read_hand_key(cells.key);
  if (!key) return {};
  std::string letters;
  for (const auto& [sign, id] : key.value()) letters += sign;
  const GridSpec plan = plan_grid(tmpl.frame);
  const auto codes = read_runs(cells.cells, cells.top, cells.left, letters, plan);
  if (!codes) return {};
  const double top_m = plan.height_m() - cells.top * plan.cell_m;
  const double bottom_m = top_m - static_cast<double>(cells.cells.size()) * plan.cell_m;
  KeptCells out{Mask(grid), std::max(grid.row_at(top_m) - 1, 0),
                std::min(grid.row_at(bottom_m) + 2, grid.rows)};
  for (int row = out.first_row; row < out.end_row; ++row)
    for (int column = 0; column < grid.columns; ++column)
      out.inside.at(column, row) = codes.value()[plan.cell_at(grid.centre(column, row))] != 0 ? 1 : 0;
  return out;
}

/// Pairs of cells side by side, one kept and one outside that no paint decides.
AuditReport::FrozenEdge edge_of(const KeptCells& kept, const Raster<uint8_t>& code,
                                const Raster<uint8_t>& held) {
  const Mask& inside = kept.inside;
  AuditReport::FrozenEdge out;
  int64_t changes = 0;
  const auto see = [&](size_t a, size_t b) {
    if ((inside[a] != 0) == (inside[b] != 0) || code[a] == 0 || code[b] == 0) return;
    if (held.size() != 0 && held[inside[a] != 0 ? b : a] != 0) return;
    ++out.contacts;
    changes += code[a] != code[b] ? 1 : 0;
  };
  const GridSpec& g = code.grid;
  for (int row = kept.first_row; row < kept.end_row; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const size_t cell = g.index(column, row);
      if (column + 1 < g.columns) see(cell, cell + 1);
      if (row + 1 < g.rows) see(cell, g.index(column, row + 1));
    }
  if (out.contacts > 0) out.share = static_cast<double>(changes) / static_cast<double>(out.contacts);
  return out;
}

bool keeps_cells(const PaintRow& row) {
  return row.on && row.force == PaintForce::hard && row.cls.empty() && !row.place.runs.cells.empty();
}

}  // namespace

std::vector<AuditReport::ViewRow> measure_views(const World& world, const Template& tmpl) {
  std::vector<AuditReport::ViewRow> out;
  for (const ViewRow& view : tmpl.hand.views) {
    if (!acts(view, tmpl.frame)) continue;
    const SightClearance sight = line_of_sight(sight_of(view), world.height_m);
    out.push_back(
        {view.id, sight.open(), sight.length_m, sight.visible_m, sight.clearance_m, sight.least_at_m});
  }
  return out;
}

std::vector<AuditReport::FrozenEdge> measure_frozen_edges(const World& world, const Template& tmpl) {
  struct Layer {
    const char* name;
    const HandRows<PaintRow>* rows;
    const Raster<uint8_t>* code;
    const HeldByPaint* held;
  };
  const std::array<Layer, 3> layers{{{"biome", &tmpl.hand.biome, &world.biome, &world.biome_held},
                                     {"danger", &tmpl.hand.danger, &world.danger, &world.danger_held},
                                     {"faction", &tmpl.hand.faction, &world.faction, &world.faction_held}}};
  std::vector<AuditReport::FrozenEdge> out;
  for (const Layer& layer : layers)
    for (const PaintRow& row : *layer.rows) {
      if (!keeps_cells(row)) continue;
      const auto kept = cells_of_row(row.place.runs, tmpl, world.grid);
      if (!kept) continue;
      out.push_back(edge_of(*kept, *layer.code, layer.held->code));
      out.back().layer = layer.name;
      out.back().id = row.id;
    }
  return out;
}

}  // namespace fw
