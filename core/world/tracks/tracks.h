#pragma once

#include <string>
#include <vector>

#include "core/model/world/roads.h"
#include "core/world/hand/hand_told.h"
#include "core/world/layers/placement_inputs.h"

namespace fw {

struct Landmark;

/// The pins at the ends of a line drawn by hand; "" = a free end.
struct LineEnds {
  size_t track = 0;  ///< index of its track
  std::string from, to;
};

struct TrackNetwork {
  std::vector<Track> tracks;  ///< from/to = index into the anchors; -1 = none of them
  std::vector<Vec2> junctions_m;
  std::vector<std::vector<int>> paths{};  ///< of every track: its nodes (tracks_paths.h)
  std::vector<LineEnds> line_ends{};
  HandTold hand{};  ///< of the rows of lines
  Roads roads{};    ///< of a network; RoadNode::point = index into the anchors
};

/// The Gabriel graph of the anchors that join tracks as least-cost paths on a grid of 256 nodes along the
/// frame's longer side, and their junctions (docs/world.md, section 6.4). Every piece of ground has its own.
TrackNetwork make_tracks(const PlacementInputs& inputs, const std::vector<Landmark>& anchors);

/// Distance from every cell's centre to the nearest track vertex; infinite without tracks.
Raster<float> track_distance(const GridSpec& grid, const std::vector<Track>& tracks);

}  // namespace fw
