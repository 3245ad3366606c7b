#include "core/world/hand/paint/hand_classes.h"

#include <algorithm>
#include <utility>

#include "core/field/quantile/quantile.h"
#include "core/world/hand/paint/class_move.h"
#include "core/world/hand/paint/hand_natural.h"
#include "core/world/hand/paint/hand_rows.h"
#include "core/world/layers/mixes.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

/// The rows of what is painted and the cells that stay as they are.
struct BiomeRows {
  ZoneCounts target;
  std::vector<bool> moved;
  DecidedCells decided;

  bool any_moved() const { return std::find(moved.begin(), moved.end(), true) != moved.end(); }
};

/// What is counted together: regions whose rows moved and that nobody states are one zone, so that the land
/// keeps its cells there; each other region is its own.
struct MoveZones {
  std::vector<int> of_region;  ///< index
  int count = 0;
  Raster<uint8_t> code;
  ZoneCounts target;
  ZoneTable lambda;
};

MoveZones make_move_zones(const RegionMap& map, const BiomeRows& rows, const ZoneTable& lambda) {
  MoveZones out;
  int land = -1;
  for (size_t r = 0; r < map.regions.size(); ++r) {
    const bool of_land = rows.moved[r] && !map.regions[r].biome_asked;
    if (of_land && land >= 0) {
      out.of_region.push_back(land);
      std::vector<int64_t>& sum = out.target[static_cast<size_t>(land)];
      for (size_t k = 0; k < sum.size(); ++k) sum[k] += rows.target[r][k];
      continue;
    }
    if (of_land) land = out.count;
    out.of_region.push_back(out.count++);
    out.target.push_back(rows.target[r]);
    out.lambda.push_back(lambda[r]);
  }
  out.code = Raster<uint8_t>(map.code.grid, 0);
  for (size_t cell = 0; cell < out.code.size(); ++cell)
    if (map.code[cell] != 0) out.code[cell] = static_cast<uint8_t>(out.of_region[map.code[cell] - 1u] + 1);
  return out;
}

ClassLayer move_biomes(const NaturalBiomes& n, const Paint& paint, const Paint& change, const BiomeRows& rows,
                       const Template& tmpl, const SeedBundle& seeds, const Progress& progress) {
  const size_t classes = tmpl.vocabulary.biomes.size(), usual = n.inputs.biomes.size();
  MoreBiomes more{painted_besides(paint, n.inputs.biomes, classes), {}};
  more.field = biome_noise(n.blocks.blocks, n.map.code.grid, tmpl, seeds, more.biomes);
  BiomeScores scores = biome_scores(n.blocks.blocks, n.inputs, tmpl, n.danger.calibrated, more, n.shaped);
  std::vector<size_t> biomes = n.inputs.biomes;
  biomes.insert(biomes.end(), more.biomes.begin(), more.biomes.end());
  price_limits(n.shaped != nullptr ? *n.shaped : n.inputs, tmpl, biomes, scores);
  const double sd = scores.sd;
  const MoveZones zones = make_move_zones(
      n.map, rows, offsets_by_plane(n.layer.fit.offsets, biomes, usual, 0.5 * kAbsentBiome_sd * sd));
  const SampledBlocks joined = joined_zones(n.blocks, zones.of_region, zones.count);

  MovedClasses moved = move_classes(
      {joined.blocks, joined.sample, zones.code, scores.plane, biomes, zones.lambda, zones.target, sd, sd,
       n.layer.jump_sd, kBiomeMboSigma_m, rows.any_moved(), rows.decided, change,
       [&](Raster<uint8_t>& code, RepairTask task) {
         return repair_into_few_pieces(code, std::move(task),
                                       most_biome_pieces(biomes.size(), n.map.regions.size()));
       }},
      n.layer.code, progress);
  ClassLayer layer;
  layer.jump_sd = n.layer.jump_sd;
  layer.score = biome_field(joined.blocks, scores.plane, planes_of(biomes, classes), moved.code, sd);
  layer.code = std::move(moved.code);
  const ZoneTable offsets = spread_columns(moved.lambda, biomes, classes, kAbsentBiome_sd * sd);
  for (const int zone : zones.of_region) layer.fit.offsets.push_back(offsets[static_cast<size_t>(zone)]);
  layer.fit.repaired_cells = moved.repaired.repaired_cells;
  layer.fit.despeckled_cells = moved.repaired.despeckled_cells;
  return layer;
}

/// Stated rows that moved as the paint has them; those that nobody states as they came, in the given cells.
void set_targets(const BiomeRows& rows, const ZoneCounts& came, std::vector<Region>& regions) {
  for (size_t r = 0; r < regions.size(); ++r) {
    const bool asked = regions[r].biome_asked;
    if (!rows.moved[r] && (asked || came[r] == rows.target[r])) continue;
    int64_t cells = 0;
    for (const int64_t n : rows.target[r]) cells += n;
    regions[r].biome_target = shares_of_cells(asked ? rows.target[r] : came[r], cells);
  }
}

}  // namespace

HandBiomes adapt_biomes(const NaturalBiomes& natural, const Paint& paint, const Template& tmpl,
                        const SeedBundle& seeds, const Progress& progress) {
  HandBiomes out{natural.layer, natural.map.regions, {}};
  const Paint change = paint_to_change(paint, natural.layer.code);
  const RowProblem problem = row_problem(natural.map, PaintLayer::biome, natural.layer.code,
                                         tmpl.vocabulary.biomes.size(), paint, change, tmpl.hand);
  const RowSolution solution = solve_rows(problem);
  tell_over_mix(natural.map, tmpl, PaintLayer::biome, paint, problem, solution, out.findings);
  BiomeRows rows{whole_rows(problem, solution), solution.moved, {}};
  if (!changes_something(change) && !rows.any_moved()) return out;
  stop_if_cancelled(progress);
  if (tmpl.layer_mode == LayerMode::strict_quantile) {
    set_targets(rows, rows.target, out.regions);
    const Raster<float> field = strict_biome_field(natural.map.code.grid, tmpl, seeds);
    recut_strictly(natural.map.code, field, rows.target, paint.core, out.layer.code);
    return out;
  }
  rows.decided = decided_cells(natural.map.code, natural.layer.code, paint, change, rows.moved,
                               tmpl.hand.mix == HandMix::follow);
  out.layer = move_biomes(natural, paint, change, rows, tmpl, seeds, progress);
  set_targets(rows, class_cells(natural.map, out.layer.code, tmpl.vocabulary.biomes.size()), out.regions);
  return out;
}

}  // namespace fw
