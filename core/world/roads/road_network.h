#pragma once

#include <functional>
#include <vector>

#include "core/model/world/track_network.h"
#include "core/world/roads/road_routes.h"

namespace fw {

/// The union of all routes as pieces between ends, junctions and changes of class, each once, with lines,
/// nodes and crossings (docs/roads.md, 4 and 5). `tracks` are the routes that are no trails, `junctions_m`
/// where three pieces meet. Points and ends are indices into `landmarks`.
TrackNetwork make_road_network(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                               const std::vector<Landmark>& landmarks, const RoadRoutes& laid);

/// Where pieces cross rivers: one place a river within 60 m (8 km frame), the squarest; none where a piece
/// only touches one. Bridge or ford by the river's width and the piece's class.
std::vector<Crossing> find_crossings(const RoadParams& params, const Water& water, double stretch,
                                     const std::vector<RoadPiece>& pieces);

/// The line with a straight bridge at a right angle wherever it crosses a river askew and has room for the
/// bends, 25 m before and behind, and on its side where it would go over and back; may_run(way) says whether
/// a bent way is possible.
std::vector<Vec2> square_crossings(const Water& water, double stretch, std::vector<Vec2> line,
                                   const std::function<bool(const std::vector<Vec2>&)>& may_run);

/// A line through the places: Gaussian of 1.1 places, 2.2 on land flatter than 0.12, with both ends held,
/// then two passes of Chaikin's corner cutting; less of it, or none, where it would leave dry ground or come
/// near a lake's outline. Where the straight way between two places does so, the shortest way over cells of
/// land off the lakes is taken. `most` = the share of the Gaussian to begin with.
std::vector<Vec2> smooth_road(const RoadNodes& road_nodes, const std::vector<Vec2>& places, double most = 1);

}  // namespace fw
