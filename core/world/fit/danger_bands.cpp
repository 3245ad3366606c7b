#include "core/world/fit/danger_bands.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/world/fit/danger_cuts.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr int kBandMboSteps = 3;
constexpr size_t kSlots = size_t{1} << 14;  // a piece of a loop over all slots

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

/// How far inside its band a slot's cell lies: the repair flips the least certain cells first.
float band_score(const BandCuts& cuts, size_t band, size_t slot) {
  constexpr float kNone = std::numeric_limits<float>::max();
  const float lower = band > 0 ? cuts.margin[band - 1][slot] : kNone;
  const float upper = band < cuts.size() ? -cuts.margin[band][slot] : kNone;
  return std::min(lower, upper);
}

Raster<uint8_t> codes_of(const ZoneBlocks& blocks, const BandCuts& cuts, const GridSpec& grid,
                         const LabelBounds* bounds) {
  std::vector<uint8_t> band(blocks.slot_count());
  parallel_for(band.size(), kSlots, [&](size_t begin, size_t end) {
    for (const Plane& margin : cuts.margin)
      for (size_t i = begin; i < end; ++i) band[i] = static_cast<uint8_t>(band[i] + (margin[i] > 0 ? 1 : 0));
  });
  Raster<uint8_t> codes = scatter_codes(blocks, band, grid);
  if (bounds != nullptr)
    for (size_t cell = 0; cell < codes.size(); ++cell)
      if (codes[cell] != 0) codes[cell] = std::clamp(codes[cell], bounds->low[cell], bounds->high[cell]);
  return codes;
}

}  // namespace

BandCuts needed_cuts(const ZoneCounts& target, size_t bands) {
  BandCuts cuts(bands - 1);
  for (size_t k = 0; k < cuts.size(); ++k)
    for (const auto& row : target) {
      int64_t above = 0;
      for (size_t band = k + 1; band < bands; ++band) above += row[band];
      cuts.need[k].push_back(above);
    }
  return cuts;
}

void fit_cuts(const ZoneBlocks& blocks, const std::vector<const Plane*>& field, double sd,
              const CutEffort& effort, BandCuts& cuts) {
  std::vector<CutProblem> problems;
  for (size_t k = 0; k < cuts.size(); ++k)
    problems.push_back({blocks, *field[k], cuts.need[k], sd, effort.may_miss});
  parallel_for(cuts.size(), 1, [&](size_t k, size_t) {
    if (cuts.theta[k].empty()) cuts.theta[k] = own_quantiles(problems[k]);
  });
  solve_cuts(problems, effort.eps, effort.iterations, cuts.theta);
  nested_margins(problems, cuts.theta, cuts.margin);
}

BandCuts smooth_cuts(const ZoneBlocks& blocks, const CutFields& fields, BandCuts cuts, const GridSpec& grid,
                     const BandSmoothing& smoothing, const CutEffort& first_step, const Progress& progress) {
  IndicatorBlur blur(blocks, grid, smoothing.sigma_m);
  std::vector<Plane> pulled(cuts.size());
  const CutEffort next{kNextCuts.eps, kNextCuts.iterations, first_step.may_miss};
  std::vector<const Plane*> to_cut;
  for (const Plane& plane : pulled) to_cut.push_back(&plane);
  for (int step = 0; step < kBandMboSteps; ++step) {
    stop_if_cancelled(progress);
    for (size_t k = 0; k < cuts.size(); ++k) {
      add_jump(*fields.field[k], cuts.margin[k], smoothing.jump * fields.sd, blur, pulled[k]);
      if (fields.pin) fields.pin(k, pulled[k]);
    }
    fit_cuts(blocks, to_cut, fields.sd, step == 0 ? first_step : next, cuts);
  }
  return cuts;
}

Bands cut_bands(const ZoneBlocks& blocks, const std::vector<uint32_t>& slot_of, const BandCuts& cuts,
                const ZoneCounts& target, const Raster<uint8_t>& zone, const LabelBounds* bounds) {
  Bands out;
  out.code = codes_of(blocks, cuts, zone.grid, bounds);
  RepairTask task{static_cast<int>(cuts.size() + 1), zone, target, [&](uint32_t cell, int cls) {
                    return band_score(cuts, static_cast<size_t>(cls), slot_of[cell]);
                  }};
  task.ordered = true;
  task.bounds = bounds;
  RepairResult repaired = despeckle_and_repair(out.code, task);
  if (repaired.remaining_error > 0) {
    task.ordered = false;
    const RepairResult again = despeckle_and_repair(out.code, task);
    repaired.repaired_cells += again.repaired_cells;
    repaired.despeckled_cells += again.despeckled_cells;
    repaired.remaining_error = again.remaining_error;
  }
  out.fit.repaired_cells = repaired.repaired_cells;
  out.fit.despeckled_cells = repaired.despeckled_cells;
  out.remaining_error = repaired.remaining_error;
  out.fit.offsets.assign(target.size(), std::vector<double>(cuts.size()));
  for (size_t r = 0; r < target.size(); ++r)
    for (size_t k = 0; k < cuts.size(); ++k) out.fit.offsets[r][k] = cuts.theta[k][r];
  return out;
}

size_t wanted_bands(const ZoneCounts& target) {
  size_t bands = 1;
  for (const auto& row : target)
    for (size_t k = bands; k < row.size(); ++k)
      if (row[k] > 0) bands = k + 1;
  return bands;
}

}  // namespace fw
