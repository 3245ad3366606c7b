#pragma once

#include <vector>

#include "core/model/world/roads.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/roads/road_ground.h"

namespace fw {

/// A way that was laid.
struct RoadRoute {
  RoadClass type = RoadClass::road;
  int from = -1, to = -1;  ///< landmarks; -1: a node of the network, or the free end of a drawn line
  std::vector<int> path;   ///< nodes; one: the landmark stands at the network already
  /// Of a line drawn by hand: where it runs, from place to place; part k lies between nodes k and k + 1, with
  /// the places of both. Empty: laid by the program.
  std::vector<std::vector<Vec2>> drawn{};
};

/// Everything that was laid, in order. From it follow pieces, traffic and crossings (road_network.h).
struct RoadRoutes {
  std::vector<RoadRoute> routes;
  std::vector<int> node;  ///< by landmark known so far; -1 = no node on its piece of ground
  RoadDetours detours;
};

/// A town whose roads are laid: of role seat; without such a kind every landmark that joins tracks.
bool is_town(const Vocabulary& vocabulary, const Landmark& landmark);
/// Kinds that stand before the roads are laid: all up to the last kind of towns.
size_t kinds_before_roads(const Vocabulary& vocabulary);

/// Roads between the towns of every piece of ground (docs/roads.md, 3): candidates priced alone, a greedy
/// spanner of them, laid cheapest first. `drawn` = lines by hand, laid before.
RoadRoutes lay_roads(const PlacementInputs& inputs, const RoadGround& ground,
                     const std::vector<Landmark>& landmarks, std::vector<RoadRoute> drawn = {});

/// Adds a track from every other landmark that joins tracks to the nearest node of the network.
RoadRoutes lay_tracks(const PlacementInputs& inputs, const RoadGround& ground,
                      const std::vector<Landmark>& landmarks, RoadRoutes laid);

/// Adds a trail from every landmark placed after the tracks that stands off `network`, where the way is not
/// too long.
RoadRoutes lay_trails(const PlacementInputs& inputs, const RoadGround& ground,
                      const std::vector<Landmark>& landmarks, const Roads& network, RoadRoutes laid);

}  // namespace fw
