#include <cmath>

#include "render/chart/painters_internal.h"

namespace fw {
namespace {

/// Point where the level crosses the edge between two corners.
Vec2 crossing(Vec2 a, double va, Vec2 b, double vb, double level) {
  return a + (b - a) * ((level - va) / (vb - va));
}

}  // namespace

std::vector<std::pair<Vec2, Vec2>> contour_segments(const Raster<float>& raster, double level) {
  std::vector<std::pair<Vec2, Vec2>> segments;
  for (int r = 0; r + 1 < raster.grid.rows; ++r)
    for (int c = 0; c + 1 < raster.grid.columns; ++c) {
      // Corners clockwise from the north-west.
      const double v[4] = {raster.at(c, r), raster.at(c + 1, r), raster.at(c + 1, r + 1),
                           raster.at(c, r + 1)};
      const double x = c + 0.5, y = r + 0.5;
      const Vec2 p[4] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
      if (!std::isfinite(v[0] + v[1] + v[2] + v[3])) continue;
      Vec2 cut[4];
      int cuts = 0;
      for (int e = 0; e < 4; ++e) {
        const int f = (e + 1) % 4;
        if ((v[e] < level) != (v[f] < level)) cut[cuts++] = crossing(p[e], v[e], p[f], v[f], level);
      }
      if (cuts == 2) segments.emplace_back(cut[0], cut[1]);
      if (cuts != 4) continue;
      // A saddle: the mean decides which corners are connected.
      const bool middle_low = (v[0] + v[1] + v[2] + v[3]) / 4 < level;
      const bool alone_first = middle_low != (v[0] < level);
      segments.emplace_back(cut[0], cut[alone_first ? 3 : 1]);
      segments.emplace_back(cut[2], cut[alone_first ? 1 : 3]);
    }
  return segments;
}

}  // namespace fw
