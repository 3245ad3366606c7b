#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "core/base/geometry.h"

namespace fw {

/// The least upright rectangle round places, m; none yet: its sides are the wrong way round.
struct Bounds {
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void add(Vec2 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  /// Inside or on a side.
  bool holds(Vec2 p) const { return p.x >= low.x && p.y >= low.y && p.x <= high.x && p.y <= high.y; }
  bool meets(const Bounds& o) const {
    return low.x <= o.high.x && o.low.x <= high.x && low.y <= o.high.y && o.low.y <= high.y;
  }
};

inline Bounds bounds_of(std::span<const Vec2> places) {
  Bounds out;
  for (const Vec2 p : places) out.add(p);
  return out;
}

}  // namespace fw
