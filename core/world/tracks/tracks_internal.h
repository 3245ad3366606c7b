#pragma once

#include <cstdint>
#include <vector>

#include "core/world/landmarks/landmarks.h"
#include "core/world/tracks/tracks.h"
#include "core/world/tracks/tracks_paths.h"

// The steps of a track network. Private to tracks and to what adapts them to lines drawn by hand.

namespace fw {

struct TrackEdge {
  int a = 0, b = 0;  ///< anchors
  double squared_m2 = 0;
};

/// Landmarks as tracks see them.
struct TrackAnchors {
  std::vector<Vec2> at;
  std::vector<int> start;        ///< the node of each; -1 = none on its piece of ground
  std::vector<TrackEdge> edges;  ///< of the Gabriel graph of those that join tracks, by piece, short first
};
TrackAnchors track_anchors(const PlacementInputs& inputs, const TrackNodes& nodes,
                           const std::vector<Landmark>& landmarks);

/// Nodes from end to end; empty = there is no path.
using TrackPaths = std::vector<std::vector<int>>;

/// First pass: each edge alone, with a discount on the `used` nodes. Second pass, the one that is kept: every
/// edge again with all nodes of the first at a discount too. Edges of one pass do not see each other, so a
/// pass runs in parallel.
TrackPaths merged_paths(const TrackNodes& nodes, const std::vector<TrackEdge>& edges,
                        const std::vector<int>& start, std::vector<uint8_t> used);

/// Nodes with at least three different neighbours in the union of all paths, thinned from west to east.
std::vector<Vec2> find_junctions(const TrackNodes& nodes, const TrackPaths& paths);

Track track_along(const TrackNodes& nodes, const TrackAnchors& anchors, const TrackEdge& edge,
                  const std::vector<int>& path);

}  // namespace fw
