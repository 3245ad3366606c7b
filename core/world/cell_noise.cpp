#include "core/world/cell_noise.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <vector>

#include "core/base/parallel.h"

namespace fw {
namespace {

constexpr size_t kGrain = 4096;
// A cell of a raster costs about this part of a scattered one.
constexpr size_t kRasterGain = 6;

/// The part of the grid from a row down to its south edge: cell centres and their bits are the grid's own.
struct SouthernRows {
  GridSpec grid;
  size_t first_cell = 0;
};

SouthernRows rows_of(const GridSpec& grid, std::span<const uint32_t> cells) {
  const int top = grid.row_of(*std::min_element(cells.begin(), cells.end()));
  return {{grid.columns, grid.rows - top, grid.cell_m}, grid.index(0, top)};
}

}  // namespace

void noise_at_cells(const NoiseField& field, const GridSpec& grid, double phase,
                    std::span<const uint32_t> cells, std::span<float> out) {
  assert(cells.size() == out.size());
  if (cells.empty()) return;
  const SouthernRows rows = rows_of(grid, cells);
  if (cells.size() * kRasterGain < rows.grid.cells()) {
    parallel_for(cells.size(), kGrain, [&](size_t begin, size_t end) {
      std::vector<double> x(end - begin), y(end - begin);
      for (size_t i = begin; i < end; ++i) {
        const Vec2 centre = grid.centre(cells[i]);
        x[i - begin] = centre.x;
        y[i - begin] = centre.y;
      }
      sample_noise(field, x, y, phase, out.subspan(begin, end - begin));
    });
    return;
  }
  const auto raster = std::make_unique_for_overwrite<float[]>(rows.grid.cells());
  fill_noise(field, rows.grid, phase, {raster.get(), rows.grid.cells()});
  parallel_for(cells.size(), kGrain * 8, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) out[i] = raster[cells[i] - rows.first_cell];
  });
}

}  // namespace fw
