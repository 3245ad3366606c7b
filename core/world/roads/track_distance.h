#pragma once

#include <vector>

#include "core/field/raster.h"
#include "core/model/world/world.h"

namespace fw {

/// Distance from every cell's centre to the nearest track vertex; infinite without tracks.
Raster<float> track_distance(const GridSpec& grid, const std::vector<Track>& tracks);

}  // namespace fw
