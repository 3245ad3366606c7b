#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/world/content.h"

namespace fw {

/// Ground as a walker sees it: 256 x 256 nodes at every raster resolution, each with the values found at the
/// north-west plan cell of its block. Row 0 is north.
struct TrackNodes {
  static constexpr int kSide = 256;
  double spacing_m = 0;
  std::vector<float> cost;  ///< per unit of step; 0 = not walkable
  std::vector<Vec2> position_m;

  /// The walkable node nearest to a place (ties to the lowest index); -1 if there is none.
  int nearest(Vec2 p) const;
};

/// Only the largest 8-connected piece of land is walkable, so every two nodes have a path.
TrackNodes make_track_nodes(const Ground& ground);

/// What a step costs at every node.
struct StepPrices {
  std::vector<double> of_node;  ///< 0 = not walkable
  double least = 0;             ///< of the walkable ones
};

/// Nodes with used != 0 cost 0.55 of their price, so that tracks merge.
StepPrices step_prices(const TrackNodes& nodes, const std::vector<uint8_t>& used);

/// Nodes in ascending (estimate, node) order. Those whose estimates lie close together share a bucket, and
/// only the nearest bucket is kept as a heap (Dial 1969): a search goes outwards.
class OpenNodes {
 public:
  using Entry = std::pair<double, int>;  ///< estimate, node

  /// Forgets everything; hardly any estimate is below `least`.
  void start(double least, double width);
  void push(Entry entry);
  Entry pop();
  bool empty() const { return size_ == 0; }

 private:
  double least_ = 0;
  double per_width_ = 1;
  size_t current_ = 0;  ///< the bucket that `nearest_` holds, with all below it
  size_t size_ = 0;
  std::vector<Entry> nearest_;
  std::vector<std::vector<Entry>> buckets_;
};

/// Searches for paths one after the other; what a search touched is cleaned up by the next one.
class PathFinder {
 public:
  /// The cheapest 8-neighbour path (A*), both ends included; a step costs the mean of its ends times its
  /// length. Empty if there is no path.
  std::vector<int> cheapest(const StepPrices& prices, int from, int to);

 private:
  /// The best way to a node so far.
  struct Reach {
    double cost = std::numeric_limits<double>::infinity();
    int came_from = -1;
    bool closed = false;
  };
  void search(const StepPrices& prices, int from, int to);

  OpenNodes open_;
  std::vector<Reach> reach_;
  std::vector<int> touched_;
};

/// The same for one path alone.
std::vector<int> cheapest_path(const StepPrices& prices, int from, int to);

}  // namespace fw
