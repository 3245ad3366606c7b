#pragma once

#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "tests/terrain/terrain_figures.h"

namespace fw {

/// How far the land explains the biomes, and how exactly they are met; shares and points of per cent.
/// explained: squared first canonical correlation of (rank of height, wetness, rank of the distance to the
/// sea) with the biome; by_height: share of the variance of the rank of height between the biomes. row, land,
/// danger: worst error of a region's row of biomes, of the land's biomes, of a region's row of danger, in
/// points beyond half a cell; pieces, specks, seam of the biomes; small: entries below 2 % of a region.
/// along_rivers: how much likelier a change of biome is within 40 m of a river. NAME_in, NAME_room: of every
/// biome with limits, the share within them, and the land's share within them over the biome's.
Figures measure_biomes(const World& world, const Template& tmpl);

}  // namespace fw
