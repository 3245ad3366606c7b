#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/world/hand_told.h"
#include "core/model/world/roads.h"
#include "core/model/world/world.h"

namespace fw {

/// The pins at the ends of a line drawn by hand; "" = a free end.
struct LineEnds {
  size_t track = 0;  ///< index of its track
  std::string from, to;
};

/// The network of roads and its tracks.
struct TrackNetwork {
  std::vector<Track> tracks;  ///< from/to = index into the anchors; -1 = none of them
  std::vector<Vec2> junctions_m;
  std::vector<LineEnds> line_ends{};
  HandTold hand{};  ///< of the rows of lines
  Roads roads{};    ///< RoadNode::point = index into the anchors
};

}  // namespace fw
