#pragma once

#include <cstddef>
#include <vector>

#include "core/model/world/roads.h"

// Lines of pieces that cross or touch off their ends (docs/roads.md, 4).

namespace fw {

/// A place that two pieces share though none of their common ends stands there; or one piece, twice (a = b).
struct LineMeeting {
  size_t a = 0, b = 0;              ///< pieces, a <= b
  size_t step_a = 0, step_b = 0;    ///< of their lines, from this vertex to the next
  double along_a = 0, along_b = 0;  ///< shares of these steps
  Vec2 at_m;
};

/// All of them, by pieces and steps.
std::vector<LineMeeting> line_meetings(const std::vector<RoadPiece>& pieces);

/// The line without the loops that it makes where it crosses itself.
std::vector<Vec2> without_loops(std::vector<Vec2> line);

/// Puts a node wherever two pieces meet, and parts both there; what two pieces then have in common stands
/// once. Lengths and degrees are made again.
void join_meetings(Roads& roads);

}  // namespace fw
