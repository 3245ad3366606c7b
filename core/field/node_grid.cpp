#include "core/field/node_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fw {

Vec2 NodeGrid::position_m(int node) const {
  const double plan_cell = spacing_m / 2;
  return {(2 * (node % kSide) + 0.5) * plan_cell, frame_height_m - (2 * (node / kSide) + 0.5) * plan_cell};
}

int NodeGrid::square_at(Vec2 place) const {
  const auto clamped = [this](double at) {
    return std::clamp(static_cast<int>(std::floor(at / spacing_m)), 0, kSide - 1);
  };
  return clamped(frame_height_m - place.y) * kSide + clamped(place.x);
}

int NodeGrid::nearest(Vec2 place, const std::function<bool(int)>& usable) const {
  const int square = square_at(place), column = square % kSide, row = square / kSide;
  // In growing squares: whatever lies outside of one is farther than half its side.
  for (int half = 4;; half *= 2) {
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int r = std::max(0, row - half); r <= std::min(kSide - 1, row + half); ++r)
      for (int c = std::max(0, column - half); c <= std::min(kSide - 1, column + half); ++c) {
        const int node = r * kSide + c;
        const double d = squared_distance(position_m(node), place);
        if (d >= least || !usable(node)) continue;
        least = d;
        best = node;
      }
    const double sure_m = (half - 1) * spacing_m;
    if (half >= kSide || least < sure_m * sure_m) return best;
  }
}

NodeGrid node_grid(const GridSpec& frame) {
  return {std::max(frame.width_m(), frame.height_m()) / NodeGrid::kSide, frame.height_m()};
}

}  // namespace fw
