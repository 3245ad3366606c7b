#include <algorithm>

#include "core/model/template/hand/hand.h"
#include "core/steer/walls.h"

namespace fw {

Walls walls_of_world(const World& world, const Hand& hand, const Arena& arena, double reach_m) {
  std::vector<WallShape> drawn;
  for (const ZoneRow& row : hand.zones) {
    if (!row.on || row.is != ZoneIs::wall) continue;
    if (auto shape = read_shape(row.shape)) drawn.push_back({std::move(shape).value(), row.radius_m});
  }
  const Shore shore = walking_shore(world);
  return bind_walls(arena, std::min(arena.side_m, world.grid.width_m()),
                    std::min(arena.side_m, world.grid.height_m()), &shore, drawn, reach_m);
}

double free_area_m2(const Walls& walls) {
  if (!walls.shore) return walls.width_m * walls.height_m;
  const Raster<float>& distance_m = walls.shore->distance_m;
  const auto open =
      std::count_if(distance_m.cells.begin(), distance_m.cells.end(), [](float d) { return d > 0; });
  return static_cast<double>(open) * distance_m.grid.cell_area_m2();
}

}  // namespace fw
