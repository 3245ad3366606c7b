#pragma once

#include <optional>

#include "core/model/template/template.h"
#include "core/world/hand/paint/hand_paint.h"

namespace fw {

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
