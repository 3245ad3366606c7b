#pragma once

#include <vector>

#include "core/world/landmarks/landmarks.h"

namespace fw {

/// Ranks the seats among `landmarks` (docs/roads.md, 10): by the ground that is reached from each of them
/// sooner than from any other, near ground more, over the median of all seats, and by the routes that end
/// there. On the plan's grid, with the usual pace and speed of travellers, whatever the template states.
/// Returns rank and standing of every landmark; of others than seats, and of pins off the ground, rank 0.
std::vector<SeatRank> rank_seats(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks,
                                 const TrackNetwork& network);

}  // namespace fw
