#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/world/cancel.h"
#include "core/world/fit/balance.h"
#include "core/world/fit/repair.h"
#include "core/world/land/stacks.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/layers.h"

namespace fw {
namespace {

// Scores and fit of the factions: docs/world.md, 4.3.
constexpr double kFieldWeight = 1.2;
constexpr double kReach_m = 260;  // signed distance that counts as one unit of score
constexpr float kDeepest = -3;
constexpr float kFarthest = 9;
constexpr float kFixed = 14;   // score that keeps neutral regions neutral
constexpr double kJump = 0.3;  // sd, of one MBO step
constexpr double kMboSigma_m = 62.5;
constexpr int kMboSteps = 3;
constexpr uint8_t kNeutral = static_cast<uint8_t>(Faction::neutral);
constexpr size_t kOwners = 3;

NoiseField faction_noise(const Template& tmpl, const SeedBundle& seeds, size_t k) {
  const NoiseStack& stack = tmpl.noise.faction;
  return bind_noise(stack,
                    derive(seeds.noise_stream(), noise_tag("faction", stack.seed_of, k, kFactionSlugs[k])));
}

bool is_neutral(const RegionMap& map, size_t cell) {
  return map.code[cell] != 0 && map.regions[map.code[cell] - 1u].owner == Faction::neutral;
}

/// 1 = neutral regions, 2 = the rest.
Raster<uint8_t> faction_zones(const RegionMap& map) {
  Raster<uint8_t> zone(map.code.grid, 0);
  for (size_t i = 0; i < zone.size(); ++i)
    if (map.code[i] != 0) zone[i] = is_neutral(map, i) ? 1 : 2;
  return zone;
}

/// Distance outside the faction's own regions, minus the distance inside them; metres.
Raster<float> signed_distance(const RegionMap& map, Faction faction) {
  Mask own(map.code.grid, 0);
  Mask other(map.code.grid, 1);
  for (size_t i = 0; i < own.size(); ++i)
    if (map.code[i] != 0 && map.regions[map.code[i] - 1u].owner == faction) {
      own[i] = 1;
      other[i] = 0;
    }
  Raster<float> out = distance_to(own);
  const Raster<float> inside = distance_to(other);
  for (size_t i = 0; i < out.size(); ++i) out[i] -= inside[i];
  return out;
}

std::vector<Plane> faction_scores(const ZoneBlocks& blocks, const RegionMap& map, const Template& tmpl,
                                  const SeedBundle& seeds) {
  std::vector<Plane> score(kFactions);
  for (size_t k = 0; k < kFactions; ++k)
    score[k] = gather_noise(blocks, faction_noise(tmpl, seeds, k), map.code.grid, tmpl.noise.phase);
  const auto scale = static_cast<float>(kFieldWeight / joint_moments(blocks, score).sd);
  parallel_for(kOwners, 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const Plane distance = gather(blocks, signed_distance(map, static_cast<Faction>(k)));
      for (size_t i = 0; i < distance.size(); ++i) {
        const float reach = std::clamp(distance[i] * static_cast<float>(1 / kReach_m), kDeepest, kFarthest);
        score[k][i] = score[k][i] * scale - reach;
      }
    }
  });
  for (size_t i = 0; i < blocks.cell.size(); ++i) {
    const bool neutral = is_neutral(map, blocks.cell[i]);
    score[kNeutral][i] = neutral ? kFixed : -kFixed;
    if (neutral)
      for (size_t k = 0; k < kOwners; ++k) score[k][i] = -kFixed;
  }
  return score;
}

/// Neutral ground is wholly neutral; the rest divides by the three shares.
ZoneCounts faction_targets(const ZoneBlocks& blocks, const RegionMap& map, const Template& tmpl) {
  ZoneCounts target(2, std::vector<int64_t>(kFactions, 0));
  target[0][kNeutral] = blocks.zone_cells[0];
  std::array<double, kOwners> shares{};
  std::array<bool, kOwners> owns{};
  for (const Region& region : map.regions)
    if (region.owner != Faction::neutral) owns[static_cast<size_t>(region.owner)] = true;
  for (size_t k = 0; k < kOwners; ++k) shares[k] = owns[k] ? tmpl.factions[k] : 0.0;
  if (shares[0] + shares[1] + shares[2] <= 0)
    for (size_t k = 0; k < kOwners; ++k) shares[k] = owns[k] ? 1.0 : 0.0;
  const std::vector<int64_t> cells = largest_remainder(shares, blocks.zone_cells[1]);
  std::copy(cells.begin(), cells.end(), target[1].begin());
  return target;
}

struct FactionSample {
  SlotSample slots;
  ZoneCounts target;
};

FactionSample sample_factions(const ZoneBlocks& blocks, const Raster<uint8_t>& zone,
                              const ZoneCounts& target) {
  FactionSample sample{sample_slots(blocks, zone, nullptr), {}};
  sample.target = scaled_targets(target, sample.slots.blocks);
  return sample;
}

struct FactionFit {
  std::vector<Plane> jumped;
  std::vector<uint8_t> winner;
  ZoneTable lambda;
};

/// The annealing part of the fit, on a sample of the cells.
void anneal_on_sample(const FactionSample& sample, const std::vector<Plane>& score, double sd,
                      std::span<const double> taus, int steps, ZoneTable& lambda) {
  const std::vector<Plane> part = sampled(sample.slots, score);
  for (const double tau : taus) anneal({sample.slots.blocks, part, sample.target, sd}, tau, steps, lambda);
}

FactionFit fit_factions(const ZoneBlocks& blocks, const std::vector<Plane>& score, const ZoneCounts& target,
                        const Raster<uint8_t>& zone, double sd, const Progress& progress) {
  constexpr std::array<double, 5> kTaus{0.5, 0.25, 0.12, 0.06, 0.03};
  const FactionSample sample = sample_factions(blocks, zone, target);
  FactionFit fit;
  fit.lambda.assign(2, std::vector<double>(kFactions, 0.0));
  anneal_on_sample(sample, score, sd, kTaus, 12, fit.lambda);
  hard_steps({blocks, score, target, sd}, 0.75, 40, fit.lambda);
  IndicatorBlur blur(blocks, zone.grid, kMboSigma_m);
  fit.winner = winners(blocks, score, fit.lambda);
  std::vector<Plane> jumped(score.size());
  for (int step = 0; step < kMboSteps; ++step) {
    stop_if_cancelled(progress);
    add_jumps(fit.winner, kJump * sd, score, blur, jumped);
    anneal_on_sample(sample, jumped, sd, std::span(kTaus).subspan(3), 8, fit.lambda);
    hard_steps({blocks, jumped, target, sd}, 0.36, 20, fit.lambda);
    fit.winner = winners(blocks, jumped, fit.lambda);
  }
  fit.jumped = std::move(jumped);
  return fit;
}

/// One field, tag "faction": neutral regions stay neutral, every other region is cut into the three shares.
ClassLayer strict_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  const GridSpec& grid = map.code.grid;
  const NoiseStack& stack = tmpl.noise.faction;
  const std::string tag = stack.seed_of.empty() ? "faction" : stack.seed_of;
  const Raster<float> field =
      noise_raster(bind_noise(stack, derive(seeds.noise_stream(), tag)), grid, tmpl.noise.phase);
  std::vector<int64_t> cells(map.regions.size(), 0);
  Mask land(grid, 0);
  for (size_t i = 0; i < land.size(); ++i)
    if (map.code[i] != 0) {
      land[i] = 1;
      ++cells[map.code[i] - 1u];
    }
  ZoneCounts target;
  for (size_t r = 0; r < cells.size(); ++r) {
    FactionMix mix{tmpl.factions[0], tmpl.factions[1], tmpl.factions[2], 0};
    if (map.regions[r].owner == Faction::neutral) mix = {0, 0, 0, 1};
    target.push_back(largest_remainder(mix, cells[r]));
  }
  ClassLayer layer;
  layer.code = Raster<uint8_t>(grid, 0);
  layer.score = Raster<float>(grid, 0.0F);
  cut_regions_strictly(map, field, target, layer.code);
  const double sd = std::max(moments_on(field, land).sd, 1e-9);
  for (size_t i = 0; i < land.size(); ++i)
    if (land[i] != 0) layer.score[i] = static_cast<float>(static_cast<double>(field[i]) / sd);
  return layer;
}

}  // namespace

ClassLayer make_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds,
                         const Progress& progress) {
  if (tmpl.layer_mode == LayerMode::strict_quantile) return strict_factions(map, tmpl, seeds);
  const GridSpec& grid = map.code.grid;
  const Raster<uint8_t> zone = faction_zones(map);
  const ZoneBlocks blocks = make_blocks(zone, 2, nullptr);
  const std::vector<Plane> score = faction_scores(blocks, map, tmpl, seeds);
  const ZoneCounts target = faction_targets(blocks, map, tmpl);
  const double sd = joint_moments(blocks, score).sd;
  const FactionFit fit = fit_factions(blocks, score, target, zone, sd, progress);

  ClassLayer layer;
  layer.code = scatter_codes(blocks, fit.winner, grid);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  RepairTask task{kFactions, zone, target, [&](uint32_t cell, int cls) {
                    return shifted_at(blocks, fit.jumped, fit.lambda, slot_of[cell],
                                      static_cast<size_t>(cls));
                  }};
  task.one_piece = true;
  const RepairResult repaired = despeckle_and_repair(layer.code, task);
  layer.fit.offsets = {fit.lambda[1]};
  layer.fit.repaired_cells = repaired.repaired_cells;
  layer.fit.despeckled_cells = repaired.despeckled_cells;
  layer.score = Raster<float>(grid, 0.0F);
  for (size_t i = 0; i < blocks.cell.size(); ++i) {
    const uint32_t cell = blocks.cell[i];
    layer.score[cell] = static_cast<float>(static_cast<double>(score[layer.code[cell] - 1u][i]) / sd);
  }
  return layer;
}

}  // namespace fw
