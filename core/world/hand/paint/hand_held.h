#pragma once

#include "core/model/world/world.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/regions/regions.h"

namespace fw {

/// What paint holds of a layer. `map`: with the natural targets; `moved`: the regions with those that hold
/// now; `target`: the layer's (null: it has none by region).
HeldByPaint held_by_paint(const RegionMap& map, const Paint& paint, const std::vector<Region>& moved,
                          std::vector<double> Region::*target);

}  // namespace fw
