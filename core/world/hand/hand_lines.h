#pragma once

#include "core/world/landmarks/landmarks.h"
#include "core/world/roads/road_routes.h"

// Tracks round the designer's lines (docs/hand-ground.md, lines).
namespace fw {

/// The natural world's tracks and what they were made from.
struct NaturalTracks {
  const PlacementInputs& inputs;
  const std::vector<Landmark>& anchors;
  const TrackNetwork& network;
};

/// The lines drawn by hand first, as cells in use. A natural track stands while both of its landmarks and the
/// cost of its nodes do; else it is searched again, or gone with its landmark. Landmarks that the natural
/// world does not have join by the Gabriel graph. Two pins that a line joins get no other track.
TrackNetwork adapt_tracks(const PlacementInputs& inputs, const std::vector<Landmark>& anchors,
                          const NaturalTracks& natural);

/// The lines drawn by hand as the first routes of a network (roads.mode), and what is told of them.
RoadRoutes draw_road_lines(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks);

}  // namespace fw
