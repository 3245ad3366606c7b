#include <algorithm>
#include <cmath>

#include "core/base/geometry.h"
#include "core/world/roads/footprints.h"
#include "core/world/roads/outline.h"

namespace fw {

std::vector<uint32_t> level_ground(const GroundPlans& plans, const Raster<uint8_t>& ground,
                                   const Raster<uint8_t>& water_code, const Raster<float>& surface_m,
                                   Raster<float>& height_m) {
  constexpr double kLeast_m = 0.3;
  const GridSpec& g = height_m.grid;
  std::vector<uint32_t> changed;
  const auto summit = static_cast<size_t>(std::max_element(height_m.cells.begin(), height_m.cells.end()) -
                                          height_m.cells.begin());
  const auto summit_m = static_cast<double>(height_m[summit]);
  const auto wet = [&](size_t cell) {
    return water_code.size() != 0 && water_code[cell] != static_cast<uint8_t>(WaterCode::dry);
  };
  for (size_t k = 0; k < plans.footprints.size(); ++k) {
    const std::vector<Vec2>& ring = plans.footprints[k].outline_m;
    const LevelGround& level = plans.level[k];
    double x0 = kInfinity, y0 = kInfinity, x1 = -kInfinity, y1 = -kInfinity;
    for (const Vec2 v : ring) {
      x0 = std::min(x0, v.x - level.blend_m);
      y0 = std::min(y0, v.y - level.blend_m);
      x1 = std::max(x1, v.x + level.blend_m);
      y1 = std::max(y1, v.y + level.blend_m);
    }
    const auto visit = [&](const auto& at_cell) {
      for (int row = g.row_at(y1); row <= g.row_at(y0); ++row)
        for (int column = g.column_at(x0); column <= g.column_at(x1); ++column) at_cell(g.index(column, row));
    };
    double water_m = kLeast_m;  // the ground about stays above it
    if (surface_m.size() != 0)
      visit([&](size_t cell) {
        if (wet(cell) && ground[cell] != 0)
          water_m = std::max(water_m, static_cast<double>(surface_m[cell]) + kLeast_m);
      });
    const auto plane_at = [&](Vec2 at) {
      const Vec2 d = at - level.centre_m;
      return level.base_m + d.x * level.tilt.x + d.y * level.tilt.y;
    };
    double raised_m = 0;  // a plan on the summit is filled up to it: the greatest height stays
    if (ring_holds(ring, g.centre(summit))) {
      double highest_m = -kInfinity;
      visit([&](size_t cell) {
        if (ground[cell] != 0 && !wet(cell) && ring_holds(ring, g.centre(cell)))
          highest_m = std::max(highest_m, plane_at(g.centre(cell)));
      });
      raised_m = std::max(0.0, summit_m - highest_m);
    }
    visit([&](size_t cell) {
      if (ground[cell] == 0 || wet(cell)) return;
      const Vec2 at = g.centre(cell);
      double share = 1;
      if (!ring_holds(ring, at)) {
        if (cell == summit) return;
        const double t = 1 - ring_distance_m(ring, at) / level.blend_m;
        if (t <= 0) return;
        share = t * t * (3 - 2 * t);
      }
      const double plane = std::min(plane_at(at) + raised_m, summit_m);
      const auto before = static_cast<double>(height_m[cell]);
      const double after = std::max(before * (1 - share) + plane * share, std::min(before, water_m));
      height_m[cell] = static_cast<float>(std::max(after, std::min(before, kLeast_m)));
      changed.push_back(static_cast<uint32_t>(cell));
    });
  }
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return changed;
}

}  // namespace fw
