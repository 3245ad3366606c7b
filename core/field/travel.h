#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/field/node_grid.h"

namespace fw {

/// The ground that travellers cross, at its nodes.
struct TravelGround : NodeGrid {
  std::vector<double> pace;    ///< s/m by node; 0 = closed, or of a piece that nobody travels
  std::vector<uint32_t> land;  ///< nodes with a pace, ascending
  std::vector<float> step_s;   ///< time of every step from every node (travel.cpp)
};

/// The ground of nodes with these paces (s/m; 0 = closed). Travelled are the largest 8-connected piece of
/// nodes with a pace, of equal ones the first, and every piece that one of `places` stands on; no way leads
/// from one to another.
TravelGround travel_ground(const NodeGrid& nodes, std::vector<double> pace, std::span<const Vec2> places);

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

/// Least times from several places, and which of them is the nearest.
struct FirstArrivals {
  std::vector<double> time_s;  ///< by node; infinite where no way leads
  std::vector<int32_t> start;  ///< index of the start; -1 = no way leads
};
FirstArrivals first_arrivals(const TravelGround& ground, std::span<const TravelEnds> starts);

/// The time at a place: the least sum over its ends; infinite where no way leads.
double time_at(const TravelTimes& times, const TravelEnds& place);
/// The nodes of a fastest way to a place, from the start on; empty where no way leads.
std::vector<int> way_to(const TravelGround& ground, const TravelTimes& times, const TravelEnds& place);

}  // namespace fw
