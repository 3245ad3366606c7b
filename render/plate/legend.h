#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/map/map_picture.h"
#include "render/map/scene/atlas.h"
#include "render/map/scene/map_window.h"

namespace fw {

/// One thing that a map shows, with the symbol of the plates' legends.
struct LegendEntry {
  std::string text;
  MapLayer layer = MapLayer::biome;  ///< that shows it
  /// Of its class, family, rarity or kind; of waters and roads the word that names them ("River"); "" = all
  /// that the layer draws.
  std::string id = {};
  int64_t count = -1;    ///< points in the window; -1: no points
  MapImage symbol = {};  ///< premultiplied, kLegendSymbol units at the device's scale
};
struct LegendSection {
  std::string heading;
  std::vector<LegendEntry> entries;
};
/// Width and height of a symbol in units.
inline constexpr int kLegendSymbol[2] = {40, 24};

/// What a look shows of a world in a window, and nothing else. `device_scale`: pixels a unit.
std::vector<LegendSection> map_legend(const Atlas& atlas, const MapLook& look, const MapWindow& window,
                                      double device_scale = 1);

}  // namespace fw
