#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/class_fit.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"
#include "core/world/plan/cancel.h"

// Biomes: one fit of the land and of the rows that are stated (docs/world.md, 4.3).

namespace fw {
namespace {

// A biome map of more pieces than this reads as confetti. Then the least area that a piece may have grows
// step by step (64 cells of 15.625 m -> 324), so that only the smallest patches go.
// The limit is for eight biomes on at most sixty regions, else in proportion.
constexpr size_t kMostPieces = 90;
constexpr double kSpeckGrowth = 1.5;
constexpr int kSpeckSteps = 4;

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
  sum.worst_zone = more.worst_zone;
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

/// What is counted together: the land of all regions without a stated row, and each other region.
struct FitZones {
  std::vector<int> of_region;  ///< index
  ZoneCounts target;           ///< cells by zone and row of the vocabulary
};

/// What the stated rows leave of the land's cells of every class; where they take more than there is of one,
/// the others in proportion.
std::vector<int64_t> land_target(const std::vector<BiomeRow>& biomes, const ZoneCounts& stated,
                                 int64_t all_cells) {
  std::vector<double> shares;
  for (const BiomeRow& row : biomes) shares.push_back(row.share);
  std::vector<int64_t> left = largest_remainder(shares, all_cells);
  int64_t cells = all_cells;
  bool short_of = false;
  for (const std::vector<int64_t>& row : stated)
    for (size_t k = 0; k < row.size(); ++k) {
      left[k] -= row[k];
      cells -= row[k];
    }
  for (size_t k = 0; k < left.size(); ++k) {
    short_of = short_of || left[k] < 0;
    shares[k] = static_cast<double>(std::max<int64_t>(left[k], 0));
  }
  return short_of ? largest_remainder(shares, cells) : left;
}

FitZones make_zones(const StatedRows& stated, const std::vector<int64_t>& region_cells,
                    const std::vector<BiomeRow>& biomes) {
  FitZones zones;
  int64_t all_cells = 0;
  for (const int64_t n : region_cells) all_cells += n;
  for (size_t r = 0; r < stated.size(); ++r)
    if (stated[r]) zones.target.push_back(largest_remainder(*stated[r], region_cells[r]));
  const bool any_land = zones.target.size() < stated.size();
  if (any_land) zones.target.insert(zones.target.begin(), land_target(biomes, zones.target, all_cells));
  int next = any_land ? 1 : 0;
  for (const auto& row : stated) zones.of_region.push_back(row ? next++ : 0);
  return zones;
}

/// The cells of one fit, repaired.
ClassLayer fit_zones(const RegionMap& map, const SampledBlocks& regions, const std::vector<size_t>& biomes,
                     const BiomeScores& score, const FitZones& zones, const Progress& progress) {
  const size_t count = zones.target.empty() ? 0 : zones.target[0].size();
  const SampledBlocks sampled_blocks =
      joined_zones(regions, zones.of_region, static_cast<int>(zones.target.size()));
  const ZoneBlocks& blocks = sampled_blocks.blocks;
  const ZoneCounts of_planes = columns_of(zones.target, biomes);
  ClassFit fit = fit_classes({blocks, sampled_blocks.sample, score.plane, of_planes, map.code.grid, score.sd,
                              kBiomeJump_sd, kBiomeMboSigma_m},
                             first_offsets(of_planes, score.plane.size(), score.sd), progress);
  stop_if_cancelled(progress);
  std::vector<size_t> plane_of(count, 0);
  for (size_t i = 0; i < biomes.size(); ++i) plane_of[biomes[i]] = i;
  ClassLayer layer;
  layer.jump_sd = kBiomeJump_sd;
  for (uint8_t& winner : fit.winner) winner = static_cast<uint8_t>(biomes[winner]);
  layer.code = scatter_codes(blocks, fit.winner, map.code.grid);
  Raster<uint8_t> zone(map.code.grid, 0);
  for (size_t i = 0; i < zone.size(); ++i)
    if (map.code[i] != 0) zone[i] = static_cast<uint8_t>(zones.of_region[map.code[i] - 1u] + 1);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  const RepairTask task{static_cast<int>(count), zone, zones.target, [&](uint32_t cell, int cls) {
                          return shifted_at(blocks, fit.pulled, fit.lambda, slot_of[cell],
                                            plane_of[static_cast<size_t>(cls)]);
                        }};
  const RepairResult repaired =
      repair_into_few_pieces(layer.code, task, most_biome_pieces(biomes.size(), map.regions.size()));
  const ZoneTable offsets = spread_columns(fit.lambda, biomes, count, kAbsentBiome_sd * score.sd);
  for (const int of : zones.of_region) layer.fit.offsets.push_back(offsets[static_cast<size_t>(of)]);
  layer.fit.repaired_cells = repaired.repaired_cells;
  layer.fit.despeckled_cells = repaired.despeckled_cells;
  layer.score = biome_field(blocks, score.plane, plane_of, layer.code, score.sd);
  return layer;
}

/// Adds the rows of the hand that the cells do not meet; whether there were any.
bool add_unmet(const StatedRows& by_hand, const ZoneCounts& got, const std::vector<int64_t>& region_cells,
               StatedRows& stated, std::vector<bool>& fitted) {
  bool any = false;
  for (size_t r = 0; r < by_hand.size(); ++r) {
    if (!by_hand[r] || fitted[r] || largest_remainder(*by_hand[r], region_cells[r]) == got[r]) continue;
    stated[r] = by_hand[r];
    fitted[r] = any = true;
  }
  return any;
}

/// Stated rows as they are stated, the others as they came.
void tell_rows(const StatedRows& stated, const StatedRows& by_hand, const ZoneCounts& got,
               const std::vector<int64_t>& region_cells, std::vector<Region>& regions) {
  for (size_t r = 0; r < regions.size(); ++r) {
    regions[r].biome_asked = stated[r] || by_hand[r];
    regions[r].biome_target = stated[r] ? *stated[r] : shares_of_cells(got[r], region_cells[r]);
  }
}

}  // namespace

size_t most_biome_pieces(size_t biomes, size_t regions) {
  return kMostPieces * std::max<size_t>(biomes, 8) * std::max<size_t>(regions, 60) / (8 * 60);
}

RepairResult repair_into_few_pieces(Raster<uint8_t>& code, RepairTask task, size_t most_pieces) {
  RepairResult result = despeckle_and_repair(code, task);
  for (int step = 0; step < kSpeckSteps; ++step) {
    if (count_free_pieces(code, task.bounds) <= most_pieces) break;
    task.speck_area_m2 *= kSpeckGrowth;
    const Raster<uint8_t> before = code;
    const RepairResult more = despeckle_and_repair(code, task);
    if (more.worst_zone > result.worst_zone) {
      code = before;
      break;
    }
    add_repair(result, more);
  }
  return result;
}

ClassLayer make_biomes(RegionMap& map, const SampledBlocks& sampled_blocks, const BiomeInputs& inputs,
                       const DangerLayer& danger, const Template& tmpl, const SeedBundle& seeds,
                       const Progress& progress) {
  const ZoneBlocks& blocks = sampled_blocks.blocks;
  const std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
  BiomeScores score = biome_scores(blocks, inputs, tmpl, danger.calibrated);
  if (tmpl.layer_mode == LayerMode::strict_quantile) {
    MixMatrix mean_sd(map.regions.size(), std::vector<double>(rows.size(), 0.0));
    parallel_for(score.plane.size(), 1, [&](size_t i, size_t) {
      const std::vector<double> of_class = zone_means(blocks, score.plane[i]);
      for (size_t r = 0; r < mean_sd.size(); ++r) mean_sd[r][inputs.biomes[i]] = of_class[r] / score.sd;
    });
    derive_biome_mixes(map, tmpl, mean_sd);
    return strict_biomes(map, biome_target_cells(map), tmpl, seeds);
  }
  price_limits(inputs, tmpl, inputs.biomes, score);
  const std::vector<int64_t> region_cells = region_cell_counts(map);
  const StatedRows by_hand = rows_of_hand(map, &RegionMix::biomes);
  StatedRows stated = rows_of_template(map, tmpl, &RegionMix::biomes);
  for (std::vector<bool> fitted(map.regions.size(), false);;) {
    ClassLayer layer = fit_zones(map, sampled_blocks, inputs.biomes, score,
                                 make_zones(stated, region_cells, rows), progress);
    const ZoneCounts got = class_cells(map, layer.code, rows.size());
    if (add_unmet(by_hand, got, region_cells, stated, fitted)) continue;
    tell_rows(stated, by_hand, got, region_cells, map.regions);
    return layer;
  }
}

}  // namespace fw
