#pragma once

#include "core/model/world/world.h"
#include "render/geo/attribute_table.h"

namespace fw {

/// One row per region in code order: id, code, name, owner, neutral, area_km2, tier, and the flat shares
/// <layer>_<class>_target / _actual (faction targets are island-wide, so only _actual there).
AttributeTable region_attributes(const World& world);

/// One row per track: id, from, to (point ids), length_m.
AttributeTable track_attributes(const World& world);

/// Id of an end or junction of the network: its landmark's, or "node-3".
std::string road_node_id(const World& world, size_t node);

}  // namespace fw
