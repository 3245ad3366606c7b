#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/world/world.h"

namespace fw {

/// Named digests of a world: one per raster (core/model/world/world_layers.h), `regions`,
/// `points.<category>`, `tracks`, with rivers `rivers` and `lakes`, with types of shore `coast`, and `world`
/// over all of them; then `spare_spots`, where nodes move, which is not in `world`. SHA-256 of canonical bytes: little-endian,
/// north row first, -0 as +0, coordinates in whole millimetres.
std::vector<std::pair<std::string, std::string>> world_digests(const World& world);

}  // namespace fw
