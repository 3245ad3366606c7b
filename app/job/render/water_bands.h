#pragma once

#include <vector>

#include "core/model/world/world.h"
#include "render/geo/geo.h"

namespace fw {

/// The bands that fields.tif has besides the world's fields: river_m and discharge_m3_s with rivers, road_m
/// with a network of roads (docs/formats.md, 2). Infinite where the world has none of it.
std::vector<FieldBand> water_bands(const World& world);

}  // namespace fw
