#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/field/node_grid.h"
#include "core/model/world/features.h"
#include "core/world/layers/layers.h"

namespace fw {

/// What roads are laid over: the nodes, each with the values found at its place (docs/roads.md, 2).
struct RoadNodes : NodeGrid {
  double stretch = 1;              ///< longer side of the frame over 8000 m
  std::vector<float> height_m;     ///< by node
  std::vector<float> per_m;        ///< price of a level metre; 0 = closed
  std::vector<float> slope;        ///< by node, rise over run of the land
  std::vector<uint8_t> piece;      ///< of the ground, from 1
  Mask land;                       ///< two cells a node
  Mask dry;                        ///< the same cells: without lakes and their shores
  FeatureIndex lakes;              ///< the outlines that are drawn
  Raster<uint16_t> river;          ///< the same cells: river of Water + 1; 0 = none
  std::vector<float> river_width;  ///< of those cells, metres

  /// The node that may be walked nearest to a place on a piece of ground (ties to the lowest index); -1 if
  /// there is none.
  int nearest(Vec2 place, uint8_t on_piece = 1) const;
};

/// Of every piece of ground only the largest part that steps join may be walked.
RoadNodes make_road_ground(const PlacementInputs& inputs);

/// Steps lead to 16 nodes: 8 neighbours and 8 at a knight's move. These are one half, the others their
/// reverse.
struct RoadStep {
  int dx = 0, dy = 0;
};
inline constexpr std::array<RoadStep, 8> kRoadSteps{
    {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}, {1, 2}, {2, -1}, {1, -2}}};

/// A step from `node` by kRoadSteps[step].
struct RoadEdge {
  int node = 0;
  int step = 0;
};
/// The edge between two nodes of a path; it starts at either of them.
RoadEdge edge_between(int a, int b);
/// The node at its other end.
int far_end(RoadEdge edge);

/// How a class of road weighs the ground.
struct RoadPricing {
  double grade = 0.06;  ///< rise over run at which a metre costs double
  double reuse = 0.4;   ///< factor on what is built
  double bend_m = 25;   ///< of a turn of more than 90 degrees within two steps, in an 8 km frame
};

/// The price of every step. It is the same in both directions; it grows with the rise of the step itself, so
/// that it depends on the direction (docs/roads.md, 2).
class RoadPrices {
 public:
  static constexpr int kRim = 2;
  static constexpr int kStride = RoadNodes::kSide + 2 * kRim;

  RoadPrices(const RoadNodes& road_nodes, const RoadPricing& pricing);

  /// Index of a node among places with a rim, and back.
  static constexpr int place_of(int node) {
    return (node / RoadNodes::kSide + kRim) * kStride + node % RoadNodes::kSide + kRim;
  }
  static constexpr int node_at(int place) {
    return (place / kStride - kRim) * RoadNodes::kSide + place % kStride - kRim;
  }

  /// Metres of level open ground that cost as much; infinite where no step is possible. `step` forwards.
  double of(int place, int step) const {
    return static_cast<double>(price_[static_cast<size_t>(place) * 8 + static_cast<size_t>(step)]);
  }
  double of(RoadEdge edge) const { return of(place_of(edge.node), edge.step); }
  /// Before any discount.
  double full(RoadEdge edge) const;
  /// The edge is built: cheaper from now on, and no step leads across it but at its ends.
  void build(RoadEdge edge);
  /// No metre costs less.
  double least_per_m() const { return least_; }
  double spacing_m() const { return road_nodes_.spacing_m; }
  /// Of a sharp turn, in the metres that steps are priced in.
  double bend_m() const { return pricing_.bend_m * road_nodes_.stretch; }

 private:
  struct Parts {
    double ground = 0, crossings = 0;
  };
  Parts price(RoadEdge edge) const;
  void set(RoadEdge edge, double price);

  const RoadNodes& road_nodes_;
  RoadPricing pricing_;
  double least_ = 1;
  std::vector<float> price_;  ///< by place and step
};

}  // namespace fw
