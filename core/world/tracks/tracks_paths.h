#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/field/least_cost.h"
#include "core/model/world/node_grid.h"
#include "core/world/layers/layers.h"
#include "core/world/roads/road_ground.h"

namespace fw {

/// Walking costs at the nodes, each with the values found at its place.
struct TrackNodes : NodeGrid {
  std::vector<float> cost;            ///< per unit of step; 0 = not walkable
  std::vector<uint8_t> piece;         ///< of the ground, from 1
  std::optional<RoadNodes> waters{};  ///< where there are lakes: what is dry

  /// The walkable node of a piece of ground nearest to a place; -1 if there is none.
  int nearest(Vec2 p, uint8_t on_piece = 1) const;
};

/// Nodes in lakes and within a plan cell of a lake's shore are not walkable. Only the largest 8-connected
/// part of every piece of ground is walkable, and no step leads from piece to piece: two nodes have a path if
/// they lie on one piece.
TrackNodes make_track_nodes(const PlacementInputs& inputs);

/// What a step costs at every node, with a rim round the nodes that cannot be walked.
struct StepPrices {
  static constexpr int kStride = TrackNodes::kSide + 2;
  std::vector<double> of_node;  ///< infinite where not walkable; node (c, r) at (r + 1) * kStride + c + 1
  double least = 0;             ///< of the walkable ones
};

/// Nodes with used != 0 cost 0.55 of their price, so that tracks merge.
StepPrices step_prices(const TrackNodes& nodes, const std::vector<uint8_t>& used);

/// Searches for paths one after the other.
class PathFinder {
 public:
  /// The cheapest 8-neighbour path (A*), both ends included; a step costs the mean of its ends times its
  /// length. Empty if there is no path.
  std::vector<int> cheapest(const StepPrices& prices, int from, int to);

 private:
  /// The best way to a node so far, as far as the present search has come there.
  struct Reach {
    double cost = 0;
    int32_t came_from = -1;
    uint32_t search = 0;
  };
  void search(const StepPrices& prices, int from, int to);

  OpenNodes open_;
  std::vector<Reach> reach_;
  uint32_t search_ = 0;  ///< number of the present search
};

}  // namespace fw
