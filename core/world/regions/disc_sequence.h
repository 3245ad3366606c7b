#pragma once

#include <cstdint>
#include <vector>

#include "core/base/geometry.h"

// Places that know nothing of the ground they come to lie on: sites of regions, homes, anchors of landmarks.
// A small change of the ground moves them a little, and one place more leaves the earlier ones where they
// are.

namespace fw {

/// The first places of a sub-stream's sequence in the unit disc, each far from the earlier ones and from the
/// rim: the first n are the same whatever `count` is.
std::vector<Vec2> disc_sequence(uint64_t substream, int count);

/// A cloud of places as an ellipse: their mean, and the symmetric root of their covariance, which moves
/// smoothly where axes would turn.
class Spread {
 public:
  void add(Vec2 place_m, double weight = 1);
  bool empty() const { return weight_ <= 0; }
  /// The unit disc laid over the ellipse of two standard deviations.
  std::vector<Vec2> lay(const std::vector<Vec2>& disc) const;

 private:
  double weight_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

}  // namespace fw
