#pragma once

#include "core/model/world/world.h"
#include "render/geo/attribute_table.h"

namespace fw {

/// The properties of a point (docs/formats.md), one row per point in the set's order, without nulls. Metres
/// to 3 decimals, ranks to 6, multipliers, loot and seconds to 4.
AttributeTable point_attributes(const World& world);

}  // namespace fw
