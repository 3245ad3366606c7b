#include "core/world/layers/biomes.h"
#include "core/world/land/stacks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/model/world/seam.h"
#include "core/world/dice/rerolls.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/fit/class_fit.h"
#include "core/world/fit/repair.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr double kHeightSigma_m = 31.25;
constexpr double kSlopeSigma_m = 93.75;
constexpr double kPriorWeight = 0.8;
constexpr double kJump = 0.6;  // sd, of one MBO step
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

/// Offsets to start from: none, but of classes that the template does not want.
ZoneTable first_offsets(const ZoneCounts& target, size_t classes, double sd) {
  ZoneTable lambda(target.size(), std::vector<double>(classes, 0.0));
  for (size_t k = 0; k < classes; ++k) {
    int64_t wanted = 0;
    for (const auto& row : target) wanted += row[k];
    if (wanted == 0)
      for (auto& row : lambda) row[k] = kAbsentBiome_sd * sd;
  }
  return lambda;
}

void add_repair(RepairResult& sum, const RepairResult& more) {
  sum.despeckled_cells += more.despeckled_cells;
  sum.repaired_cells += more.repaired_cells;
  sum.remaining_error = more.remaining_error;
}

ClassLayer strict_biomes(const RegionMap& map, const ZoneCounts& target, const Template& tmpl,
                         const SeedBundle& seeds) {
  const Raster<float> field = strict_biome_field(map.code.grid, tmpl, seeds);
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
  if (row.mid_height != 0)
    for (size_t i = begin; i < end; ++i) to[i] += row.mid_height * std::fabs(height[i] - 0.5F);
  if (row.low != 0 && !inputs.low.empty())
    for (size_t i = begin; i < end; ++i) to[i] += row.low * inputs.low[i];
}

NoiseField noise_of_biome(const Template& tmpl, const SeedBundle& seeds, size_t k) {
  return layer_noise(tmpl.vocabulary, seeds, "biome", tmpl.noise.biome, k, tmpl.vocabulary.biomes[k].id);
}

/// Without the dice of rows of `rerolls`.
std::vector<Plane> own_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                             const SeedBundle& seeds, const std::vector<size_t>& biomes) {
  std::vector<Plane> out(biomes.size());
  parallel_for(out.size(), 1, [&](size_t i, size_t) {
    out[i] = gather_noise(blocks, noise_of_biome(tmpl, seeds, biomes[i]), grid, tmpl.noise.phase);
  });
  return out;
}

/// Mixes those dice in.
void roll_noise(const ZoneBlocks& blocks, const FieldDice& dice, const Template& tmpl,
                const std::vector<size_t>& biomes, std::vector<Plane>& planes) {
  parallel_for(planes.size(), 1, [&](size_t i, size_t) {
    mix_dice(
        dice, [&](const SeedBundle& of) { return noise_of_biome(tmpl, of, biomes[i]); }, dice.own.grid,
        tmpl.noise.phase, blocks.cell, planes[i]);
  });
}

}  // namespace

Raster<float> strict_biome_field(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds) {
  const NoiseStack& stack = tmpl.noise.biome;
  const std::string tag = stack.seed_of.empty() ? "biome" : stack.seed_of;
  const auto noise_of = [&](const SeedBundle& of) {
    return bind_noise(stack, derive(of.noise_stream(), tag));
  };
  Raster<float> values = noise_raster(noise_of(seeds), grid, tmpl.noise.phase);
  mix_dice(field_dice(tmpl, SeedPart::biomes, seeds, grid), noise_of, grid, tmpl.noise.phase, {},
           values.cells);
  return values;
}

Raster<float> biome_field(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                          const std::vector<size_t>& plane_of, const Raster<uint8_t>& code, double sd) {
  Raster<float> out(code.grid, 0.0F);
  const auto scale = static_cast<float>(1.0 / sd);
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    for (uint32_t i = 0; i < run.count; ++i)
      out[run.cell + i] = score[plane_of[code[run.cell + i] - 1u]][run.slot + i] * scale;
  });
  return out;
}

std::vector<size_t> fitted_biomes(const Template& tmpl) {
  const std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
  std::vector<uint8_t> asked(rows.size(), 0);
  const auto ask = [&](const std::optional<std::vector<double>>& mix) {
    for (size_t k = 0; mix && k < rows.size(); ++k)
      if ((*mix)[k] > 0) asked[k] = 1;
  };
  for (const RegionMix& mix : tmpl.region_mixes) ask(mix.biomes);
  for (const RegionRow& row : tmpl.hand.regions)
    if (row.on) ask(row.biomes);
  std::vector<size_t> fitted;
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k].share > 0 || asked[k] != 0) fitted.push_back(k);
  return fitted;
}

Raster<float> ranked_height(const Raster<float>& height_m) {
  return gaussian(height_m, kHeightSigma_m);
}

Raster<float> ranked_slope(const Raster<float>& slope) {
  return gaussian(slope, kSlopeSigma_m);
}

ReliefRanks rank_relief(const Mask& land, const Raster<float>& height_m, const Raster<float>& slope,
                        const Raster<float>& coast_m) {
  ReliefRanks out;
  parallel_invoke({[&] { out.height = rank_on(ranked_height(height_m), land); },
                   [&] { out.slope = rank_on(ranked_slope(slope), land); },
                   [&] { out.coast = rank_on(coast_m, land); }});
  return out;
}

std::vector<Plane> biome_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                               const SeedBundle& seeds, const std::vector<size_t>& biomes) {
  std::vector<Plane> out = own_noise(blocks, grid, tmpl, seeds, biomes);
  roll_noise(blocks, field_dice(tmpl, SeedPart::biomes, seeds, grid), tmpl, biomes, out);
  return out;
}

BiomeInputs survey_biomes(const ZoneBlocks& blocks, const ReliefRanks& ranks, const Template& tmpl,
                          const SeedBundle& seeds) {
  BiomeInputs out;
  out.height = gather(blocks, ranks.height);
  out.slope = gather(blocks, ranks.slope);
  out.coast = gather(blocks, ranks.coast);
  if (ranks.low.size() > 0) out.low = gather(blocks, ranks.low);
  const GridSpec& grid = ranks.height.grid;
  out.south.resize(blocks.slot_count());
  for (size_t i = 0; i < out.south.size(); ++i)
    out.south[i] = static_cast<float>(1.0 - grid.y_of(grid.row_of(blocks.cell[i])) / grid.height_m());
  out.biomes = fitted_biomes(tmpl);
  out.field = own_noise(blocks, grid, tmpl, seeds, out.biomes);
  out.field_sd = joint_moments(blocks, out.field).sd;
  if (const FieldDice dice = field_dice(tmpl, SeedPart::biomes, seeds, grid); !dice.empty()) {
    out.own_field = out.field;
    roll_noise(blocks, dice, tmpl, out.biomes, out.field);
    out.rolled = Mask(grid, 0);
    for (const uint32_t cell : blocks.cell) out.rolled[cell] = dice.mixed_at(cell) ? 1 : 0;
  }
  return out;
}

std::vector<Plane> biome_scores(const ZoneBlocks& blocks, const BiomeInputs& inputs,
                                const std::vector<BiomeRow>& rows, const Raster<float>& calibrated_danger,
                                const MoreBiomes& more, const BiomeInputs* shaped) {
  const Plane danger = gather(blocks, calibrated_danger);
  const auto priors = [&](const BiomeInputs& terrain, const std::vector<size_t>& biomes) {
    std::vector<Plane> planes(biomes.size());
    parallel_for(planes.size(), 1, [&](size_t k, size_t) { planes[k].resize(blocks.slot_count()); });
    constexpr size_t kTogether = 4096;  // slots whose terrain stays in the cache for all biomes
    parallel_for(blocks.slot_count(), kTogether, [&](size_t begin, size_t end) {
      for (size_t k = 0; k < planes.size(); ++k)
        fill_prior(rows[biomes[k]].prior, terrain, danger, begin, end, planes[k].data());
    });
    return planes;
  };
  std::vector<Plane> score = priors(inputs, inputs.biomes);
  const size_t usual = score.size();
  const auto field_scale = static_cast<float>(1.0 / inputs.field_sd);
  const auto prior_scale = static_cast<float>(kPriorWeight / joint_moments(blocks, score).sd);
  if (!more.biomes.empty())
    for (Plane& plane : priors(inputs, more.biomes)) score.push_back(std::move(plane));
  std::vector<Plane> by_hand;
  if (shaped != nullptr) {
    by_hand = priors(*shaped, inputs.biomes);
    for (Plane& plane : priors(*shaped, more.biomes)) by_hand.push_back(std::move(plane));
  }
  parallel_for(score.size(), 1, [&](size_t k, size_t) {
    const auto combine = [&](const BiomeInputs& of, Plane& plane) {
      const Plane& field = k < usual ? of.field[k] : more.field[k - usual];
      for (size_t i = 0; i < plane.size(); ++i) plane[i] = field[i] * field_scale + plane[i] * prior_scale;
    };
    combine(inputs, score[k]);
    if (shaped == nullptr) return centre(blocks, score[k]);
    const float mean = plane_mean(blocks, score[k]);
    combine(*shaped, by_hand[k]);
    for (float& v : by_hand[k]) v -= mean;
    score[k] = std::move(by_hand[k]);
  });
  return score;
}

BiomeInputs without_rolls(const BiomeInputs& inputs) {
  BiomeInputs own = inputs;
  own.field = std::move(own.own_field);
  own.own_field.clear();
  own.rolled = {};
  return own;
}

size_t most_biome_pieces(size_t biomes, size_t regions) {
  return kMostPieces * std::max<size_t>(biomes, 8) * std::max<size_t>(regions, 60) / (8 * 60);
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
  const ZoneCounts target = biome_target_cells(map), of_planes = columns_of(target, biomes);
  const double sd = joint_moments(blocks, score).sd;
  ClassFit fit = fit_classes(
      {blocks, sampled_blocks.sample, score, of_planes, map.code.grid, sd, jump, kBiomeMboSigma_m},
      first_offsets(of_planes, score.size(), sd), progress);
  stop_if_cancelled(progress);
  std::vector<size_t> plane_of(count, 0);
  for (size_t i = 0; i < biomes.size(); ++i) plane_of[biomes[i]] = i;
  ClassLayer layer;
  layer.jump_sd = jump;
  for (uint8_t& winner : fit.winner) winner = static_cast<uint8_t>(biomes[winner]);
  layer.code = scatter_codes(blocks, fit.winner, map.code.grid);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  RepairTask task{static_cast<int>(count), map.code, target, [&](uint32_t cell, int cls) {
                    return shifted_at(blocks, fit.pulled, fit.lambda, slot_of[cell],
                                      plane_of[static_cast<size_t>(cls)]);
                  }};
  const RepairResult repaired =
      repair_into_few_pieces(layer.code, task, most_biome_pieces(biomes.size(), map.regions.size()));
  layer.fit.offsets = spread_columns(fit.lambda, biomes, count, kAbsentBiome_sd * sd);
  layer.fit.repaired_cells = repaired.repaired_cells;
  layer.fit.despeckled_cells = repaired.despeckled_cells;
  layer.score = biome_field(blocks, score, plane_of, layer.code, sd);
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
  for (size_t i = 0; i < kAttempts.size(); ++i) {
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
