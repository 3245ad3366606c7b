#include "render/map/scene/atlas_heights.h"

#include <algorithm>

#include "core/field/summits.h"
#include "core/model/world/world_layers.h"

namespace fw {

std::vector<SpotHeight> spot_heights(const World& world, double highest_m) {
  constexpr double kProminence = 0.08, kLeast_m = 2;  // lower rises are no summits
  std::vector<SpotHeight> out;
  if (!(highest_m > 0)) return out;
  Raster<float> height(world.grid);
  Mask ground(world.grid);
  for (size_t cell = 0; cell < height.size(); ++cell) {
    height[cell] = told_value(layer_of(&World::height_m), world, cell);
    ground[cell] = world.on_island(cell) ? 1 : 0;
  }
  for (const Summit& summit : find_summits(height, ground, std::max(kProminence * highest_m, kLeast_m)))
    out.push_back({world.grid.centre(summit.cell), static_cast<double>(summit.height_m)});
  return out;
}

std::vector<float> height_ranks(const World& world) {
  constexpr size_t kSample = 20000;
  std::vector<float> heights;
  const size_t step = std::max<size_t>(world.height_m.size() / kSample, 1);
  for (size_t cell = 0; cell < world.height_m.size(); cell += step)
    if (world.on_island(cell)) heights.push_back(world.height_m[cell]);
  std::sort(heights.begin(), heights.end());
  return heights;
}

}  // namespace fw
