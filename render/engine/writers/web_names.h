#pragma once

#include <vector>

#include "render/engine/export_source.h"

namespace fw {

/// The names of regions and lakes, which are areas, and where a page writes them.
struct WebNames {
  AttributeTable table;        ///< kind ("region", "lake"), name, size_m (square root of the area)
  std::vector<Vec2> places_m;  ///< by row
};
WebNames web_names(const ExportSource& source);

/// Where a name stands inside an area: of the middles of some chords from west to east the one farthest from
/// the edge. Rings are not closed, the outer one first; there must be one.
Vec2 name_place(const std::vector<std::vector<Vec2>>& rings_m);

}  // namespace fw
