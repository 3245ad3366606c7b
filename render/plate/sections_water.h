#pragma once

#include <vector>

#include "render/map/atlas.h"
#include "render/plate/panel.h"

namespace fw {

/// Legend of rivers, lakes, shores, roads and crossings with counts and lengths; empty where the world has
/// none of them.
std::vector<LegendItem> water_items(const Atlas& atlas);

}  // namespace fw
