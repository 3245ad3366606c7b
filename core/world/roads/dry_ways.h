#pragma once

#include <optional>
#include <vector>

#include "core/world/roads/road_ground.h"

// Lines of roads that keep off the water: tested against cells of the ground and against the outlines of
// lakes that are drawn (docs/roads.md, 4).

namespace fw {

/// Whether a line runs over dry cells and off the outlines of lakes; where one of its ends stands beside a
/// lake, over cells of land. The ends themselves are not tested.
bool runs_dry(const RoadNodes& road_nodes, const std::vector<Vec2>& line);

/// A way between two places that runs dry, without its ends: none in between where the straight one does,
/// else the shortest over cells joined by edges; nothing where there is no way, as to an islet of a lake.
std::optional<std::vector<Vec2>> dry_way(const RoadNodes& road_nodes, Vec2 from, Vec2 to);

/// A line from node to node whose ends stand beside theirs: where no dry way leads from an end to the next
/// place, it goes by way of the end's own node.
std::vector<Vec2> by_end_nodes(const RoadNodes& road_nodes, std::vector<Vec2> places, Vec2 first_node,
                               Vec2 last_node);

/// The places with dry ways between them, where there are such: a landmark's nearest node may lie beyond a
/// bay.
std::vector<Vec2> kept_dry(const RoadNodes& road_nodes, const std::vector<Vec2>& places);

}  // namespace fw
