#pragma once

#include <array>
#include <string_view>

#include "core/model/template/view.h"

namespace fw {

/// What people call the map's layers, in the order of MapLayer; their words in files are kMapLayerSlugs.
inline constexpr std::array<std::string_view, kMapLayerSlugs.size()> kMapLayerTitles{
    "Biomes",
    "Danger",
    "Factions",
    "Regions",
    "Height",
    "Feature field",
    "Resource intensity",
    "Wildlife intensity",
    "Enemy intensity",
    "Relief",
    "Contours",
    "Biome borders",
    "Danger borders",
    "Region borders",
    "Tracks",
    "Danger outlines",
    "Faction borders",
    "Coast",
    "Resources",
    "Wildlife",
    "Enemies",
    "Rare resources",
    "Strong enemies",
    "Landmarks",
    "Names",
};
static_assert(!kMapLayerTitles.back().empty());

}  // namespace fw
