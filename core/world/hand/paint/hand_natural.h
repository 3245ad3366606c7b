#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/regions/regions.h"

// What of a natural layer stands although the designer paints it (docs/hand.md, paint).
namespace fw {

/// What paint holds of a layer. `map`: with the natural targets; `moved`: the regions with those that hold
/// now; `target`: the layer's (null: it has none by region).
HeldByPaint held_by_paint(const RegionMap& map, const Paint& paint, const std::vector<Region>& moved,
                          std::vector<double> Region::*target);

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

/// Round frozen cells (hard rows of cells whose key names the classes) that the natural layer (class + 1)
/// does not fill as they say: a ring of 150 m leans towards the class of the nearest frozen cell, by 3 sd
/// falling to 0, and its inner half is wanted. So the frozen part grows into what lies round it instead of
/// ending at a cut edge. Paint that is there already stays. For
/// biomes and bands; factions end at the borders of regions. Nothing where there is no such ring.
std::optional<Paint> with_rings(const Template& tmpl, PaintLayer layer, const Raster<uint8_t>& natural,
                                const Paint& paint);

/// The layer's paint without its frozen cells; nothing where there are none. A world that holds these cells
/// without being asked to stays as it is, so freezing what is there changes nothing.
std::optional<Paint> without_frozen(const Template& tmpl, PaintLayer layer,
                                    const Raster<uint8_t>& region_codes, const ImportSet& imports);

/// Whether every decided cell of the paint has its class.
bool holds_cores(const Paint& paint, const Raster<uint8_t>& code);

/// adapt() of the paint without frozen cells if its layer (`codes_of`) holds them all; else of all paint,
/// with rings round frozen cells that `natural` does not hold (null: the layer has none).
template <typename Adapt, typename CodesOf>
auto adapt_round_frozen(const Template& tmpl, const ImportSet& imports, PaintLayer layer,
                        const Raster<uint8_t>& region_codes, const Paint& paint,
                        const Raster<uint8_t>* natural, const CodesOf& codes_of, const Adapt& adapt) {
  if (const std::optional<Paint> others = without_frozen(tmpl, layer, region_codes, imports)) {
    auto adapted = adapt(*others);
    if (holds_cores(paint, codes_of(adapted))) return adapted;
  }
  const std::optional<Paint> ringed =
      natural != nullptr ? with_rings(tmpl, layer, *natural, paint) : std::nullopt;
  return adapt(ringed ? *ringed : paint);
}

}  // namespace fw
