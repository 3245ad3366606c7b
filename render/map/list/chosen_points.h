#pragma once

#include <optional>
#include <vector>

#include "render/map/list/display_list.h"

namespace fw {

/// A symbol to be placed.
struct ChosenPoint {
  std::vector<const Point*> members;  ///< one symbol stands for them; never empty
  std::optional<SeatClass> seat;
};

/// The points of a layer that a window at most shows, the most important first: on scales up to
/// 1:kOwnSizesTo, and always of common points. Points are thinned where they would crowd.
std::vector<ChosenPoint> points_near(const Atlas& atlas, const StyledLayer& layer, const MapWindow& window);

/// The world's seats by rank, the first of every owner first.
std::vector<ChosenPoint> ranked_seats(const Atlas& atlas, const std::vector<LandmarkKind>& kinds);
/// Its other landmarks of those kinds, the most important first.
std::vector<ChosenPoint> ranked_sites(const Atlas& atlas, const std::vector<LandmarkKind>& kinds);
/// All points of a layer, the most important first.
std::vector<ChosenPoint> all_of(const Atlas& atlas, const StyledLayer& layer);
/// Points of one class and rarity within a distance of the first of them become one, in the world's order.
std::vector<ChosenPoint> clusters_of(const Atlas& atlas, const StyledLayer& layer, double reach_m);

/// Whether a point is a landmark with the role seat.
bool is_seat(const Atlas& atlas, const Point& point);

}  // namespace fw
