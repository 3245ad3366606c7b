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

/// Doubles a factor until the coarse rasters of all regions together have this many cells or fewer.
int fitting_factor(int factor, const GridSpec& plan, size_t regions) {
  constexpr size_t kMostCells = size_t{1} << 24;
  while (regions * plan.cells() / static_cast<size_t>(factor * factor) > kMostCells) factor *= 2;
  return factor;
}

/// Share of every coarse cell that a region covers.
std::vector<Raster<float>> coarse_cover(const Raster<uint8_t>& code, size_t regions, int factor) {
  const GridSpec& g = code.grid;
  const GridSpec coarse{(g.columns + factor - 1) / factor, (g.rows + factor - 1) / factor, g.cell_m * factor};
  std::vector<Raster<float>> cover(regions, Raster<float>(coarse));
  const float unit = 1.0f / static_cast<float>(factor * factor);
  for (int row = 0; row < g.rows; ++row) {
    const int coarse_row = coarse.rows - 1 - (g.rows - 1 - row) / factor;  // grids meet in the south-west
    for (int column = 0; column < g.columns; ++column) {
      const uint8_t here = code.at(column, row);
      if (here != 0) cover[here - 1u].at(column / factor, coarse_row) += unit;
    }
  }
  return cover;
}

}  // namespace

RegionWeights region_weights(const RegionMap& map, double sigma_m) {
  const Raster<uint8_t> plan = plan_code_of(map);
  const size_t regions = map.regions.size();
  const int factor = fitting_factor(blur_factor(plan.grid.cell_m, sigma_m), plan.grid, regions);
  RegionWeights weights{coarse_cover(plan, regions, factor)};
  parallel_for(weights.size(), 1,
               [&](size_t r, size_t) { weights.blurred[r] = gaussian(weights.blurred[r], sigma_m); });
  return weights;
}

}  // namespace fw
