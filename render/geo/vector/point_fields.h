#pragma once

#include "core/model/world.h"
#include "render/geo/vector/attribute_table.h"

namespace fw {

/// The contract's properties of a point ("A point's properties"), one row per point in the set's order, none
/// null. Metres to 3 decimals, ranks to 6, multipliers, loot and seconds to 4.
AttributeTable point_attributes(const World& world);

}  // namespace fw
