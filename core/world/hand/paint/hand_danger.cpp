#include "core/world/hand/paint/hand_danger.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/model/world/seam.h"
#include "core/world/fit/danger_bands.h"
#include "core/world/hand/paint/hand_bands.h"
#include "core/world/hand/paint/hand_danger_rows.h"
#include "core/world/hand/paint/hand_natural.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/mixes.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr float kDangerDecided_sd =
    12;                               // beyond the smoothed counts of kFirstCuts: such cells are passed over
constexpr int64_t kLeftToRepair = 3;  // cells of a region: beside decided cells no cut comes nearer soon
constexpr size_t kSmoothings = 3;     // tried: the natural one and gentler ones
constexpr size_t kDangerSlots = size_t{1} << 14;  // a piece of a loop over all slots

/// Codes by slot.
std::vector<uint8_t> gather_codes(const ZoneBlocks& blocks, const Raster<uint8_t>& codes) {
  std::vector<uint8_t> out(blocks.slot_count());
  parallel_for(out.size(), kDangerSlots, [&](size_t begin, size_t end) {
    for (size_t slot = begin; slot < end; ++slot) out[slot] = codes[blocks.cell[slot]];
  });
  return out;
}

/// The natural cuts; those between bands that nobody had lie above everything.
void start_from(const NaturalDanger& natural, double highest, BandCuts& cuts) {
  const std::vector<std::vector<double>>& offsets = natural.layer.fit.offsets;
  for (size_t k = 0; k < cuts.size(); ++k) {
    cuts.theta[k].assign(offsets.size(), highest);
    for (size_t r = 0; r < offsets.size(); ++r)
      if (k < offsets[r].size()) cuts.theta[k][r] = offsets[r][k];
  }
}

/// Stand-ins for margins, of which a step reads only the sign.
void start_from_labels(const ZoneBlocks& blocks, const Raster<uint8_t>& natural, const LabelBounds& bounds,
                       BandCuts& cuts) {
  for (size_t k = 0; k < cuts.size(); ++k) {
    Plane& margin = cuts.margin[k];
    margin.resize(blocks.slot_count());
    parallel_for(margin.size(), kDangerSlots, [&](size_t begin, size_t end) {
      for (size_t slot = begin; slot < end; ++slot) {
        const uint32_t cell = blocks.cell[slot];
        const uint8_t label = std::clamp(natural[cell], bounds.low[cell], bounds.high[cell]);
        margin[slot] = label > k + 1 ? 1.0F : -1.0F;
      }
    });
  }
}

/// The field that every cut reads: with its rims and bias.
std::vector<Plane> biased_fields(const ZoneBlocks& blocks, const Plane& field,
                                 const std::vector<Raster<float>>& bias, double sd) {
  const auto scale = static_cast<float>(sd);
  std::vector<Plane> out(bias.size());
  for (size_t k = 0; k < bias.size(); ++k) {
    out[k] = field;
    parallel_for(field.size(), kDangerSlots, [&](size_t begin, size_t end) {
      for (size_t slot = begin; slot < end; ++slot) out[k][slot] += scale * bias[k][blocks.cell[slot]];
    });
  }
  return out;
}

/// Puts the slots that the bounds decide far from a cut.
auto pin_to(const ZoneBlocks& blocks, const LabelBounds& bounds, double sd) {
  const auto far = kDangerDecided_sd * static_cast<float>(sd);
  return [low = gather_codes(blocks, bounds.low), high = gather_codes(blocks, bounds.high), far](
             size_t cut, Plane& field) {
    parallel_for(field.size(), kDangerSlots, [&](size_t begin, size_t end) {
      for (size_t slot = begin; slot < end; ++slot)
        if (low[slot] > cut + 1)
          field[slot] = far;
        else if (high[slot] <= cut + 1)
          field[slot] = -far;
    });
  };
}

void let_stand(const Mask& standing, const Raster<uint8_t>& natural, LabelBounds& bounds) {
  for (size_t cell = 0; cell < standing.size(); ++cell)
    if (standing[cell] != 0) bounds.low[cell] = bounds.high[cell] = natural[cell];
}

/// The bands that cuts must tell apart.
size_t bands_to_cut(const NaturalDanger& natural, const ZoneCounts& target, const Mask& cores) {
  size_t bands = std::max(wanted_bands(danger_target_cells(natural.map)), wanted_bands(target));
  for (const uint8_t code : cores.cells) bands = std::max<size_t>(bands, code);
  return bands;
}

/// A few more steps from the natural cuts and bands, with the natural smoothing; more gently where borders of
/// regions would show that did not. Returns how many cells the regions' rows are off.
int64_t refit(const NaturalDanger& natural, const BandPaint& paint, const LabelBounds& bounds,
              const ZoneCounts& target, bool rows_moved, const Progress& progress, DangerLayer& layer) {
  const ZoneBlocks& blocks = natural.blocks;
  const GridSpec& grid = natural.map.code.grid;
  const Plane field = gather(blocks, natural.field.values);
  const double sd = joint_moments(blocks, {field}).sd;
  BandCuts cuts = needed_cuts(target, bands_to_cut(natural, target, paint.cores));
  start_from(natural, static_cast<double>(largest_magnitude(field)) + 1e-3 * sd, cuts);
  start_from_labels(blocks, natural.layer.band, bounds, cuts);
  const std::vector<Plane> biased = biased_fields(blocks, field, paint.bias, sd);
  CutFields fields{{}, sd, pin_to(blocks, bounds, sd)};
  for (size_t k = 0; k < cuts.size(); ++k) fields.field.push_back(&biased[k]);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, grid.cells());
  const Raster<uint8_t>& region = natural.map.code;
  CutEffort effort = rows_moved ? kFirstCuts : kNextCuts;
  effort.may_miss = kLeftToRepair;
  const double visible = std::max(kVisibleBorder, seam_score(count_seam(natural.layer.band, region)));
  const size_t end = std::min(kBandSmoothings.size(), natural.layer.smoothing + kSmoothings);
  double least = 0;
  int64_t error = 0;
  for (size_t i = natural.layer.smoothing; i < end; ++i) {
    const BandCuts smoothed = smooth_cuts(blocks, fields, cuts, grid, kBandSmoothings[i], effort, progress);
    stop_if_cancelled(progress);
    Bands bands = cut_bands(blocks, slot_of, smoothed, target, region, &bounds);
    const double seam = seam_score(count_seam(bands.code, region));
    if (i > natural.layer.smoothing && seam >= least) continue;
    least = seam;
    error = bands.remaining_error;
    layer.band = std::move(bands.code);
    layer.fit = std::move(bands.fit);
    if (seam <= visible) break;
  }
  return error;
}

/// In regions whose rows did not move, or (where the mix follows) by what paint covers alone, what lies far
/// from paint stands too, unless the regions cannot be balanced so.
void refit_near_paint(const NaturalDanger& natural, const Paint& change, const BandPaint& paint,
                      const DangerRows& rows, const Template& tmpl, const Progress& progress,
                      DangerLayer& layer) {
  const Raster<uint8_t>& region = natural.map.code;
  const bool moved = std::ranges::find(rows.moved, true) != rows.moved.end();
  LabelBounds bounds = paint.held;
  PaintPlaces painted = painted_ground(change, region, rows.moved.size());
  let_stand(standing_ground(region, painted, rows.moved), natural.layer.band, bounds);
  LabelBounds narrow = bounds;
  const bool local = tmpl.hand.mix == HandMix::follow;
  const std::vector<bool> none(rows.moved.size(), false);
  if (local) let_stand(standing_ground(region, painted, none), natural.layer.band, narrow);
  let_stand(far_ground(region, painted, local ? none : rows.moved), natural.layer.band, narrow);
  if (refit(natural, paint, narrow, rows.cells, moved, progress, layer) == 0) return;
  if (narrow.low.cells != bounds.low.cells || narrow.high.cells != bounds.high.cells)
    refit(natural, paint, bounds, rows.cells, moved, progress, layer);
}

/// Every region sorted and cut on its own: cut by cut what the cut before has above it.
void recut_strictly(const NaturalDanger& natural, const BandPaint& paint, const ZoneCounts& target,
                    DangerLayer& layer) {
  const ZoneBlocks& blocks = natural.blocks;
  const Plane field = gather(blocks, natural.field.values);
  const double sd = joint_moments(blocks, {field}).sd;
  const Raster<uint8_t>& region = natural.map.code;
  std::vector<std::vector<uint32_t>> above(target.size());  // the last cut
  for (uint32_t cell = 0; cell < region.size(); ++cell) {
    layer.band[cell] = region[cell] == 0 ? 0 : 1;
    if (region[cell] != 0) above[region[cell] - 1u].push_back(cell);
  }
  const BandCuts cuts = needed_cuts(target, paint.bias.size() + 1);
  const auto value_at = [&](uint32_t cell, size_t cut) {
    if (paint.held.low[cell] > cut + 1) return std::numeric_limits<float>::infinity();
    if (paint.held.high[cell] <= cut + 1) return -std::numeric_limits<float>::infinity();
    return natural.field.values[cell] + static_cast<float>(sd) * paint.bias[cut][cell];
  };
  for (size_t k = 0; k < cuts.size(); ++k)
    for (size_t r = 0; r < above.size(); ++r) {
      std::vector<std::pair<float, uint32_t>> order;
      for (const uint32_t cell : above[r]) order.emplace_back(value_at(cell, k), cell);
      std::sort(order.begin(), order.end());
      above[r].clear();
      const size_t need = std::min(order.size(), static_cast<size_t>(cuts.need[k][r]));
      for (size_t i = order.size() - need; i < order.size(); ++i) {
        above[r].push_back(order[i].second);
        layer.band[order[i].second] = static_cast<uint8_t>(k + 2);
      }
    }
}

/// The thresholds again, where rims and bias lift the field or lower it.
void recut_raw(const NaturalDanger& natural, const BandPaint& paint, const std::vector<double>& limits,
               DangerLayer& layer) {
  const double sd = joint_moments(natural.blocks, {gather(natural.blocks, natural.layer.calibrated)}).sd;
  for (size_t cell = 0; cell < layer.band.size(); ++cell) {
    if (layer.band[cell] == 0) continue;
    uint8_t code = 1;
    for (size_t k = 0; k < paint.bias.size() && code == k + 1; ++k)
      if (static_cast<double>(natural.layer.calibrated[cell]) +
              sd * static_cast<double>(paint.bias[k][cell]) >=
          limits[k + 1])
        ++code;
    layer.band[cell] = std::clamp(code, paint.held.low[cell], paint.held.high[cell]);
  }
}

/// d of the cells that changed: the rank of the field's value among the natural cells of the new band.
void recalibrate(const NaturalDanger& natural, const std::vector<double>& limits, DangerLayer& layer) {
  const Raster<uint8_t>& before = natural.layer.band;
  std::vector<uint32_t> sorted;
  if (natural.field.ascending.empty()) sorted = ascending(natural.field.values, before);
  const std::vector<uint32_t>& order = sorted.empty() ? natural.field.ascending : sorted;
  std::array<size_t, kMaxBands + 1> cells{}, passed{};  // natural ones, by code
  for (const uint32_t cell : order) ++cells[before[cell]];
  for (const uint32_t cell : order) {
    const uint8_t code = layer.band[cell];
    if (code != before[cell]) {
      const auto rank = static_cast<float>((static_cast<double>(passed[code]) + 0.5) /
                                           static_cast<double>(cells[code] + 1));
      const double low = limits[code - 1u];
      layer.calibrated[cell] = static_cast<float>(low + (limits[code] - low) * static_cast<double>(rank));
    }
    ++passed[before[cell]];
  }
}

}  // namespace

HandDanger adapt_danger(const NaturalDanger& natural, const Paint& paint, const Template& tmpl,
                        const Progress& progress) {
  HandDanger out{natural.layer, natural.map.regions, {}};
  const Paint change = paint_to_change(paint, natural.layer.band);
  if (!changes_something(change)) return out;
  const std::vector<double> limits = band_limits(tmpl.vocabulary);
  const BandPaint spread =
      spread_band_paint(paint, change, natural.map.code, tmpl.vocabulary.danger.size(), tmpl.hand.belt_m);
  if (tmpl.danger_mode == DangerMode::raw_thresholds) {
    recut_raw(natural, spread, limits, out.layer);
  } else {
    const DangerRows rows =
        rows_with_paint(natural.map, natural.layer.band, paint, change, spread, tmpl, out.findings);
    for (size_t r = 0; r < rows.shares.size(); ++r) out.regions[r].danger_target = rows.shares[r];
    if (tmpl.layer_mode == LayerMode::strict_quantile)
      recut_strictly(natural, spread, rows.cells, out.layer);
    else
      refit_near_paint(natural, change, spread, rows, tmpl, progress, out.layer);
  }
  recalibrate(natural, limits, out.layer);
  tell_skipped_bands(paint, spread.held, natural.layer.band, out.layer.band, tmpl, out.findings);
  return out;
}

}  // namespace fw
