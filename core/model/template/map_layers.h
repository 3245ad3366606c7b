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
    "Control by travel time",
    "Height",
    "Feature field",
    "Resource intensity",
    "Wildlife intensity",
    "Enemy intensity",
    "Depth",
    "Relief",
    "Contours",
    "Rivers and lakes",
    "Biome borders",
    "Danger borders",
    "Region borders",
    "Ground plans",
    "Tracks",
    "Roads",
    "Contested ground",
    "Travel times",
    "Danger outlines",
    "Faction borders",
    "Coast",
    "Types of shore",
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
