#include "core/world/land/cell_noise.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <vector>

#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

constexpr size_t kGrain = 4096;
// A cell of a raster costs about this part of a scattered one.
constexpr size_t kRasterGain = 6;

}  // namespace

void noise_at_cells(const NoiseField& field, const GridSpec& grid, double phase,
                    std::span<const uint32_t> cells, std::span<float> out) {
  assert(cells.size() == out.size());
  if (cells.empty()) return;
  const auto [first, last] = std::ranges::minmax(cells);
  const int top = grid.row_of(first), rows = grid.row_of(last) - top + 1;
  const size_t before = grid.index(0, top), beside = grid.index(0, top + rows) - before;
  if (cells.size() * kRasterGain < beside) {
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
  const auto raster = std::make_unique_for_overwrite<float[]>(beside);
  fill_noise_rows(field, grid, phase, top, rows, {raster.get(), beside});
  parallel_for(cells.size(), kGrain * 8, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) out[i] = raster[cells[i] - before];
  });
}

}  // namespace fw
