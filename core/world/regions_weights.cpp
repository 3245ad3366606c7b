#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/field/filter.h"
#include "core/world/regions.h"
#include "core/world/regions_raster.h"

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

/// The two samples between which a cell of the fine grid lies, and how far.
struct Between {
  int low = 0, high = 0;
  float t = 0;
};

Between between(double position, int count) {
  const double p = std::clamp(position, 0.0, static_cast<double>(count - 1));
  const int low = static_cast<int>(p);
  return {low, std::min(low + 1, count - 1), static_cast<float>(p - low)};
}

}  // namespace

std::vector<Raster<float>> region_weights(const RegionMap& map, double sigma_m) {
  const GridSpec& g = map.code.grid;
  const size_t regions = map.regions.size();
  const Raster<uint8_t> plan = plan_code_of(map);
  std::vector<Raster<float>> blurred = coarse_cover(plan, regions, blur_factor(plan.grid.cell_m, sigma_m));
  for (Raster<float>& b : blurred) b = gaussian(b, sigma_m);

  std::vector<Raster<float>> weights(regions, Raster<float>(g));
  if (regions == 0) return weights;
  const GridSpec& coarse = blurred.front().grid;
  std::vector<Between> across(static_cast<size_t>(g.columns));
  for (int column = 0; column < g.columns; ++column)
    across[static_cast<size_t>(column)] = between(coarse.column_position(g.x_of(column)), coarse.columns);

  parallel_for(static_cast<size_t>(g.rows), 16, [&](size_t begin, size_t end) {
    std::vector<float> line(static_cast<size_t>(coarse.columns));
    std::vector<float> sum(static_cast<size_t>(g.columns));
    for (size_t row = begin; row < end; ++row) {
      const size_t first = row * static_cast<size_t>(g.columns);
      const Between down = between(coarse.row_position(g.y_of(static_cast<int>(row))), coarse.rows);
      std::fill(sum.begin(), sum.end(), 0.0f);
      for (size_t r = 0; r < regions; ++r) {
        const float* upper = &blurred[r].cells[coarse.index(0, down.low)];
        const float* lower = &blurred[r].cells[coarse.index(0, down.high)];
        for (size_t i = 0; i < line.size(); ++i) line[i] = upper[i] + down.t * (lower[i] - upper[i]);
        for (size_t i = 0; i < across.size(); ++i) {
          const Between& a = across[i];
          const float left = line[static_cast<size_t>(a.low)];
          const float v =
              map.code[first + i] == 0 ? 0.0f : left + a.t * (line[static_cast<size_t>(a.high)] - left);
          weights[r][first + i] = v;
          sum[i] += v;
        }
      }
      for (size_t r = 0; r < regions; ++r)
        for (size_t i = 0; i < sum.size(); ++i) {
          if (sum[i] > 0)
            weights[r][first + i] /= sum[i];
          else if (map.code[first + i] == r + 1)
            weights[r][first + i] = 1;  // further from the plan's land than the blur reaches
        }
    }
  });
  return weights;
}

}  // namespace fw
