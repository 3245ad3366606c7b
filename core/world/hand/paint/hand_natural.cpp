#include "core/world/hand/paint/hand_natural.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/field/filter.h"

namespace fw {

HeldByPaint held_by_paint(const RegionMap& map, const Paint& paint, const std::vector<Region>& moved,
                          std::vector<double> Region::*target) {
  HeldByPaint out;
  if (paint.empty()) return out;
  out.code = paint.core;
  out.eased = painted_regions(paint, map.code, map.regions.size());
  for (size_t r = 0; target != nullptr && r < out.eased.size(); ++r)
    if (map.regions[r].*target != moved[r].*target) out.eased[r] = true;
  return out;
}

namespace {

constexpr float kPaintReach_m = 750;
constexpr float kRowReach_m = 700;
constexpr float kFar_m = 1000;

using Codes = std::array<bool, 256>;

Codes codes_in(const Raster<uint8_t>& codes) {
  Codes in{};
  for (const uint8_t code : codes.cells) in[code] = true;
  in[0] = false;
  return in;
}

/// Calls drop(cell) for the cells of all components in which asks_change(cell) holds nowhere.
template <typename AsksChange, typename Drop>
void drop_standing_parts(const Raster<uint8_t>& labels, const AsksChange& asks_change, const Drop& drop) {
  const std::vector<ComponentRun> runs = component_runs(labels);
  std::vector<bool> changing(runs.size(), false);  // by id
  for (const ComponentRun& run : runs)
    for (size_t cell = run.begin; cell < run.end && !changing[run.id]; ++cell)
      changing[run.id] = asks_change(cell);
  for (const ComponentRun& run : runs)
    for (size_t cell = run.begin; cell < run.end && !changing[run.id]; ++cell) drop(cell);
}

/// Takes away the wants and rims of one class's patches that are there already.
void drop_shown_patches(Paint& paint, const Raster<uint8_t>& natural, uint8_t code) {
  Mask patch(natural.grid, 0);
  for (size_t cell = 0; cell < patch.size(); ++cell)
    patch[cell] =
        static_cast<uint8_t>(paint.want[cell] == code) | static_cast<uint8_t>(paint.rim[cell] == code);
  drop_standing_parts(
      patch, [&](size_t cell) { return paint.want[cell] == code && natural[cell] != code; },
      [&](size_t cell) {
        if (paint.want[cell] == code) paint.want[cell] = 0;
        if (paint.rim[cell] == code) paint.rim[cell] = 0;
      });
}

void drop_shown_bias(Paint& paint, const Raster<uint8_t>& natural) {
  drop_standing_parts(
      paint.bias,
      [&](size_t cell) {
        const float strength = paint.bias_sd[cell];
        return strength != 0 && (strength > 0) != (natural[cell] == paint.bias[cell]);
      },
      [&](size_t cell) { paint.bias[cell] = 0; });
}

bool is_painted(const Paint& change, size_t cell) {
  return change.want[cell] != 0 || change.bias[cell] != 0 ||
         (change.shaped.size() != 0 && change.shaped[cell] != 0);
}

}  // namespace

Paint paint_to_change(const Paint& paint, const Raster<uint8_t>& natural) {
  Paint change = paint;
  if (change.empty()) return change;
  const Codes wanted = codes_in(paint.want), rims = codes_in(paint.rim);
  for (size_t code = 1; code < wanted.size(); ++code)
    if (wanted[code] || rims[code]) drop_shown_patches(change, natural, static_cast<uint8_t>(code));
  drop_shown_bias(change, natural);
  return change;
}

bool changes_something(const Paint& paint) {
  for (size_t cell = 0; cell < paint.want.size(); ++cell)
    if (is_painted(paint, cell)) return true;
  return false;
}

std::vector<bool> painted_regions(const Paint& change, const Raster<uint8_t>& region, size_t regions) {
  std::vector<bool> painted(regions, false);
  for (size_t cell = 0; cell < change.want.size(); ++cell)
    if (region[cell] != 0 && is_painted(change, cell)) painted[region[cell] - 1u] = true;
  return painted;
}

PaintPlaces painted_ground(const Paint& change, const Raster<uint8_t>& region, size_t regions) {
  Mask paint(region.grid, 0);
  for (size_t cell = 0; cell < region.size(); ++cell)
    paint[cell] = region[cell] != 0 && is_painted(change, cell) ? 1 : 0;
  return {painted_regions(change, region, regions), std::move(paint)};
}

const Raster<float>& PaintPlaces::distance_m() {
  if (distance_m_.size() == 0) distance_m_ = distance_to(cells);
  return distance_m_;
}

Mask standing_ground(const Raster<uint8_t>& region, PaintPlaces& painted, const std::vector<bool>& moved) {
  Mask standing(region.grid, 0);
  std::vector<bool> may_stand(moved.size());
  for (size_t r = 0; r < moved.size(); ++r) may_stand[r] = !painted.regions[r] && !moved[r];
  if (std::find(may_stand.begin(), may_stand.end(), true) == may_stand.end()) return standing;
  Mask of_moved(region.grid, 0);
  for (size_t cell = 0; cell < region.size(); ++cell)
    of_moved[cell] = region[cell] != 0 && moved[region[cell] - 1u] ? 1 : 0;
  const Raster<float> to_moved_m = distance_to(of_moved);
  const Raster<float>& to_paint_m = painted.distance_m();
  for (size_t cell = 0; cell < region.size(); ++cell)
    if (region[cell] != 0 && may_stand[region[cell] - 1u] && to_paint_m[cell] > kPaintReach_m &&
        to_moved_m[cell] > kRowReach_m)
      standing[cell] = 1;
  return standing;
}

Mask far_ground(const Raster<uint8_t>& region, PaintPlaces& painted, const std::vector<bool>& moved) {
  Mask far(region.grid, 0);
  std::vector<bool> may_stand(moved.size());
  for (size_t r = 0; r < moved.size(); ++r) may_stand[r] = painted.regions[r] && !moved[r];
  if (std::find(may_stand.begin(), may_stand.end(), true) == may_stand.end()) return far;
  const Raster<float>& to_paint_m = painted.distance_m();
  for (size_t cell = 0; cell < region.size(); ++cell)
    if (region[cell] != 0 && may_stand[region[cell] - 1u] && to_paint_m[cell] > kFar_m) far[cell] = 1;
  return far;
}

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
