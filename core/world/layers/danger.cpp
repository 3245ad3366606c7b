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
#include "core/world/cancel.h"
#include "core/world/fit/danger_cuts.h"
#include "core/world/fit/repair.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

// The fit of the bands: docs/world.md, 4.2.
constexpr double kTrend = 0.30;  // what a tier adds to the field
constexpr double kTrendSigma_m = 500;
constexpr double kTrendCell_m = 62.5;  // the trend is smooth: a coarse grid carries it
constexpr int kMboSteps = 3;
constexpr size_t kSlots = size_t{1} << 14;  // a piece of a loop over all slots
constexpr int kFirstIterations = 40;
constexpr int kMboIterations = 25;
constexpr double kFirstEps = 0.25;  // sd
constexpr double kMboEps = 0.06;    // sd

/// How strongly and how widely an MBO step pulls the bands together.
struct Smoothing {
  double jump;  // sd
  double sigma_m;
};

// The first that draws no region borders wins, else the one that draws them least. Where neighbouring mixes
// differ much the cuts are steep along the border, and a strong jump locks the bands onto it: gentler jumps
// let go of it.
constexpr std::array<Smoothing, 5> kSmoothings{
    {{0.5, 39.0625}, {0.2, 39.0625}, {0.1, 39.0625}, {0.2, 62.5}, {0.05, 39.0625}}};
constexpr size_t kOlderSmoothings = 4;  // of worlds that keep their cells
// A gentler smoothing may not break the bands into more: of three cuts on at most sixty regions, else in
// proportion.
constexpr size_t kMostPieces = 30;

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

/// The cuts of one layer while they are fitted: one less than bands.
struct Cuts {
  std::vector<std::vector<int64_t>> need;
  std::vector<std::vector<double>> theta;
  std::vector<Plane> margin;

  explicit Cuts(size_t cuts) : need(cuts), theta(cuts), margin(cuts) {}
  size_t size() const { return need.size(); }
};

/// out = field + jump * 2 (LG[margin > 0] - .5)
void add_jump(const Plane& field, const Plane& margin, double jump, IndicatorBlur& blur, Plane& out) {
  std::vector<uint8_t> above(margin.size());
  parallel_for(above.size(), kSlots, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) above[i] = margin[i] > 0 ? 1 : 0;
  });
  blur.share(above, 1, out);
  const auto height = static_cast<float>(2 * jump);
  parallel_for(out.size(), kSlots, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) out[i] = field[i] + height * (out[i] - 0.5F);
  });
}

/// Moves all cuts until each field has what its cut needs above it.
void fit_cuts(const ZoneBlocks& blocks, const std::vector<const Plane*>& field, double sd, double eps,
              int iterations, Cuts& cuts) {
  std::vector<CutProblem> problems;
  for (size_t k = 0; k < cuts.size(); ++k) problems.push_back({blocks, *field[k], cuts.need[k], sd});
  parallel_for(cuts.size(), 1, [&](size_t k, size_t) {
    if (cuts.theta[k].empty()) cuts.theta[k] = own_quantiles(problems[k]);
  });
  solve_cuts(problems, eps, iterations, cuts.theta);
  nested_margins(problems, cuts.theta, cuts.margin);
}

/// The cuts of the field itself: where every smoothing starts.
Cuts fit_plain_cuts(const ZoneBlocks& blocks, const Plane& field, const ZoneCounts& target, size_t bands,
                    double sd) {
  Cuts cuts(bands - 1);
  for (size_t k = 0; k < cuts.size(); ++k)
    for (const auto& row : target) {
      int64_t above = 0;
      for (size_t band = k + 1; band < bands; ++band) above += row[band];
      cuts.need[k].push_back(above);
    }
  fit_cuts(blocks, std::vector<const Plane*>(cuts.size(), &field), sd, kFirstEps, kFirstIterations, cuts);
  return cuts;
}

Cuts smooth_cuts(const ZoneBlocks& blocks, const Plane& field, Cuts cuts, const GridSpec& grid, double sd,
                 const Smoothing& smoothing, const Progress& progress) {
  IndicatorBlur blur(blocks, grid, smoothing.sigma_m);
  std::vector<Plane> jumped(cuts.size());
  std::vector<const Plane*> fields;
  for (const Plane& plane : jumped) fields.push_back(&plane);
  for (int step = 0; step < kMboSteps; ++step) {
    stop_if_cancelled(progress);
    for (size_t k = 0; k < cuts.size(); ++k)
      add_jump(field, cuts.margin[k], smoothing.jump * sd, blur, jumped[k]);
    fit_cuts(blocks, fields, sd, kMboEps, kMboIterations, cuts);
  }
  return cuts;
}

/// How far inside its band a slot's cell lies: the repair flips the least certain cells first.
float band_score(const Cuts& cuts, size_t band, size_t slot) {
  constexpr float kNone = std::numeric_limits<float>::max();
  const float lower = band > 0 ? cuts.margin[band - 1][slot] : kNone;
  const float upper = band < cuts.size() ? -cuts.margin[band][slot] : kNone;
  return std::min(lower, upper);
}

struct Bands {
  Raster<uint8_t> code;
  LayerFit fit;
};

Bands cut_bands(const ZoneBlocks& blocks, const std::vector<uint32_t>& slot_of, const Cuts& cuts,
                const ZoneCounts& target, const RegionMap& map, bool mends) {
  const GridSpec& grid = map.code.grid;
  std::vector<uint8_t> band(blocks.slot_count());
  parallel_for(band.size(), kSlots, [&](size_t begin, size_t end) {
    for (const Plane& margin : cuts.margin)
      for (size_t i = begin; i < end; ++i) band[i] = static_cast<uint8_t>(band[i] + (margin[i] > 0 ? 1 : 0));
  });
  Bands out;
  out.code = scatter_codes(blocks, band, grid);
  RepairTask task{static_cast<int>(cuts.size() + 1), map.code, target, [&](uint32_t cell, int cls) {
                    return band_score(cuts, static_cast<size_t>(cls), slot_of[cell]);
                  }};
  task.ordered = true;
  task.mends = mends;
  RepairResult repaired = despeckle_and_repair(out.code, task);
  if (repaired.remaining_error > 0) {
    task.ordered = false;
    const RepairResult again = despeckle_and_repair(out.code, task);
    repaired.repaired_cells += again.repaired_cells;
    repaired.despeckled_cells += again.despeckled_cells;
  }
  out.fit.repaired_cells = repaired.repaired_cells;
  out.fit.despeckled_cells = repaired.despeckled_cells;
  out.fit.offsets.assign(map.regions.size(), std::vector<double>(cuts.size()));
  for (size_t r = 0; r < map.regions.size(); ++r)
    for (size_t k = 0; k < cuts.size(); ++k) out.fit.offsets[r][k] = cuts.theta[k][r];
  return out;
}

/// The bands up to the worst that any region wants.
size_t wanted_bands(const ZoneCounts& target) {
  size_t bands = 1;
  for (const auto& row : target)
    for (size_t k = bands; k < row.size(); ++k)
      if (row[k] > 0) bands = k + 1;
  return bands;
}

size_t most_pieces(const RegionMap& map, size_t bands) {
  return kMostPieces * std::max<size_t>(bands - 1, 3) * std::max<size_t>(map.regions.size(), 60) / (3 * 60);
}

void fit_balanced(const RegionMap& map, const ZoneBlocks& blocks, const Raster<float>& field,
                  const Template& tmpl, const Progress& progress, DangerLayer& layer) {
  const ZoneCounts target = danger_target_cells(map);
  const size_t band_count = wanted_bands(target);
  const Plane plane = gather(blocks, field);
  const double sd = joint_moments(blocks, {plane}).sd;
  const Cuts plain = fit_plain_cuts(blocks, plane, target, band_count, sd);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  double least = 0;
  const bool keeps = keeps_cells(tmpl);
  for (size_t i = 0; i < (keeps ? kOlderSmoothings : kSmoothings.size()); ++i) {
    const Cuts cuts = smooth_cuts(blocks, plane, plain, map.code.grid, sd, kSmoothings[i], progress);
    stop_if_cancelled(progress);
    Bands bands = cut_bands(blocks, slot_of, cuts, target, map, !keeps);
    const double seam = seam_score(count_seam(bands.code, map.code));
    if (i > 0 && (seam >= least || list_components(bands.code).cells.size() > most_pieces(map, band_count)))
      continue;
    least = seam;
    layer.band = std::move(bands.code);
    layer.fit = std::move(bands.fit);
    if (least <= kVisibleBorder) break;
  }
}

/// The danger at which every band begins: 0 for the first.
std::vector<double> thresholds_of(const Vocabulary& vocabulary) {
  std::vector<double> thresholds;
  for (const BandRow& row : vocabulary.danger) thresholds.push_back(row.threshold);
  if (!thresholds.empty()) thresholds.front() = 0;
  return thresholds;
}

/// d = t_k + (t_(k+1) - t_k) * rank inside the band over the whole island, the rank that fw::rank gives.
Raster<float> calibrate(const DangerField& danger_field, const Raster<uint8_t>& band,
                        const std::vector<double>& thresholds) {
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
      const double low = thresholds[code - 1];
      out[cell] = static_cast<float>(low + (thresholds[code] - low) * static_cast<double>(rank));
    }
  });
  return out;
}

/// The paper's fixed thresholds on (n + 1) / 2; the mix is whatever comes out.
DangerLayer cut_raw(const RegionMap& map, const Raster<float>& noise, const Template& tmpl) {
  const std::vector<double> thresholds = thresholds_of(tmpl.vocabulary);
  DangerLayer layer;
  layer.band = Raster<uint8_t>(noise.grid, 0);
  layer.calibrated = Raster<float>(noise.grid, 0.0F);
  for (size_t i = 0; i < noise.size(); ++i) {
    if (map.code[i] == 0) continue;
    const float value = std::clamp((noise[i] + 1.0F) * 0.5F, 0.0F, 1.0F);
    uint8_t band = 1;
    for (size_t k = 1; k < thresholds.size(); ++k)
      band = static_cast<uint8_t>(band + (static_cast<double>(value) >= thresholds[k] ? 1 : 0));
    layer.band[i] = band;
    layer.calibrated[i] = value;
  }
  return layer;
}

}  // namespace

Raster<float> danger_stack(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds) {
  return noise_raster(danger_noise(tmpl, seeds), grid, tmpl.noise.phase);
}

Raster<float> danger_cut_field(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  Raster<float> field = danger_stack(map.code.grid, tmpl, seeds);
  const Raster<float> trend = tier_trend(map);
  for (size_t i = 0; i < field.size(); ++i) field[i] += static_cast<float>(kTrend) * trend[i];
  return field;
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
  std::vector<double> thresholds = thresholds_of(tmpl.vocabulary);
  thresholds.push_back(1);
  DangerLayer layer;
  if (tmpl.layer_mode == LayerMode::strict_quantile) {
    layer.band = Raster<uint8_t>(danger_field.values.grid, 0);
    cut_regions_strictly(map, danger_field.values, danger_target_cells(map), layer.band);
  } else {
    fit_balanced(map, blocks.blocks, danger_field.values, tmpl, progress, layer);
  }
  layer.calibrated = calibrate(danger_field, layer.band, thresholds);
  return layer;
}

}  // namespace fw
