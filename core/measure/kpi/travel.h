#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/model/template/play.h"
#include "core/model/world/world.h"

namespace fw {

/// The ground that travellers cross: 256 nodes along the longer side of the frame at every resolution, each
/// with the values of the north-west plan cell of its square. Row 0 is north. Travelled are the largest
/// 8-connected piece of land and every piece with a seat; no way leads from one to another.
struct TravelGround {
  static constexpr int kSide = 256;
  double spacing_m = 0;
  double top_m = 0;            ///< height of the frame
  std::vector<double> pace;    ///< s/m; 0 = no land, or of a piece that nobody travels (below)
  std::vector<uint32_t> cell;  ///< of the world's grid, that the node takes its values from
  std::vector<uint32_t> land;  ///< nodes with a pace, ascending
  std::vector<float> step_s;   ///< time of every step from every node (travel_times.cpp)

  Vec2 position_m(int node) const;
  /// The square of a place; clamped to the ground.
  int square_at(Vec2 place) const;
};
TravelGround travel_ground(const World& world, const PlayParams& play);

/// The times of all steps of a ground with paces, for TravelGround::step_s.
std::vector<float> step_times(const TravelGround& ground);

/// Where a place meets the nodes: up to four of those round it that can be walked, with the time to each. If
/// none can, the nearest node that can, at 0 s; none at all on a ground without land.
struct TravelEnds {
  std::array<int, 4> node{};
  std::array<double, 4> time_s{};
  int count = 0;
};
TravelEnds travel_ends(const TravelGround& ground, Vec2 place);

/// Least times from one place, s.
struct TravelTimes {
  std::vector<double> time_s;  ///< by node; infinite where no way leads
};
/// By steps in sixteen directions (straight, diagonal, knight's moves); a step costs its length times the
/// mean pace of its ends, a knight's move that of its ends and the two nodes it passes, all of which can be
/// walked.
TravelTimes travel_times(const TravelGround& ground, const TravelEnds& start);

/// The time at a place: the least sum over its ends; infinite where no way leads.
double time_at(const TravelTimes& times, const TravelEnds& place);
/// The nodes of a fastest way to a place, from the start on; empty where no way leads.
std::vector<int> way_to(const TravelGround& ground, const TravelTimes& times, const TravelEnds& place);

}  // namespace fw
