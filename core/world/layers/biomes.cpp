#include "core/world/layers/biomes.h"
#include "core/world/land/stacks.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
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
constexpr size_t kMostPieces = 60;
constexpr double kSpeckGrowth = 1.5;
constexpr int kSpeckSteps = 4;
constexpr double kAbsent = -100;  // sd: offset of a class that the template does not want

/// Weights of the terrain in a biome's prior; chosen by hand (docs/world.md, 4.3).
struct PriorRow {
  float height, slope, coast, south, danger;
};
constexpr std::array<PriorRow, kBiomes> kPriors{{
    {-0.6F, -0.5F, 0, 0, 0},     // grassland
    {-0.2F, 0, 0, 0, 0},         // forest
    {-1.0F, -0.8F, 0, 0, 0},     // wetland
    {-0.8F, 0, -1.4F, 1.2F, 0},  // tropical
    {2.0F, 0.4F, 0, 0, 0},       // highland
    {2.8F, 0, 0, -1.0F, 0},      // snow
    {0, 0, 0.2F, 0.7F, 0},       // arid
    {0, 0, 0, -0.25F, 0.45F},    // enchanted
}};
constexpr std::array<float, kBiomes> kPriorConstant{0, 0, 0, 0, -1.0F, -1.2F, -0.5F, 0.25F};
constexpr float kEnchantedMidHeight = -0.4F;

NoiseField biome_noise(const Template& tmpl, const SeedBundle& seeds, size_t k) {
  const NoiseStack& stack = tmpl.noise.biome;
  return bind_noise(stack,
                    derive(seeds.noise_stream(), noise_tag("biome", stack.seed_of, k, kBiomeSlugs[k])));
}

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
                    const ZoneCounts& target, const RegionMap& map, const Progress& progress) {
  BiomeFit fit;
  const double sd = fit.sd = joint_moments(blocks, score).sd;

  const ZoneCounts sample_target = scaled_targets(target, sample.blocks);
  std::vector<Plane> sample_score = sampled(sample, score);

  fit.lambda.assign(target.size(), std::vector<double>(kBiomes, 0.0));
  for (size_t k = 0; k < kBiomes; ++k) {
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
    add_jumps(fit.winner, kJump * sd, score, blur, jumped);
    sample_score = sampled(sample, jumped);
    for (const double tau : {0.06, 0.03})
      anneal({sample.blocks, sample_score, sample_target, sd}, tau, 8, fit.lambda);
    hard_steps({blocks, jumped, target, sd}, 0.36, 20, fit.lambda);
    fit.winner = winners(blocks, jumped, fit.lambda);
  }
  fit.jumped = std::move(jumped);
  return fit;
}

/// The winner's score / sd at every cell.
Raster<float> winner_score(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                           const Raster<uint8_t>& code, double sd) {
  Raster<float> out(code.grid, 0.0F);
  const auto scale = static_cast<float>(1.0 / sd);
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    for (uint32_t i = 0; i < run.count; ++i)
      out[run.cell + i] = score[code[run.cell + i] - 1u][run.slot + i] * scale;
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

FW_INLINE float prior_of(const PriorRow& row, float constant, const Terrain& t) {
  return constant + row.height * t.height + row.slope * t.slope + row.coast * t.coast + row.south * t.south +
         row.danger * t.danger;
}
FW_INLINE float mid_height(float height) {
  return kEnchantedMidHeight * std::fabs(height - 0.5F);
}

/// biome_prior of some slots; the biome's own constants are read before the loops.
FW_VECTOR_CLONES void fill_prior(Biome biome, const BiomeInputs& inputs, const Plane& danger, size_t begin,
                                 size_t end, float* to) {
  const auto k = static_cast<size_t>(biome);
  const PriorRow row = kPriors[k];
  const float constant = kPriorConstant[k];
  const float *height = inputs.height.data(), *slope = inputs.slope.data(), *coast = inputs.coast.data(),
              *south = inputs.south.data(), *calibrated = danger.data();
  for (size_t i = begin; i < end; ++i)
    to[i] = prior_of(row, constant, {height[i], slope[i], coast[i], south[i], calibrated[i]});
  if (biome != Biome::enchanted) return;
  for (size_t i = begin; i < end; ++i) to[i] += mid_height(height[i]);
}

}  // namespace

float biome_prior(Biome biome, const Terrain& t) {
  const auto k = static_cast<size_t>(biome);
  const float value = prior_of(kPriors[k], kPriorConstant[k], t);
  return biome == Biome::enchanted ? value + mid_height(t.height) : value;
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
  out.field.resize(kBiomes);
  parallel_for(kBiomes, 1, [&](size_t k, size_t) {
    out.field[k] = gather_noise(blocks, biome_noise(tmpl, seeds, k), grid, tmpl.noise.phase);
  });
  out.field_sd = joint_moments(blocks, out.field).sd;
  return out;
}

std::vector<Plane> biome_scores(const ZoneBlocks& blocks, const BiomeInputs& inputs,
                                const Raster<float>& calibrated_danger) {
  const Plane danger = gather(blocks, calibrated_danger);
  std::vector<Plane> score(kBiomes);
  parallel_for(kBiomes, 1, [&](size_t k, size_t) { score[k].resize(blocks.slot_count()); });
  constexpr size_t kTogether = 4096;  // slots whose terrain stays in the cache for all biomes
  parallel_for(blocks.slot_count(), kTogether, [&](size_t begin, size_t end) {
    for (size_t k = 0; k < kBiomes; ++k)
      fill_prior(static_cast<Biome>(k), inputs, danger, begin, end, score[k].data());
  });
  const auto field_scale = static_cast<float>(1.0 / inputs.field_sd);
  const auto prior_scale = static_cast<float>(kPriorWeight / joint_moments(blocks, score).sd);
  parallel_for(kBiomes, 1, [&](size_t k, size_t) {
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
    if (list_components(code).cells.size() <= most_pieces) break;
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

ClassLayer make_biomes(RegionMap& map, const SampledBlocks& sampled_blocks, const BiomeInputs& inputs,
                       const DangerLayer& danger, const Template& tmpl, const SeedBundle& seeds,
                       const Progress& progress) {
  const ZoneBlocks& blocks = sampled_blocks.blocks;
  const std::vector<Plane> score = biome_scores(blocks, inputs, danger.calibrated);
  MixMatrix mean(map.regions.size(), std::vector<double>(kBiomes, 0.0));
  parallel_for(kBiomes, 1, [&](size_t k, size_t) {
    const std::vector<double> of_class = zone_means(blocks, score[k]);
    for (size_t r = 0; r < mean.size(); ++r) mean[r][k] = of_class[r];
  });
  derive_biome_mixes(map, tmpl, mean);
  const ZoneCounts target = biome_target_cells(map);
  if (tmpl.layer_mode == LayerMode::strict_quantile) return strict_biomes(map, target, tmpl, seeds);

  stop_if_cancelled(progress);
  const BiomeFit fit = fit_biomes(blocks, sampled_blocks.sample, score, target, map, progress);
  stop_if_cancelled(progress);
  ClassLayer layer;
  layer.code = scatter_codes(blocks, fit.winner, map.code.grid);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  const RepairTask task{kBiomes, map.code, target, [&](uint32_t cell, int cls) {
                          return shifted_at(blocks, fit.jumped, fit.lambda, slot_of[cell],
                                            static_cast<size_t>(cls));
                        }};
  const RepairResult repaired = repair_into_few_pieces(layer.code, task, kMostPieces);
  layer.fit.offsets = fit.lambda;
  layer.fit.repaired_cells = repaired.repaired_cells;
  layer.fit.despeckled_cells = repaired.despeckled_cells;
  layer.score = winner_score(blocks, score, layer.code, fit.sd);
  return layer;
}

}  // namespace fw
