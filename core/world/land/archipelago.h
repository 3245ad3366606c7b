#pragma once

#include "core/world/land/island_outline.h"

namespace fw {

/// The outline of land.shape = archipelago: land.islands main islands (no more than regions), numbered by
/// falling size, at least land.strait_m of water between any two. Where the land has no room for straits so
/// wide they become narrower.
Outline make_archipelago(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                         const Raster<uint8_t>& plan, Raster<uint8_t> fixed);

}  // namespace fw
