#include "core/world/layers/danger.h"
#include "core/world/land/stacks.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/model/world/seam.h"
#include "core/world/dice/rerolls.h"
#include "core/world/fit/danger_bands.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

// The fit of the bands: docs/world.md, 4.2.
constexpr double kTrend = 0.30;  // what a tier adds to the field
constexpr double kTrendSigma_m = 500;
constexpr double kTrendCell_m = 62.5;       // the trend is smooth: a coarse grid carries it
constexpr size_t kSlots = size_t{1} << 14;  // a piece of a loop over all slots
// A gentler smoothing may not break the bands into more: of three cuts on at most sixty regions, else in
// proportion.
constexpr size_t kMostBandPieces = 30;

/// The largest divisor of the grid whose cells are no longer than `cell_m`.
int coarsening(const GridSpec& grid, double cell_m) {
  int best = 1;
  for (int f = 2; f * grid.cell_m <= cell_m * (1 + 1e-9); ++f)
    if (grid.columns % f == 0 && grid.rows % f == 0) best = f;
  return best;
}

/// sum_r tier_r w_r(sigma 500 m) = G(tier of the cell's region) / G(land).
Raster<float> tier_trend(const RegionMap& map) {
  const GridSpec& grid = map.code.grid;
  const int factor = coarsening(grid, kTrendCell_m);
  const GridSpec coarse{grid.columns / factor, grid.rows / factor, grid.cell_m * factor};
  Raster<float> tier(coarse, 0.0F);
  Raster<float> land(coarse, 0.0F);
  const float part = 1.0F / static_cast<float>(factor * factor);
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const uint8_t code = map.code.at(column, row);
      if (code == 0) continue;
      tier.at(column / factor, row / factor) += part * static_cast<float>(map.regions[code - 1u].tier);
      land.at(column / factor, row / factor) += part;
    }
  tier = gaussian(tier, kTrendSigma_m);
  land = gaussian(land, kTrendSigma_m);
  Raster<float> out = bilinear_at_cells(tier, grid);
  const Raster<float> land_here = bilinear_at_cells(land, grid);
  parallel_for(out.size(), kSlots, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell)
      out[cell] = map.code[cell] == 0 ? 0.0F : out[cell] / std::max(land_here[cell], 1e-6F);
  });
  return out;
}

NoiseField danger_noise(const Template& tmpl, const SeedBundle& seeds) {
  const NoiseStack& stack = tmpl.noise.danger;
  return layer_noise(tmpl.vocabulary, seeds, "danger", stack, 0, "");
}

size_t most_pieces(const RegionMap& map, size_t bands) {
  return kMostBandPieces * std::max<size_t>(bands - 1, 3) * std::max<size_t>(map.regions.size(), 60) /
         (3 * 60);
}

void fit_balanced(const RegionMap& map, const ZoneBlocks& blocks, const Raster<float>& field,
                  const Progress& progress, DangerLayer& layer) {
  const ZoneCounts target = danger_target_cells(map);
  const size_t band_count = wanted_bands(target);
  const Plane plane = gather(blocks, field);
  const double sd = joint_moments(blocks, {plane}).sd;
  BandCuts plain = needed_cuts(target, band_count);
  const CutFields fields{std::vector<const Plane*>(plain.size(), &plane), sd};
  fit_cuts(blocks, fields.field, sd, kFirstCuts, plain);  // where every smoothing starts
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  double least = 0;
  for (size_t i = 0; i < kBandSmoothings.size(); ++i) {
    const BandCuts cuts =
        smooth_cuts(blocks, fields, plain, map.code.grid, kBandSmoothings[i], kNextCuts, progress);
    stop_if_cancelled(progress);
    Bands bands = cut_bands(blocks, slot_of, cuts, target, map.code, nullptr);
    const double seam = seam_score(count_seam(bands.code, map.code));
    if (i > 0 && (seam >= least || list_components(bands.code).cells.size() > most_pieces(map, band_count)))
      continue;
    least = seam;
    layer.band = std::move(bands.code);
    layer.fit = std::move(bands.fit);
    layer.smoothing = i;
    if (least <= kVisibleBorder) break;
  }
}

/// d = t_k + (t_(k+1) - t_k) * rank inside the band over the whole island, the rank that fw::rank gives.
Raster<float> calibrate(const DangerField& danger_field, const Raster<uint8_t>& band,
                        const std::vector<double>& limits) {
  using CodeCounts = std::array<size_t, kMaxBands + 1>;
  const size_t count = danger_field.ascending.size();
  std::vector<CodeCounts> before((count + kSlots - 1) / kSlots);  // of every code, first in the piece
  parallel_for(count, kSlots, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) ++before[begin / kSlots][band[danger_field.ascending[i]]];
  });
  CodeCounts cells{};
  for (CodeCounts& piece : before)
    for (size_t code = 0; code < cells.size(); ++code) cells[code] += std::exchange(piece[code], cells[code]);
  Raster<float> out(danger_field.values.grid, 0.0F);
  parallel_for(count, kSlots, [&](size_t begin, size_t end) {
    CodeCounts& at = before[begin / kSlots];
    for (size_t i = begin; i < end; ++i) {
      const uint32_t cell = danger_field.ascending[i];
      const size_t code = band[cell];
      if (code == 0) continue;
      const double ordinal = static_cast<double>(at[code]++);
      const auto rank = static_cast<float>((ordinal + 0.5) / static_cast<double>(cells[code]));
      const double low = limits[code - 1];
      out[cell] = static_cast<float>(low + (limits[code] - low) * static_cast<double>(rank));
    }
  });
  return out;
}

/// The paper's fixed thresholds on (n + 1) / 2; the mix is whatever comes out.
DangerLayer cut_raw(const RegionMap& map, const Raster<float>& noise, const Template& tmpl) {
  const std::vector<double> limits = band_limits(tmpl.vocabulary);
  DangerLayer layer;
  layer.band = Raster<uint8_t>(noise.grid, 0);
  layer.calibrated = Raster<float>(noise.grid, 0.0F);
  for (size_t i = 0; i < noise.size(); ++i) {
    if (map.code[i] == 0) continue;
    const float value = std::clamp((noise[i] + 1.0F) * 0.5F, 0.0F, 1.0F);
    uint8_t band = 1;
    for (size_t k = 1; k + 1 < limits.size(); ++k)
      band = static_cast<uint8_t>(band + (static_cast<double>(value) >= limits[k] ? 1 : 0));
    layer.band[i] = band;
    layer.calibrated[i] = value;
  }
  return layer;
}

}  // namespace

Raster<float> danger_stack(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds) {
  Raster<float> values = noise_raster(danger_noise(tmpl, seeds), grid, tmpl.noise.phase);
  mix_dice(
      field_dice(tmpl, SeedPart::danger, seeds, grid),
      [&](const SeedBundle& other) { return danger_noise(tmpl, other); }, grid, tmpl.noise.phase, {},
      values.cells);
  return values;
}

Raster<float> danger_cut_field(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  Raster<float> field = danger_stack(map.code.grid, tmpl, seeds);
  const Raster<float> trend = tier_trend(map);
  for (size_t i = 0; i < field.size(); ++i) field[i] += static_cast<float>(kTrend) * trend[i];
  return field;
}

std::vector<double> band_limits(const Vocabulary& vocabulary) {
  std::vector<double> limits;
  for (const BandRow& row : vocabulary.danger) limits.push_back(row.threshold);
  if (!limits.empty()) limits.front() = 0;
  limits.push_back(1);
  return limits;
}

void cut_regions_strictly(const RegionMap& map, const Raster<float>& field, const ZoneCounts& target,
                          Raster<uint8_t>& out) {
  std::vector<std::vector<uint32_t>> cells(map.regions.size());
  for (size_t i = 0; i < map.code.size(); ++i)
    if (map.code[i] != 0) cells[map.code[i] - 1u].push_back(static_cast<uint32_t>(i));
  for (size_t r = 0; r < cells.size(); ++r) quantile_cut(field, cells[r], target[r], out);
}

DangerField make_danger_field(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  if (tmpl.danger_mode == DangerMode::raw_thresholds) return {danger_stack(map.code.grid, tmpl, seeds), {}};
  const bool plain = tmpl.layer_mode == LayerMode::strict_quantile;
  DangerField danger_field{
      plain ? danger_stack(map.code.grid, tmpl, seeds) : danger_cut_field(map, tmpl, seeds), {}};
  Mask inside(map.code.grid, 0);
  for (size_t i = 0; i < inside.size(); ++i) inside[i] = map.code[i] != 0 ? 1 : 0;
  danger_field.ascending = ascending(danger_field.values, inside);
  return danger_field;
}

DangerLayer make_danger(const RegionMap& map, const SampledBlocks& blocks, const DangerField& danger_field,
                        const Template& tmpl, const Progress& progress) {
  if (tmpl.danger_mode == DangerMode::raw_thresholds) return cut_raw(map, danger_field.values, tmpl);
  DangerLayer layer;
  if (tmpl.layer_mode == LayerMode::strict_quantile) {
    layer.band = Raster<uint8_t>(danger_field.values.grid, 0);
    cut_regions_strictly(map, danger_field.values, danger_target_cells(map), layer.band);
  } else {
    fit_balanced(map, blocks.blocks, danger_field.values, progress, layer);
  }
  layer.calibrated = calibrate(danger_field, layer.band, band_limits(tmpl.vocabulary));
  return layer;
}

}  // namespace fw
