#include "core/world/layers/biomes.h"
#include "core/world/land/stacks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/model/world/seam.h"
#include "core/world/cancel.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/fit/repair.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

constexpr double kHeightSigma_m = 31.25;
constexpr double kSlopeSigma_m = 93.75;
constexpr double kPriorWeight = 0.8;
constexpr double kJump = 0.6;  // sd, of one MBO step
constexpr double kMboSigma_m = 46.875;
constexpr int kMboSteps = 3;
// A biome map of more pieces than this reads as confetti. Then the least area that a piece may have grows
// step by step (64 cells of 15.625 m -> 324), so that only the smallest patches go.
// The limit is for eight biomes on at most sixty regions, else in proportion.
constexpr size_t kMostPieces = 60;
constexpr double kSpeckGrowth = 1.5;
constexpr int kSpeckSteps = 4;
/// How far the regions' rows follow the fields, of the usual, and how strongly an MBO step pulls, in sd.
struct Attempt {
  double follow;
  double jump;
};
// The first that draws no region borders wins, else the one that draws them least.
constexpr std::array<Attempt, 4> kAttempts{{{1, kJump}, {0.7, kJump}, {0.7, 0.3}, {0.5, 0.3}}};
constexpr double kVisibleSeam = 1.6;
constexpr double kAbsent = -100;  // sd: offset of a class that the template does not want

/// The stack of the one-field mode, tag "biome".
Raster<float> single_biome_field(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds) {
  const NoiseStack& stack = tmpl.noise.biome;
  const std::string tag = stack.seed_of.empty() ? "biome" : stack.seed_of;
  return noise_raster(bind_noise(stack, derive(seeds.noise_stream(), tag)), grid, tmpl.noise.phase);
}

/// Scores of the last MBO step and their offsets: what the repair measures margins in.
struct BiomeFit {
  std::vector<Plane> jumped;
  std::vector<uint8_t> winner;
  ZoneTable lambda;
  double sd = 1;  ///< of the scores
};

BiomeFit fit_biomes(const ZoneBlocks& blocks, const SlotSample& sample, const std::vector<Plane>& score,
                    const ZoneCounts& target, const RegionMap& map, double jump, const Progress& progress) {
  BiomeFit fit;
  const double sd = fit.sd = joint_moments(blocks, score).sd;

  const ZoneCounts sample_target = scaled_targets(target, sample.blocks);
  std::vector<Plane> sample_score = sampled(sample, score);

  fit.lambda.assign(target.size(), std::vector<double>(score.size(), 0.0));
  for (size_t k = 0; k < score.size(); ++k) {
    int64_t wanted = 0;
    for (const auto& row : target) wanted += row[k];
    if (wanted == 0)
      for (auto& row : fit.lambda) row[k] = kAbsent * sd;
  }
  for (const double tau : {0.5, 0.25, 0.12, 0.06, 0.03})
    anneal({sample.blocks, sample_score, sample_target, sd}, tau, 12, fit.lambda);
  stop_if_cancelled(progress);
  hard_steps({blocks, score, target, sd}, 0.75, 40, fit.lambda);

  IndicatorBlur blur(blocks, map.code.grid, kMboSigma_m);
  fit.winner = winners(blocks, score, fit.lambda);
  std::vector<Plane> jumped(score.size());
  for (int step = 0; step < kMboSteps; ++step) {
    stop_if_cancelled(progress);
    add_jumps(fit.winner, jump * sd, score, blur, jumped);
    sample_score = sampled(sample, jumped);
    for (const double tau : {0.06, 0.03})
      anneal({sample.blocks, sample_score, sample_target, sd}, tau, 8, fit.lambda);
    hard_steps({blocks, jumped, target, sd}, 0.36, 20, fit.lambda);
    fit.winner = winners(blocks, jumped, fit.lambda);
  }
  fit.jumped = std::move(jumped);
  return fit;
}

/// The winner's score / sd at every cell; `plane_of` a biome.
Raster<float> winner_score(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                           const std::vector<size_t>& plane_of, const Raster<uint8_t>& code, double sd) {
  Raster<float> out(code.grid, 0.0F);
  const auto scale = static_cast<float>(1.0 / sd);
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    for (uint32_t i = 0; i < run.count; ++i)
      out[run.cell + i] = score[plane_of[code[run.cell + i] - 1u]][run.slot + i] * scale;
  });
  return out;
}

void add_repair(RepairResult& sum, const RepairResult& more) {
  sum.despeckled_cells += more.despeckled_cells;
  sum.repaired_cells += more.repaired_cells;
  sum.remaining_error = more.remaining_error;
}

ClassLayer strict_biomes(const RegionMap& map, const ZoneCounts& target, const Template& tmpl,
                         const SeedBundle& seeds) {
  const Raster<float> field = single_biome_field(map.code.grid, tmpl, seeds);
  ClassLayer layer;
  layer.code = Raster<uint8_t>(field.grid, 0);
  layer.score = Raster<float>(field.grid, 0.0F);
  cut_regions_strictly(map, field, target, layer.code);
  Mask land(field.grid, 0);
  for (size_t i = 0; i < land.size(); ++i) land[i] = map.code[i] != 0 ? 1 : 0;
  const double sd = std::max(moments_on(field, land).sd, 1e-9);
  for (size_t i = 0; i < land.size(); ++i)
    if (land[i] != 0) layer.score[i] = static_cast<float>(static_cast<double>(field[i]) / sd);
  return layer;
}

FW_INLINE float prior_of(const BiomePrior& row, const Terrain& t) {
  return row.constant + row.height * t.height + row.slope * t.slope + row.coast * t.coast +
         row.south * t.south + row.danger * t.danger;
}

/// The terrain prior of a biome on some slots (docs/world.md, 4.3); the biome's own constants are read before
/// the loops.
FW_VECTOR_CLONES void fill_prior(const BiomePrior& prior, const BiomeInputs& inputs, const Plane& danger,
                                 size_t begin, size_t end, float* to) {
  const BiomePrior row = prior;
  const float *height = inputs.height.data(), *slope = inputs.slope.data(), *coast = inputs.coast.data(),
              *south = inputs.south.data(), *calibrated = danger.data();
  for (size_t i = begin; i < end; ++i)
    to[i] = prior_of(row, {height[i], slope[i], coast[i], south[i], calibrated[i]});
  if (row.mid_height == 0) return;
  for (size_t i = begin; i < end; ++i) to[i] += row.mid_height * std::fabs(height[i] - 0.5F);
}

}  // namespace

std::vector<size_t> fitted_biomes(const Template& tmpl) {
  const std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
  std::vector<size_t> fitted;
  for (size_t k = 0; k < rows.size(); ++k) {
    const bool asked = std::any_of(tmpl.region_mixes.begin(), tmpl.region_mixes.end(),
                                   [k](const RegionMix& mix) { return mix.biomes && (*mix.biomes)[k] > 0; });
    if (rows[k].share > 0 || rows[k].fit_at_zero || asked) fitted.push_back(k);
  }
  return fitted;
}

ReliefRanks rank_relief(const Mask& land, const Raster<float>& height_m, const Raster<float>& slope,
                        const Raster<float>& coast_m) {
  ReliefRanks out;
  parallel_invoke({[&] { out.height = rank_on(gaussian(height_m, kHeightSigma_m), land); },
                   [&] { out.slope = rank_on(gaussian(slope, kSlopeSigma_m), land); },
                   [&] { out.coast = rank_on(coast_m, land); }});
  return out;
}

BiomeInputs survey_biomes(const ZoneBlocks& blocks, const ReliefRanks& ranks, const Template& tmpl,
                          const SeedBundle& seeds) {
  BiomeInputs out;
  out.height = gather(blocks, ranks.height);
  out.slope = gather(blocks, ranks.slope);
  out.coast = gather(blocks, ranks.coast);
  const GridSpec& grid = ranks.height.grid;
  out.south.resize(blocks.slot_count());
  for (size_t i = 0; i < out.south.size(); ++i)
    out.south[i] = static_cast<float>(1.0 - grid.y_of(grid.row_of(blocks.cell[i])) / grid.height_m());
  const NoiseStack& stack = tmpl.noise.biome;
  out.biomes = fitted_biomes(tmpl);
  out.field.resize(out.biomes.size());
  parallel_for(out.field.size(), 1, [&](size_t i, size_t) {
    const size_t k = out.biomes[i];
    const NoiseField noise =
        layer_noise(tmpl.vocabulary, seeds, "biome", stack, k, tmpl.vocabulary.biomes[k].id);
    out.field[i] = gather_noise(blocks, noise, grid, tmpl.noise.phase);
  });
  out.field_sd = joint_moments(blocks, out.field).sd;
  return out;
}

std::vector<Plane> biome_scores(const ZoneBlocks& blocks, const BiomeInputs& inputs,
                                const std::vector<BiomeRow>& rows, const Raster<float>& calibrated_danger) {
  const Plane danger = gather(blocks, calibrated_danger);
  std::vector<Plane> score(inputs.biomes.size());
  parallel_for(score.size(), 1, [&](size_t k, size_t) { score[k].resize(blocks.slot_count()); });
  constexpr size_t kTogether = 4096;  // slots whose terrain stays in the cache for all biomes
  parallel_for(blocks.slot_count(), kTogether, [&](size_t begin, size_t end) {
    for (size_t k = 0; k < score.size(); ++k)
      fill_prior(rows[inputs.biomes[k]].prior, inputs, danger, begin, end, score[k].data());
  });
  const auto field_scale = static_cast<float>(1.0 / inputs.field_sd);
  const auto prior_scale = static_cast<float>(kPriorWeight / joint_moments(blocks, score).sd);
  parallel_for(score.size(), 1, [&](size_t k, size_t) {
    for (size_t i = 0; i < score[k].size(); ++i)
      score[k][i] = inputs.field[k][i] * field_scale + score[k][i] * prior_scale;
    centre(blocks, score[k]);
  });
  return score;
}

RepairResult repair_into_few_pieces(Raster<uint8_t>& code, RepairTask task, size_t most_pieces) {
  RepairResult result = despeckle_and_repair(code, task);
  const double area_m2 = task.speck_area_m2;
  for (int step = 0; step < kSpeckSteps; ++step) {
    if (count_free_pieces(code, task.bounds) <= most_pieces) break;
    task.speck_area_m2 *= kSpeckGrowth;
    add_repair(result, despeckle_and_repair(code, task));
  }
  if (task.speck_area_m2 > area_m2 && result.remaining_error > 0) {
    // Larger protected pieces leave fewer flips; with the usual ones the counts can be met again.
    task.speck_area_m2 = area_m2;
    add_repair(result, despeckle_and_repair(code, task));
  }
  return result;
}

namespace {

/// Cells by the regions' rows: the fit, repaired.
ClassLayer fitted_layer(const RegionMap& map, const SampledBlocks& sampled_blocks, const BiomeInputs& inputs,
                        const std::vector<Plane>& score, const Template& tmpl, double jump,
                        const Progress& progress) {
  const size_t count = tmpl.vocabulary.biomes.size();
  const std::vector<size_t>& biomes = inputs.biomes;
  const ZoneBlocks& blocks = sampled_blocks.blocks;
  const ZoneCounts target = biome_target_cells(map);
  BiomeFit fit =
      fit_biomes(blocks, sampled_blocks.sample, score, columns_of(target, biomes), map, jump, progress);
  stop_if_cancelled(progress);
  std::vector<size_t> plane_of(count, 0);
  for (size_t i = 0; i < biomes.size(); ++i) plane_of[biomes[i]] = i;
  ClassLayer layer;
  for (uint8_t& winner : fit.winner) winner = static_cast<uint8_t>(biomes[winner]);
  layer.code = scatter_codes(blocks, fit.winner, map.code.grid);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  RepairTask task{static_cast<int>(count), map.code, target, [&](uint32_t cell, int cls) {
                    return shifted_at(blocks, fit.jumped, fit.lambda, slot_of[cell],
                                      plane_of[static_cast<size_t>(cls)]);
                  }};
  task.mends = !keeps_cells(tmpl);
  const RepairResult repaired = repair_into_few_pieces(
      layer.code, task,
      kMostPieces * std::max<size_t>(biomes.size(), 8) * std::max<size_t>(map.regions.size(), 60) / (8 * 60));
  layer.fit.offsets = spread_columns(fit.lambda, biomes, count, kAbsent * fit.sd);
  layer.fit.repaired_cells = repaired.repaired_cells;
  layer.fit.despeckled_cells = repaired.despeckled_cells;
  layer.score = winner_score(blocks, score, plane_of, layer.code, fit.sd);
  return layer;
}

}  // namespace

ClassLayer make_biomes(RegionMap& map, const SampledBlocks& sampled_blocks, const BiomeInputs& inputs,
                       const DangerLayer& danger, const Template& tmpl, const SeedBundle& seeds,
                       const Progress& progress) {
  const ZoneBlocks& blocks = sampled_blocks.blocks;
  const std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
  const std::vector<size_t>& biomes = inputs.biomes;
  const std::vector<Plane> score = biome_scores(blocks, inputs, rows, danger.calibrated);
  MixMatrix mean(map.regions.size(), std::vector<double>(rows.size(), 0.0));
  parallel_for(score.size(), 1, [&](size_t i, size_t) {
    const std::vector<double> of_class = zone_means(blocks, score[i]);
    for (size_t r = 0; r < mean.size(); ++r) mean[r][biomes[i]] = of_class[r];
  });
  if (tmpl.layer_mode == LayerMode::strict_quantile) {
    derive_biome_mixes(map, tmpl, mean);
    return strict_biomes(map, biome_target_cells(map), tmpl, seeds);
  }
  ClassLayer best;
  double least = 0;
  size_t chosen = 0, tried = 0;
  for (size_t i = 0; i < (keeps_cells(tmpl) ? 1 : kAttempts.size()); ++i) {
    tried = i;
    derive_biome_mixes(map, tmpl, mean, kAttempts[i].follow);
    stop_if_cancelled(progress);
    ClassLayer layer = fitted_layer(map, sampled_blocks, inputs, score, tmpl, kAttempts[i].jump, progress);
    const double seam = seam_score(count_seam(layer.code, map.code));
    if (i > 0 && seam >= least) continue;
    chosen = i;
    least = seam;
    best = std::move(layer);
    if (least <= kVisibleSeam) break;
  }
  if (chosen != tried) derive_biome_mixes(map, tmpl, mean, kAttempts[chosen].follow);
  return best;
}

}  // namespace fw
