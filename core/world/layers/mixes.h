#pragma once

#include <optional>
#include <vector>

#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/world/fit/sinkhorn.h"
#include "core/world/regions/regions.h"

namespace fw {

/// What a set of regional mixes must satisfy.
struct MixProblem {
  std::vector<double> area;                               ///< share of the island per region, sum 1
  std::vector<double> columns;                            ///< the template's island mix, sum 1
  MixMatrix kernel;                                       ///< affinity of region r to class k, >= 0
  MixMatrix floors;                                       ///< least share of class k inside region r
  std::vector<std::optional<std::vector<double>>> asked;  ///< rows that the template fixes
  double prune_below = 0;                                 ///< first cut of small excess shares
  std::vector<double> least;       ///< per region: smaller excess shares are cut at any rate; empty = none
  int kept_entries = 0;            ///< entries per class that pruning never takes (the largest by area)
  bool pruned_may_return = false;  ///< pruned entries come back as 1e-12 in the second solve
};

struct MixSolution {
  MixMatrix rows;              ///< shares, every row sums to 1
  double column_error = 0;     ///< largest |island share - template share| over classes
  bool asked_exceeds = false;  ///< the fixed rows alone take more of a class than the island has
};

/// Fills every row that the template does not fix so that the area-weighted mean equals the template's mix
/// (docs/world.md, 4.1).
MixSolution solve_mixes(const MixProblem& problem);

/// Share of the island per region, counted on the raster.
std::vector<double> region_area_shares(const RegionMap& map);

/// Rows of regions as shares that sum to 1; none where nobody states one.
using StatedRows = std::vector<std::optional<std::vector<double>>>;
/// Those of `region_mixes`, and of the hand's rows of regions, of one layer.
StatedRows rows_of_template(const RegionMap& map, const Template& tmpl,
                            std::optional<std::vector<double>> RegionMix::*row);
StatedRows rows_of_hand(const RegionMap& map, std::optional<std::vector<double>> RegionMix::*row);

/// Writes biome_target and biome_asked of the one-field mode; `mean_sd[r][k]` is the mean of class k's score
/// in region r, in standard deviations of all scores.
void derive_biome_mixes(RegionMap& map, const Template& tmpl, const MixMatrix& mean_sd);

/// Targets in cells: each region's row by largest remainder over its own cells.
std::vector<std::vector<int64_t>> danger_target_cells(const RegionMap& map);
std::vector<std::vector<int64_t>> biome_target_cells(const RegionMap& map);

/// Cells of every region, and of every region and class.
std::vector<int64_t> region_cell_counts(const RegionMap& map);
std::vector<std::vector<int64_t>> class_cells(const RegionMap& map, const Raster<uint8_t>& code,
                                              size_t classes);
/// Cells as shares of `all`; zeros of none.
std::vector<double> shares_of_cells(const std::vector<int64_t>& cells, int64_t all);

}  // namespace fw
