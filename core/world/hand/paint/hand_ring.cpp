#include "core/world/hand/paint/hand_ring.h"

#include <algorithm>
#include <vector>

#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kRing_m = 150;
constexpr double kRing_sd = 3;

bool is_frozen(const PaintRow& row) {
  return row.on && row.force == PaintForce::hard && row.cls.empty() && !row.place.runs.cells.empty();
}

bool any_frozen(const HandRows<PaintRow>& rows) {
  for (const PaintRow& row : rows)
    if (is_frozen(row)) return true;
  return false;
}

/// Frozen rows, by place in the list + 1, that the natural layer does not fill as they say.
std::vector<uint8_t> rows_to_ring(const HandRows<PaintRow>& rows, const Raster<uint8_t>& natural,
                                  const Paint& paint) {
  std::vector<uint8_t> out(std::max(rows.size(), paint.ids.size()) + 1, 0);  // rows of imports have no ring
  for (size_t cell = 0; cell < natural.size(); ++cell) {
    const uint16_t row = paint.row[cell];
    if (row != 0 && row <= rows.size() && paint.core[cell] != 0 && paint.core[cell] != natural[cell] &&
        is_frozen(rows[row - 1u]))
      out[row] = 1;
  }
  return out;
}

}  // namespace

std::optional<Paint> with_rings(const Template& tmpl, PaintLayer layer, const Raster<uint8_t>& natural,
                                const Paint& painted) {
  const HandRows<PaintRow>& rows = paint_rows(tmpl.hand, layer);
  if (painted.empty() || !any_frozen(rows)) return std::nullopt;
  const std::vector<uint8_t> ringed = rows_to_ring(rows, natural, painted);
  Mask frozen(natural.grid, 0);
  bool any = false;
  for (size_t cell = 0; cell < frozen.size(); ++cell)
    if (painted.core[cell] != 0 && ringed[painted.row[cell]] != 0) frozen[cell] = 1, any = true;
  if (!any) return std::nullopt;
  Paint paint = painted;
  paint.ring = Mask(natural.grid, 0);
  const Raster<float> away_m = distance_to(frozen);
  const Raster<uint32_t> nearest = nearest_cell(frozen);
  for (size_t cell = 0; cell < frozen.size(); ++cell) {
    const double d = static_cast<double>(away_m[cell]);
    if (natural[cell] == 0 || frozen[cell] != 0 || d >= kRing_m) continue;
    if (paint.row[cell] != 0 || paint.rim[cell] != 0 || paint.bias[cell] != 0) continue;
    paint.bias[cell] = paint.core[nearest[cell]];
    paint.bias_sd[cell] = static_cast<float>(kRing_sd * (1 - d / kRing_m));
    if (d > kRing_m / 2) continue;
    paint.want[cell] = paint.core[nearest[cell]];
    paint.row[cell] = paint.row[nearest[cell]];
    paint.ring[cell] = 1;
  }
  return paint;
}

std::optional<Paint> without_frozen(const Template& tmpl, PaintLayer layer,
                                    const Raster<uint8_t>& region_codes, const ImportSet& imports) {
  const HandRows<PaintRow>& rows = paint_rows(tmpl.hand, layer);
  if (!any_frozen(rows)) return std::nullopt;
  Template others = tmpl;
  HandRows<PaintRow>& left = layer == PaintLayer::biome    ? others.hand.biome
                             : layer == PaintLayer::danger ? others.hand.danger
                                                           : others.hand.faction;
  left = {};
  for (const PaintRow& row : rows)
    if (!is_frozen(row)) left.push_back(row);
  std::vector<HandOutcome> outcomes;
  Findings findings;
  return make_paint(others, layer, region_codes, outcomes, findings, imports);
}

bool holds_cores(const Paint& paint, const Raster<uint8_t>& code) {
  for (size_t cell = 0; cell < paint.core.size(); ++cell)
    if (paint.core[cell] != 0 && code[cell] != 0 && paint.core[cell] != code[cell]) return false;
  return true;
}

}  // namespace fw
