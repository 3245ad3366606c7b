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

ClassLayer move_biomes(const NaturalBiomes& n, const Paint& paint, const Paint& change, const BiomeRows& rows,
                       const Template& tmpl, const SeedBundle& seeds, const Progress& progress) {
  const ZoneBlocks& blocks = n.blocks.blocks;
  const size_t classes = tmpl.vocabulary.biomes.size(), usual = n.inputs.biomes.size();
  MoreBiomes more{painted_besides(paint, n.inputs.biomes, classes), {}};
  more.field = biome_noise(blocks, n.map.code.grid, tmpl, seeds, more.biomes);
  BiomeScores scores = biome_scores(blocks, n.inputs, tmpl, n.danger.calibrated, more, n.shaped);
  std::vector<size_t> biomes = n.inputs.biomes;
  biomes.insert(biomes.end(), more.biomes.begin(), more.biomes.end());
  price_limits(n.shaped != nullptr ? *n.shaped : n.inputs, tmpl, biomes, scores);
  const std::vector<Plane>& score = scores.plane;
  const double sd = scores.sd;

  MovedClasses moved = move_classes(
      {blocks, n.blocks.sample, n.map.code, score, biomes,
       offsets_by_plane(n.layer.fit.offsets, biomes, usual, 0.5 * kAbsentBiome_sd * sd), rows.target, sd, sd,
       n.layer.jump_sd, kBiomeMboSigma_m, rows.any_moved(), rows.decided, change,
       [&](Raster<uint8_t>& code, RepairTask task) {
         return repair_into_few_pieces(code, std::move(task),
                                       most_biome_pieces(biomes.size(), n.map.regions.size()));
       }},
      n.layer.code, progress);
  ClassLayer layer;
  layer.jump_sd = n.layer.jump_sd;
  layer.score = biome_field(blocks, score, planes_of(biomes, classes), moved.code, sd);
  layer.code = std::move(moved.code);
  layer.fit.offsets = spread_columns(moved.lambda, biomes, classes, kAbsentBiome_sd * sd);
  layer.fit.repaired_cells = moved.repaired.repaired_cells;
  layer.fit.despeckled_cells = moved.repaired.despeckled_cells;
  return layer;
}

void set_targets(const BiomeRows& rows, std::vector<Region>& regions) {
  for (size_t r = 0; r < regions.size(); ++r) {
    if (!rows.moved[r]) continue;
    double cells = 0;
    for (const int64_t n : rows.target[r]) cells += static_cast<double>(n);
    for (size_t k = 0; k < rows.target[r].size(); ++k)
      regions[r].biome_target[k] = static_cast<double>(rows.target[r][k]) / std::max(cells, 1.0);
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
  set_targets(rows, out.regions);
  if (tmpl.layer_mode == LayerMode::strict_quantile) {
    const Raster<float> field = strict_biome_field(natural.map.code.grid, tmpl, seeds);
    recut_strictly(natural.map.code, field, rows.target, paint.core, out.layer.code);
    return out;
  }
  rows.decided = decided_cells(natural.map.code, natural.layer.code, paint, change, rows.moved,
                               tmpl.hand.mix == HandMix::follow);
  out.layer = move_biomes(natural, paint, change, rows, tmpl, seeds, progress);
  return out;
}

}  // namespace fw
