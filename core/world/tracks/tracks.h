#pragma once

#include <vector>

#include "core/model/world/track_network.h"
#include "core/world/layers/layers.h"

namespace fw {

struct Landmark;

/// The Gabriel graph of the anchors that join tracks as least-cost paths on a grid of 256 nodes along the
/// frame's longer side, and their junctions (docs/world.md, section 6.4). Every piece of ground has its own.
TrackNetwork make_tracks(const PlacementInputs& inputs, const std::vector<Landmark>& anchors);

/// Distance from every cell's centre to the nearest track vertex; infinite without tracks.
Raster<float> track_distance(const GridSpec& grid, const std::vector<Track>& tracks);

}  // namespace fw
