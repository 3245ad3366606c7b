#pragma once

#include <string_view>

#include "render/map/map_picture.h"

namespace fw {

/// A look with what a page of the editor is about: its fill alone of biomes, danger and factions, and its
/// symbols ("biomes" shows biomes, "land" the bare ground). Pages about nothing on the map leave it alone.
MapLook look_for_page(MapLook look, std::string_view page);

}  // namespace fw
