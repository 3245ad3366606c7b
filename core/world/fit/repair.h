#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// Components smaller than this are absorbed by their surroundings (64 cells of 15.625 m).
inline constexpr double kRepairedSpeckArea_m2 = 15625;

/// The labels (class + 1) that cells may take, both ends included. A cell is decided where they are equal.
struct LabelBounds {
  Raster<uint8_t> low, high;

  bool allow(uint32_t cell, uint8_t label) const { return low[cell] <= label && label <= high[cell]; }
  bool decide(uint32_t cell) const { return low[cell] == high[cell] && low[cell] != 0; }
};

/// What a finished discrete layer must satisfy; used for danger, biome and faction.
struct RepairTask {
  int classes = 0;              ///< labels are class + 1; 0 is off the island and never changes
  const Raster<uint8_t>& zone;  ///< code of the zone a cell is counted in; 0 = counted nowhere, never flipped
  std::vector<std::vector<int64_t>> target;  ///< cells per [zone - 1][class]
  std::function<float(uint32_t cell, int cls)>
      score;  ///< cells where score[a] - score[b] is least flip first
  /// If set, a body for every cell: every class keeps only its largest piece of each body (instead of
  /// despeckling by area). A piece belongs to the body of its first cell.
  const Raster<uint8_t>* one_piece_of = nullptr;
  bool ordered = false;  ///< classes are nested levels: no flip may create a contact that skips a level
  double speck_area_m2 = kRepairedSpeckArea_m2;  ///< pieces below it are absorbed
  /// If set, the labels lie within them and stay there: a piece with a decided cell is never absorbed and has
  /// no least size. Cells go round by longer ways where the short one is closed, and in the end smaller
  /// pieces serve too (a half, a quarter, an eighth of the area above).
  const LabelBounds* bounds = nullptr;
};

struct RepairResult {
  int64_t despeckled_cells = 0;
  int64_t repaired_cells = 0;
  int64_t remaining_error = 0;  ///< sum over zones and classes of |count - target|
  int64_t worst_zone = 0;       ///< the same sum of the zone that misses most
};

/// Three rounds of despeckling and exact repair. A flip is simple (it never splits a component) and never
/// makes a component smaller than a speck, so no speck is created. Where a zone stays off by a cell, classes
/// that its row lacks leave it (not of ordered layers), missing ones are planted, and cells go round where
/// the short way is blocked (not with one_piece_of).
RepairResult despeckle_and_repair(Raster<uint8_t>& labels, const RepairTask& task);

/// Components without a decided cell; all of them where there are no bounds.
size_t count_free_pieces(const Raster<uint8_t>& labels, const LabelBounds* bounds);

}  // namespace fw
