#pragma once

#include "core/world/land/island_outline.h"

namespace fw {

/// The outline of land.shape = archipelago: land.islands main islands (no more than regions), numbered by
/// falling size, at least land.strait_m of water between any two. Where the land has no room for straits so
/// wide they become narrower.
PlanOutline plan_archipelago(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys);
/// The same on other grids and with what is fixed, as make_outline.
Outline make_archipelago(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                         const Raster<float>& shift, const GridSpec& grid, const Raster<uint8_t>& plan,
                         Raster<uint8_t> fixed);

/// What the valley field (valley_field.h) takes for the islands' forms: the distance from other islands'
/// territories and from the frame's edge over half an island's room, rough.
Raster<float> archipelago_potential(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid);

}  // namespace fw
