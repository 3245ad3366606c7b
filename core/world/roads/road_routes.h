#pragma once

#include <string>
#include <vector>

#include "core/model/world/hand_told.h"
#include "core/model/world/roads.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/roads/road_ground.h"

namespace fw {

/// A way that was laid.
struct RoadRoute {
  RoadClass type = RoadClass::road;
  int from = -1, to = -1;  ///< landmarks; -1: a node of the network, or the free end of a drawn line
  std::vector<int> path;   ///< nodes; one: the landmark stands at the network already
  // Of a line drawn by hand; empty where the program laid it.
  std::vector<Vec2> line{};          ///< as drawn, in steps
  std::vector<size_t> at{};          ///< by node of the path: its place in the line
  std::string from_pin{}, to_pin{};  ///< ids of the pins at its ends; "" = a free end
};

/// Everything that was laid, in order. From it follow pieces, traffic and crossings (road_network.h).
struct RoadRoutes {
  std::vector<RoadRoute> routes;
  std::vector<int> node;  ///< by landmark known so far; -1 = no node on its piece of ground
  RoadDetours detours;
  HandTold hand{};  ///< of the rows of lines
};

/// A town whose roads are laid: of a kind of role seat that joins tracks; without such a kind every landmark
/// that joins them.
bool is_town(const Vocabulary& vocabulary, const Landmark& landmark);
/// Kinds that stand before the roads are laid: all up to the last kind of towns.
size_t kinds_before_roads(const Vocabulary& vocabulary);

/// Roads between the towns of every piece of ground (docs/roads.md, 3): candidates priced alone, a greedy
/// spanner of them, laid cheapest first. `drawn` = lines by hand, laid before.
RoadRoutes lay_roads(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                     const std::vector<Landmark>& landmarks, RoadRoutes drawn = {});

/// Adds a track from every other landmark that joins tracks to the nearest node of the network.
RoadRoutes lay_tracks(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                      const std::vector<Landmark>& landmarks, RoadRoutes laid);

/// Adds a trail from every landmark placed after the tracks that stands off `network`, where the way is not
/// too long.
RoadRoutes lay_trails(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                      const std::vector<Landmark>& landmarks, const Roads& network, RoadRoutes laid);

}  // namespace fw
