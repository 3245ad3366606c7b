#pragma once

#include "core/model/finding.h"
#include "core/world/hand/paint/hand_bands.h"
#include "core/world/hand/paint/hand_rows.h"

// Regional rows of danger that have room for painted bands (docs/hand.md, danger).
namespace fw {

/// Cells above every cut that painted bands and what must lie round them leave to a region, [region][cut].
struct CutCounts {
  ZoneCounts least, most;
};

/// What the cores' bounds ask, and what the wants' bounds ask: if at least `speck_cells` or with cells that
/// join a core in another region (`joined`, by band; may be empty), and where the mix is held only as far as
/// the ground has such cells.
CutCounts count_cut_bounds(const BandPaint& paint, const Raster<uint8_t>& region, const ZoneCounts& natural,
                           const ZoneCounts& joined, int64_t speck_cells, HandMix mix);

/// The rows with the paint.
struct DangerRows {
  ZoneTable shares;  ///< the natural targets where the row did not move
  ZoneCounts cells;
  std::vector<bool> moved;
};
/// `map`: the regions with the targets of the natural layer `band`; `change` = paint_to_change, spread in
/// `bands`.
DangerRows rows_with_paint(const RegionMap& map, const Raster<uint8_t>& band, const Paint& paint,
                           const Paint& change, const BandPaint& bands, const Template& tmpl,
                           Findings& findings);

}  // namespace fw
