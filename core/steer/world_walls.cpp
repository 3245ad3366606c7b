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
  const double frame_m2 = walls.width_m * walls.height_m;
  if (!walls.shore && walls.shapes.empty()) return frame_m2;
  Mask open(walls.shore ? walls.shore->distance_m.grid : walls.grid);
  for (size_t i = 0; i < open.size(); ++i) open[i] = !walls.shore || walls.shore->distance_m[i] > 0 ? 1 : 0;
  for (const WallShape& wall : walls.shapes)
    visit_shape(wall.shape, wall.radius_m, open.grid, 0, [&](uint32_t cell, double) { open[cell] = 0; });
  const auto cells = std::count(open.cells.begin(), open.cells.end(), 1);
  return std::min(frame_m2, static_cast<double>(cells) * open.grid.cell_area_m2());
}

}  // namespace fw
