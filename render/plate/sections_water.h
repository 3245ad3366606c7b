#pragma once

#include <functional>
#include <vector>

#include "render/map/scene/atlas.h"
#include "render/plate/panel.h"

namespace fw {

/// Whether a line, or a ring, is shown.
using IsShown = std::function<bool(const std::vector<Vec2>& points_m, bool closed)>;

/// Legend of rivers, lakes, shores, roads, crossings and, where not all is shown, ground plans, with the
/// world's counts and lengths; only of what is shown.
std::vector<LegendItem> water_items(const Atlas& atlas, const IsShown& is_shown = {});

}  // namespace fw
