#pragma once

#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/regions/regions.h"

// Paint of the factions where the political border is that of the regions: it moved these (make_regions), and
// here is told what came of it (docs/hand-paint.md).
namespace fw {

/// Rows of factions without a region are suspended; painted cells that stayed with another faction and shares
/// that paint leaves no way to are told. `code`: the factions, row + 1. Cores that do not hold leave the
/// paint.
void tell_owners_paint(const RegionMap& map, const Raster<uint8_t>& code, const Template& tmpl, Paint& paint,
                       std::vector<HandOutcome>& outcomes, Findings& findings);

}  // namespace fw
