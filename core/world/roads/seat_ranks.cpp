#include "core/world/roads/seat_ranks.h"

#include <algorithm>
#include <numeric>

#include "core/base/exact/exact_math.h"
#include "core/field/travel.h"
#include "core/model/world/pace.h"

namespace fw {
namespace {

constexpr double kServed_s = 600;      // ground that far away counts 1 / e
constexpr double kRouteWeight = 0.15;  // of a route that ends at the seat

/// Landmarks that are ranked.
std::vector<size_t> seats_of(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks) {
  std::vector<size_t> out;
  for (size_t i = 0; i < landmarks.size(); ++i) {
    const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(landmarks[i].kind)];
    if (kind.role == LandmarkRole::seat && region_of_landmark(inputs.map.code, landmarks[i]) != 0)
      out.push_back(i);
  }
  return out;
}

/// By seat: the sum over the nodes that are reached from it first.
std::vector<double> served_by(const TravelGround& ground, const std::vector<Vec2>& seats) {
  std::vector<TravelEnds> ends;
  for (const Vec2 seat : seats) ends.push_back(travel_ends(ground, seat));
  const FirstArrivals arrivals = first_arrivals(ground, ends);
  std::vector<double> served(seats.size(), 0);
  for (const uint32_t node : ground.land)
    if (const int32_t first = arrivals.start[node]; first >= 0)
      served[static_cast<size_t>(first)] += exact::exp(-arrivals.time_s[node] / kServed_s);
  return served;
}

/// By landmark: routes over the pieces that end there.
std::vector<int> routes_to(const Roads& roads, size_t landmarks) {
  std::vector<int> out(landmarks, 0);
  for (const RoadPiece& piece : roads.pieces)
    for (const int node : piece.nodes)
      if (const int point = roads.nodes[static_cast<size_t>(node)].point; point >= 0)
        out[static_cast<size_t>(point)] += piece.traffic;
  return out;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

std::vector<SeatRank> rank_seats(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks,
                                 const TrackNetwork& network) {
  static const Raster<uint8_t> kDry;
  const GridSpec& grid = inputs.map.code.grid;
  std::vector<SeatRank> out(landmarks.size());
  const std::vector<size_t> seats = seats_of(inputs, landmarks);
  if (seats.empty()) return out;
  std::vector<Vec2> places;
  for (const size_t i : seats) places.push_back(landmark_position(grid, landmarks[i]));
  const PlayParams usual;
  const NodeGrid nodes = node_grid(grid);
  std::vector<double> pace =
      node_paces(nodes,
                 {inputs.island.height_m, inputs.map.code, inputs.biome.code,
                  inputs.water_code != nullptr ? *inputs.water_code : kDry, network.tracks},
                 inputs.tmpl.vocabulary, pace_rules(usual));
  for (double& metre : pace) metre /= usual.speed_mps;
  const std::vector<double> served = served_by(travel_ground(nodes, std::move(pace), places), places);
  const double median = median_of(served);
  const std::vector<int> routes = routes_to(network.roads, landmarks.size());
  std::vector<double> score;
  for (size_t k = 0; k < seats.size(); ++k)
    score.push_back((median > 0 ? served[k] / median : 0) + kRouteWeight * routes[seats[k]]);
  std::vector<size_t> order(seats.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return score[a] > score[b]; });
  std::vector<RankedSeat> ranked(seats.size());
  for (size_t rank = 0; rank < order.size(); ++rank) {
    const size_t k = order[rank];
    const Region& region = inputs.map.regions[region_of_landmark(inputs.map.code, landmarks[seats[k]]) - 1u];
    ranked[k] = {static_cast<int>(rank) + 1, !region.neutral, region.owner};
  }
  const std::vector<Standing> standings = standings_of(ranked);
  for (size_t k = 0; k < seats.size(); ++k) out[seats[k]] = {ranked[k].rank, standings[k]};
  return out;
}

}  // namespace fw
