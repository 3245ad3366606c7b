#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/world/dice/rerolls.h"
#include "core/world/fit/balance.h"
#include "core/world/fit/class_fit.h"
#include "core/world/fit/repair.h"
#include "core/world/land/stacks.h"
#include "core/world/layers/danger.h"
#include "core/world/layers/factions.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

// Scores of the factions: docs/world.md, 4.3.
constexpr double kReach_m = 260;  // signed distance that counts as one unit of score
constexpr float kDeepest = -3;
constexpr float kFarthest = 9;

/// Who holds what before the fit. Zone 1 is neutral ground, zone 1 + p the rest of ground piece p.
struct Holdings {
  const RegionMap& map;
  const std::vector<FactionRow>& rows;
  std::optional<size_t> neutral;  ///< row
  size_t pieces = 1;              ///< of ground
  std::vector<double> area_m2;    ///< [piece - 1][row] of its regions
  std::vector<size_t> fitted;     ///< rows that take part in the fit: with a share or a region

  Holdings(const RegionMap& regions, const Vocabulary& vocabulary);
  bool is_neutral(size_t cell) const {
    return map.code[cell] != 0 && map.regions[map.code[cell] - 1u].neutral && neutral;
  }
  size_t piece_of(size_t cell) const {
    return map.code[cell] == 0 ? 1 : static_cast<size_t>(map.regions[map.code[cell] - 1u].piece);
  }
  double area(size_t piece, size_t row) const { return area_m2[(piece - 1) * rows.size() + row]; }
  bool owns(size_t row) const {
    for (size_t piece = 1; piece <= pieces; ++piece)
      if (area(piece, row) > 0) return true;
    return false;
  }
  size_t zones() const { return 1 + pieces; }
};

Holdings::Holdings(const RegionMap& regions, const Vocabulary& vocabulary)
    : map(regions), rows(vocabulary.factions) {
  if (const std::optional<Faction> row = vocabulary.neutral()) neutral = static_cast<size_t>(*row);
  for (const Region& region : map.regions) pieces = std::max(pieces, static_cast<size_t>(region.piece));
  area_m2.assign(pieces * rows.size(), 0.0);
  for (const Region& region : map.regions)
    area_m2[(static_cast<size_t>(region.piece) - 1) * rows.size() + static_cast<size_t>(region.owner)] +=
        std::max(region.area_m2, 1.0);
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k].share > 0 || owns(k)) fitted.push_back(k);
}

Raster<uint8_t> faction_zones(const Holdings& held) {
  Raster<uint8_t> zone(held.map.code.grid, 0);
  for (size_t i = 0; i < zone.size(); ++i)
    if (held.map.code[i] != 0) zone[i] = static_cast<uint8_t>(held.is_neutral(i) ? 1 : 1 + held.piece_of(i));
  return zone;
}

/// Where a faction may have one piece only: a ground piece for the owners, an area of neutral ground for
/// nobody.
Raster<uint8_t> faction_bodies(const Holdings& held, const Raster<uint8_t>& zone) {
  Raster<uint8_t> body = zone;
  Raster<uint8_t> neutral(zone.grid, 0);
  for (size_t i = 0; i < zone.size(); ++i) neutral[i] = zone[i] == 1 ? 1 : 0;
  const Components areas = label_components(neutral);
  const size_t codes = 256 - held.zones();  // more areas than codes share some
  for (size_t i = 0; i < zone.size(); ++i)
    if (zone[i] == 1 && areas.id[i] > 0)
      body[i] = static_cast<uint8_t>(held.zones() + 1 + static_cast<size_t>(areas.id[i] - 1) % (codes - 1));
  return body;
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

/// Nobody but the neutral faction wins neutral ground, and no owner a ground piece where it has no region.
void fix_scores(const ZoneBlocks& blocks, const Raster<uint8_t>& zone, const Holdings& held, size_t row,
                Plane& score) {
  const bool nobody = held.neutral == row;
  std::vector<float> fixed(held.zones() + 1, nobody ? -kFactionFixed : 0.0F);  // 0: as it is
  fixed[1] = nobody ? kFactionFixed : -kFactionFixed;
  for (size_t piece = 1; !nobody && held.pieces > 1 && piece <= held.pieces; ++piece)
    if (held.area(piece, row) <= 0) fixed[1 + piece] = -kFactionFixed;
  for (size_t i = 0; i < blocks.cell.size(); ++i)
    if (const float value = fixed[zone[blocks.cell[i]]]; value != 0) score[i] = value;
}

/// Noise into scores: what lies near a faction's regions is its own.
void score_factions(const Holdings& held, const FactionSurvey& survey, const std::vector<size_t>& rows,
                    std::vector<Plane>& planes) {
  parallel_for(rows.size(), 1, [&](size_t begin, size_t end) {
    for (size_t f = begin; f < end; ++f) {
      if (held.neutral == rows[f]) continue;
      const Plane distance = gather(survey.blocks, signed_distance(held.map, static_cast<Faction>(rows[f])));
      for (size_t i = 0; i < distance.size(); ++i) {
        const float reach = std::clamp(distance[i] * static_cast<float>(1 / kReach_m), kDeepest, kFarthest);
        planes[f][i] = planes[f][i] * survey.noise_scale - reach;
      }
    }
  });
  for (size_t f = 0; f < rows.size(); ++f) fix_scores(survey.blocks, survey.zone, held, rows[f], planes[f]);
}

std::vector<Plane> noise_of_factions(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                                     const SeedBundle& seeds, const std::vector<size_t>& rows) {
  std::vector<Plane> planes;
  for (const size_t row : rows) planes.push_back(faction_noise(blocks, grid, tmpl, seeds, row));
  return planes;
}

/// The owners' shares of every ground piece. On several pieces nobody gets ground without a region: the rows
/// follow the areas of the regions, and the owners' shares of all ground as far as these allow.
MixMatrix owner_shares(const Holdings& held, const std::vector<size_t>& owners,
                       const std::vector<int64_t>& zone_cells) {
  std::vector<double> shares;
  double total = 0;
  for (const size_t k : owners) {
    shares.push_back(held.owns(k) ? held.rows[k].share : 0.0);
    total += shares.back();
  }
  if (total <= 0)
    for (size_t i = 0; i < owners.size(); ++i) shares[i] = held.owns(owners[i]) ? 1.0 : 0.0;
  if (held.pieces == 1) return {shares};
  MixMatrix kernel;
  std::vector<double> cells;
  double all_cells = 0, all_shares = 0;
  for (size_t piece = 1; piece <= held.pieces; ++piece) {
    kernel.emplace_back();
    for (const size_t k : owners) kernel.back().push_back(held.area(piece, k));
    cells.push_back(static_cast<double>(zone_cells[piece]));
    all_cells += cells.back();
  }
  for (const double share : shares) all_shares += share;
  for (double& share : shares) share *= all_cells / std::max(all_shares, 1e-300);
  return sinkhorn(kernel, cells, shares);
}

/// Cells by zone and row: neutral ground is wholly neutral, the owners divide the rest.
ZoneCounts faction_targets(const ZoneBlocks& blocks, const Holdings& held) {
  ZoneCounts target(held.zones(), std::vector<int64_t>(held.rows.size(), 0));
  if (held.neutral) target[0][*held.neutral] = blocks.zone_cells[0];
  std::vector<size_t> owners;
  for (size_t k = 0; k < held.rows.size(); ++k)
    if (held.neutral != k) owners.push_back(k);
  const MixMatrix shares = owner_shares(held, owners, blocks.zone_cells);
  for (size_t piece = 1; piece <= held.pieces; ++piece) {
    const std::vector<int64_t> cells = largest_remainder(shares[piece - 1], blocks.zone_cells[piece]);
    for (size_t i = 0; i < owners.size(); ++i) target[piece][owners[i]] = cells[i];
  }
  return target;
}

/// One field, tag "faction": neutral regions stay neutral, every other region is cut into the owners' shares.
ClassLayer strict_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  const GridSpec& grid = map.code.grid;
  const Raster<float> field = strict_faction_field(grid, tmpl, seeds);
  std::vector<int64_t> cells(map.regions.size(), 0);
  Mask land(grid, 0);
  for (size_t i = 0; i < land.size(); ++i)
    if (map.code[i] != 0) {
      land[i] = 1;
      ++cells[map.code[i] - 1u];
    }
  const std::optional<Faction> neutral = tmpl.vocabulary.neutral();
  ZoneCounts target;
  for (size_t r = 0; r < cells.size(); ++r) {
    const bool nobodys = map.regions[r].neutral && neutral;
    std::vector<double> mix = row_shares(tmpl.vocabulary.factions);
    for (size_t k = 0; k < mix.size(); ++k) {
      const bool owner = !neutral || static_cast<size_t>(*neutral) != k;
      if (nobodys || !owner) mix[k] = nobodys && !owner ? 1.0 : 0.0;
    }
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

FactionSurvey survey_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  const Holdings held(map, tmpl.vocabulary);
  FactionSurvey out;
  out.neutral = held.neutral;
  out.zone = faction_zones(held);
  out.body = faction_bodies(held, out.zone);
  out.blocks = make_blocks(out.zone, static_cast<int>(held.zones()), nullptr);
  out.sample = sample_slots(out.blocks, out.zone, nullptr);
  out.rows = held.fitted;
  out.score = noise_of_factions(out.blocks, map.code.grid, tmpl, seeds, out.rows);
  out.noise_scale = static_cast<float>(kFactionFieldWeight / joint_moments(out.blocks, out.score).sd);
  score_factions(held, out, out.rows, out.score);
  out.sd = joint_moments(out.blocks, out.score).sd;
  out.target = faction_targets(out.blocks, held);
  return out;
}

void add_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds,
                  const std::vector<size_t>& more, FactionSurvey& survey) {
  std::vector<Plane> planes = noise_of_factions(survey.blocks, map.code.grid, tmpl, seeds, more);
  score_factions(Holdings(map, tmpl.vocabulary), survey, more, planes);
  survey.rows.insert(survey.rows.end(), more.begin(), more.end());
  for (Plane& plane : planes) survey.score.push_back(std::move(plane));
}

Plane faction_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                    const SeedBundle& seeds, size_t row) {
  const auto noise_of = [&](const SeedBundle& of) {
    return layer_noise(tmpl.vocabulary, of, "faction", tmpl.noise.faction, row,
                       tmpl.vocabulary.factions[row].id);
  };
  Plane values = gather_noise(blocks, noise_of(seeds), grid, tmpl.noise.phase);
  mix_dice(field_dice(tmpl, SeedPart::factions, seeds, grid), noise_of, grid, tmpl.noise.phase, blocks.cell,
           values);
  return values;
}

Raster<float> strict_faction_field(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds) {
  const NoiseStack& stack = tmpl.noise.faction;
  const std::string tag = stack.seed_of.empty() ? "faction" : stack.seed_of;
  const auto noise_of = [&](const SeedBundle& of) {
    return bind_noise(stack, derive(of.noise_stream(), tag));
  };
  Raster<float> values = noise_raster(noise_of(seeds), grid, tmpl.noise.phase);
  mix_dice(field_dice(tmpl, SeedPart::factions, seeds, grid), noise_of, grid, tmpl.noise.phase, {},
           values.cells);
  return values;
}

Raster<float> faction_field(const FactionSurvey& survey, const std::vector<size_t>& plane_of,
                            const Raster<uint8_t>& code) {
  Raster<float> out(code.grid, 0.0F);
  for (size_t i = 0; i < survey.blocks.cell.size(); ++i) {
    const uint32_t cell = survey.blocks.cell[i];
    out[cell] =
        static_cast<float>(static_cast<double>(survey.score[plane_of[code[cell] - 1u]][i]) / survey.sd);
  }
  return out;
}

ClassLayer factions_of_owners(const RegionMap& map) {
  ClassLayer layer;
  layer.code = Raster<uint8_t>(map.code.grid, 0);
  for (size_t i = 0; i < map.code.size(); ++i)
    if (map.code[i] != 0)
      layer.code[i] = static_cast<uint8_t>(static_cast<size_t>(map.regions[map.code[i] - 1u].owner) + 1);
  layer.score = Raster<float>(map.code.grid, std::numeric_limits<float>::quiet_NaN());
  return layer;
}

ClassLayer make_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds,
                         const Progress& progress) {
  if (tmpl.layer_mode == LayerMode::strict_quantile) return strict_factions(map, tmpl, seeds);
  return fit_factions(map, survey_factions(map, tmpl, seeds), progress);
}

ClassLayer fit_factions(const RegionMap& map, const FactionSurvey& survey, const Progress& progress) {
  const ZoneBlocks& blocks = survey.blocks;
  const size_t count = survey.target[0].size();
  const ZoneCounts of_planes = columns_of(survey.target, survey.rows);
  ClassFit fit =
      fit_classes({blocks, survey.sample, survey.score, of_planes, map.code.grid, survey.sd, kFactionJump_sd,
                   kFactionMboSigma_m},
                  ZoneTable(of_planes.size(), std::vector<double>(survey.rows.size(), 0.0)), progress);
  std::vector<size_t> plane_of(count, 0);
  for (size_t f = 0; f < survey.rows.size(); ++f) plane_of[survey.rows[f]] = f;
  for (uint8_t& winner : fit.winner) winner = static_cast<uint8_t>(survey.rows[winner]);
  ClassLayer layer;
  layer.jump_sd = kFactionJump_sd;
  layer.code = scatter_codes(blocks, fit.winner, map.code.grid);
  const std::vector<uint32_t> slot_of = slots_of_cells(blocks, map.code.size());
  RepairTask task{static_cast<int>(count), survey.zone, survey.target, [&](uint32_t cell, int cls) {
                    return shifted_at(blocks, fit.pulled, fit.lambda, slot_of[cell],
                                      plane_of[static_cast<size_t>(cls)]);
                  }};
  task.one_piece_of = &survey.body;
  const RepairResult repaired = despeckle_and_repair(layer.code, task);
  fit.lambda.erase(fit.lambda.begin());
  layer.fit.offsets = spread_columns(fit.lambda, survey.rows, count, 0.0);
  layer.fit.repaired_cells = repaired.repaired_cells;
  layer.fit.despeckled_cells = repaired.despeckled_cells;
  layer.score = faction_field(survey, plane_of, layer.code);
  return layer;
}

}  // namespace fw
