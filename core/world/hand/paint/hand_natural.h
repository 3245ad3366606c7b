#pragma once

#include <utility>
#include <vector>

#include "core/field/raster.h"
#include "core/world/hand/paint/hand_paint.h"

// What of a natural layer stands although the designer paints it (docs/hand.md, paint).
namespace fw {

/// The paint without what the natural layer (class + 1) shows already: of a connected patch of one class
/// whose wanted cells all have it, only the core is left; likewise of bias towards a class that is there
/// already, or away from one that is not.
Paint paint_to_change(const Paint& paint, const Raster<uint8_t>& natural);

/// Whether the paint has anything but cores.
bool changes_something(const Paint& paint);

/// Regions (code - 1) with paint other than cores.
std::vector<bool> painted_regions(const Paint& change, const Raster<uint8_t>& region, size_t regions);

/// Where paint other than cores is.
class PaintPlaces {
 public:
  PaintPlaces(std::vector<bool> of_regions, Mask of_cells)
      : regions(std::move(of_regions)), cells(std::move(of_cells)) {}

  std::vector<bool> regions;  ///< that have some (code - 1)
  Mask cells;                 ///< that are painted
  /// To it, on the frame; measured when it is first asked for.
  const Raster<float>& distance_m();

 private:
  Raster<float> distance_m_;
};
/// `change` = paint_to_change.
PaintPlaces painted_ground(const Paint& change, const Raster<uint8_t>& region, size_t regions);

/// Ground that keeps its natural classes: in regions without paint and with the rows that they had, over
/// 750 m from paint and over 700 m from regions whose rows moved.
Mask standing_ground(const Raster<uint8_t>& region, PaintPlaces& painted, const std::vector<bool>& moved);

/// Ground over 1 km from paint in regions that have some and the rows that they had. If it stands too, less
/// is left to balance them with.
Mask far_ground(const Raster<uint8_t>& region, PaintPlaces& painted, const std::vector<bool>& moved);

}  // namespace fw
