#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/finding.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/template.h"
#include "core/world/fit/balance.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/regions/regions.h"

// The regional rows of a layer that a designer paints (docs/hand.md, rows): every region that holds its paint
// already keeps its row; the others move by the least.
namespace fw {

/// All in cells, by region and class.
struct RowProblem {
  ZoneCounts natural;  ///< what the natural layer has; every region's sum is its cells
  ZoneCounts core;     ///< painted and decided
  ZoneCounts want;     ///< painted and counted; holds the core too
  ZoneCounts joined;   ///< of `want`: cells that join a core in another zone; empty: none
  /// By region, wanted class and natural class: cells that paint asks to change. Empty: not known.
  std::vector<ZoneCounts> covered;
  std::vector<std::vector<size_t>> neighbours;  ///< of every region
  std::vector<bool>
      asked;  ///< rows that the template states: they give way to paint of their own region only
  HandMix mix = HandMix::hold;
  int64_t speck_cells =
      0;  ///< smaller wants in a region without a core of the class or a joined cell do not count
  /// Rows that the caller fixed, in cells; empty, or a row or nothing for every region.
  std::vector<std::optional<std::vector<double>>> held;
};

struct RowSolution {
  ZoneTable rows;      ///< cells, not rounded; natural where the row did not move
  ZoneCounts painted;  ///< cells that the rows hold at least: cores, and wants as far as the mix has room
  std::vector<bool> moved;        ///< regions whose row is not the natural one
  std::vector<int64_t> over_mix;  ///< by class: cells of cores beyond what the land has of it
  ZoneCounts over_ask;            ///< of rows that the template states: cells of cores beyond them
};

/// New rows for a layer with paint (Sinkhorn with kernel natural - painted).
RowSolution solve_rows(const RowProblem& problem);

/// One row in whole cells that sum to `cells`, no class below what is painted.
std::vector<int64_t> whole_row(const std::vector<double>& row, int64_t cells,
                               const std::vector<int64_t>& painted);

/// The rows in whole cells: by largest remainder, and no class below what is painted; rows that did not move
/// are the natural ones.
ZoneCounts whole_rows(const RowProblem& problem, const RowSolution& solution);

/// Cells of every region and code (class + 1).
ZoneCounts count_codes(const Raster<uint8_t>& region, size_t regions, const Raster<uint8_t>& code,
                       size_t classes);

/// Which regions touch which, by an edge.
std::vector<std::vector<size_t>> region_neighbours(const Raster<uint8_t>& region, size_t regions);

/// What paint asks of some zones, with `change` = paint_to_change(paint, natural)
/// (core/world/hand/paint/hand_natural.h): wants that are there already ask for nothing.
RowProblem zone_problem(const Raster<uint8_t>& zone, size_t zones, const Raster<uint8_t>& natural,
                        size_t classes, const Paint& paint, const Paint& change);
/// The same of the regions of a layer, with what the template states of their rows and the hand of the mix.
RowProblem row_problem(const RegionMap& map, PaintLayer layer, const Raster<uint8_t>& natural, size_t classes,
                       const Paint& paint, const Paint& change, const Hand& hand);

/// paint_over_mix and paint_over_region_mix, with the rows of the hand that hold the cells and the smallest
/// change that mends it.
void tell_over_mix(const RegionMap& map, const Template& tmpl, PaintLayer layer, const Paint& paint,
                   const RowProblem& problem, const RowSolution& solution, Findings& findings);

}  // namespace fw
