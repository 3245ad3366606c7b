#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/regions/regions.h"
#include "core/world/regions/regions_raster.h"

namespace fw {
namespace {

/// Cells of the plan per cell of the blur: as coarse as leaves four cells in a sigma. The Gaussian is then
/// smooth enough for bilinear interpolation, and its cost no longer depends on the raster's resolution.
int blur_factor(double plan_cell_m, double sigma_m) {
  int factor = 1;
  while (factor < 8 && sigma_m >= 4 * (2 * factor) * plan_cell_m) factor *= 2;
  return factor;
}

/// Share of every coarse cell that a region covers.
std::vector<Raster<float>> coarse_cover(const Raster<uint8_t>& code, size_t regions, int factor) {
  const GridSpec& g = code.grid;
  const GridSpec coarse{g.columns / factor, g.rows / factor, g.cell_m * factor};
  std::vector<Raster<float>> cover(regions, Raster<float>(coarse));
  const float unit = 1.0f / static_cast<float>(factor * factor);
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const uint8_t here = code.at(column, row);
      if (here != 0) cover[here - 1u].at(column / factor, row / factor) += unit;
    }
  return cover;
}

}  // namespace

RegionWeights region_weights(const RegionMap& map, double sigma_m) {
  const Raster<uint8_t> plan = plan_code_of(map);
  RegionWeights weights{coarse_cover(plan, map.regions.size(), blur_factor(plan.grid.cell_m, sigma_m))};
  parallel_for(weights.size(), 1,
               [&](size_t r, size_t) { weights.blurred[r] = gaussian(weights.blurred[r], sigma_m); });
  return weights;
}

}  // namespace fw
