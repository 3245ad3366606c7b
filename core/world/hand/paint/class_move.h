#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/world/fit/balance.h"
#include "core/world/fit/repair.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/layers/layers.h"

// A fitted layer of classes moved to new counts round decided cells: the step that biomes and factions share.
namespace fw {

/// Class + 1 of the cells that stay: cores as painted, and as they naturally are those that nothing concerns.
struct DecidedCells {
  Raster<uint8_t> strictly;  ///< with far ground of painted regions
  Raster<uint8_t> freely;    ///< without it
};
/// Tables by plane go by zone and plane of `score`.
struct ClassMove {
  const ZoneBlocks& blocks;
  const SlotSample& sample;
  const Raster<uint8_t>& zone;
  const std::vector<Plane>& score;  ///< of the natural fit, and of painted classes that have none there
  const std::vector<size_t>& rows;  ///< of every plane: its class
  ZoneTable lambda;                 ///< natural offsets by plane
  const ZoneCounts& target;         ///< new counts by zone and class
  double sd = 1;                    ///< of the scores
  double bias_unit = 1;             ///< what one sd of paint's bias is in scores
  double jump_sd = 0;
  double mbo_sigma_m = 0;
  bool anew = false;  ///< rows moved: the first step balances as from nothing
  const DecidedCells& decided;
  const Paint& change;  ///< rims and bias of what paint changes
  /// Repairs the labels within the task's bounds.
  std::function<RepairResult(Raster<uint8_t>& code, RepairTask task)> repair;
  double may_miss = 4e-3;  ///< of a zone's cells: what keeping far ground may cost
};

struct MovedClasses {
  Raster<uint8_t> code;  ///< class + 1
  ZoneTable lambda;      ///< by plane
  RepairResult repaired;
};

/// `natural`: the layer's codes before. With far ground as it is; if a zone then misses its counts, without.
MovedClasses move_classes(const ClassMove& move, const Raster<uint8_t>& natural, const Progress& progress);

/// `moved`: regions whose rows moved; `local`: they moved by what paint covers alone, so that far ground of
/// theirs stands strictly too.
DecidedCells decided_cells(const Raster<uint8_t>& region, const Raster<uint8_t>& natural, const Paint& paint,
                           const Paint& change, const std::vector<bool>& moved, bool local = false);

/// The plane of every class; 0 for classes without one.
std::vector<size_t> planes_of(const std::vector<size_t>& rows, size_t classes);

/// Classes that paint names and `rows` lacks.
std::vector<size_t> painted_besides(const Paint& paint, const std::vector<size_t>& rows, size_t classes);

/// Natural offsets by plane; planes that the natural fit lacked start as its least liked class of the zone.
/// `absent`: offset of a class that it did not want.
ZoneTable offsets_by_plane(const ZoneTable& offsets, const std::vector<size_t>& rows, size_t usual,
                           double absent);

/// The one-field mode: regions whose counts or cells change are cut again round their decided cells.
void recut_strictly(const Raster<uint8_t>& region, const Raster<float>& field, const ZoneCounts& target,
                    const Raster<uint8_t>& decided, Raster<uint8_t>& code);

}  // namespace fw
