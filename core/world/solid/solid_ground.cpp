#include "core/world/solid/solid_ground.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kSeaSlope = 0.06;
constexpr double kSeaDepth_m = 60;
constexpr double kIsletBeach_m = 0.5, kIsletSlope = 0.10, kIsletHeight_m = 40;
// Farther from the shore nothing changes.
constexpr double kFloorReach_m = kSeaDepth_m / kSeaSlope;
constexpr double kIsletReach_m = (kIsletHeight_m - kIsletBeach_m) / kIsletSlope;
constexpr int kStripRows = 256;

double islet_height_m(double from_sea_m) {
  return std::min(kIsletBeach_m + kIsletSlope * from_sea_m, kIsletHeight_m);
}

/// How far the cells of rows [first, last) lie from the nearest cell that is land, or is not; exact within a
/// reach.
Raster<float> distance_in(const Raster<uint8_t>& land, bool wanted, int first, int last, double reach_m) {
  const GridSpec& g = land.grid;
  const int halo = static_cast<int>(std::ceil(reach_m / g.cell_m)) + 1;
  const int from = std::max(0, first - halo), to = std::min(g.rows, last + halo);
  Mask mask(GridSpec{g.columns, to - from, g.cell_m});
  const size_t begin = g.index(0, from);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = (land[begin + i] != 0) == wanted;
  return distance_to(mask, first - from, last - from);
}

bool has_islets(const Raster<uint8_t>& land, const Raster<uint8_t>& region, int first, int last) {
  for (size_t i = land.grid.index(0, first); i < land.grid.index(0, last); ++i)
    if (land[i] != 0 && region[i] == 0) return true;
  return false;
}

}  // namespace

double sea_floor_m(double from_land_m) {
  return -std::min(kSeaSlope * from_land_m, kSeaDepth_m);
}

HeightRows height_rows(const Raster<float>& height_m) {
  return [&height_m](int first, std::span<float> out) {
    std::copy_n(height_m.cells.begin() + static_cast<std::ptrdiff_t>(height_m.grid.index(0, first)),
                out.size(), out.begin());
  };
}

void SolidGround::rows(int first, std::span<double> out) const {
  const GridSpec& g = grid();
  const auto columns = static_cast<size_t>(g.columns);
  const int last = first + static_cast<int>(out.size() / columns);
  const Raster<float> from_land = distance_in(land_, true, first, last, kFloorReach_m);
  Raster<float> from_sea;
  if (has_islets(land_, region_, first, last))
    from_sea = distance_in(land_, false, first, last, kIsletReach_m);
  std::vector<float> heights_m(out.size());
  height_m_(first, heights_m);
  for (int row = first; row < last; ++row)
    for (size_t c = 0; c < columns; ++c) {
      const size_t cell = g.index(0, row) + c, here = static_cast<size_t>(row - first) * columns + c;
      double& height = out[here];
      if (region_[cell] != 0)
        height = static_cast<double>(heights_m[here]);
      else if (land_[cell] != 0)
        height = islet_height_m(static_cast<double>(from_sea[here]));
      else
        height = sea_floor_m(static_cast<double>(from_land[here]));
    }
}

double surface_quantum_m(double height_max_m) {
  double quantum = 1.0 / 512;
  while (kSurfaceLevels * quantum < height_max_m - kSurfaceBase_m) quantum *= 2;
  return quantum;
}

std::vector<int16_t> surface_rows(const SolidGround& solid, const VertexGrid& grid, double quantum_m,
                                  int first_row, int end_row) {
  const GridSpec& cells = solid.grid();
  const auto columns = static_cast<size_t>(cells.columns);
  std::vector<int16_t> levels(static_cast<size_t>(end_row - first_row) * static_cast<size_t>(grid.columns));
  const double lowest = kSurfaceBase_m / quantum_m, highest = lowest + kSurfaceLevels;
  std::vector<double> strip;
  for (int begin = first_row; begin < end_row;) {
    const int first = cell_rows_of(grid, cells, begin).first;
    int end = begin + 1, last = cell_rows_of(grid, cells, begin).last;
    for (; end < end_row; ++end) {
      const int next = cell_rows_of(grid, cells, end).last;
      if (next - first >= kStripRows) break;
      last = std::max(last, next);
    }
    // Slopes may ask for a row more on either side, where a vertex lies on a row of cells.
    const int above = std::max(first - 1, 0), below = std::min(last + 1, cells.rows - 1);
    strip.resize(static_cast<size_t>(below - above + 1) * columns);
    solid.rows(above, strip);
    const CellRow row_of = [&](int row) { return strip.data() + static_cast<size_t>(row - above) * columns; };
    std::optional<VertexDetail::Strip> detail;
    if (solid.detail() != nullptr) detail.emplace(*solid.detail(), grid, above, below + 1);
    parallel_for(static_cast<size_t>(end - begin), 8, [&](size_t from, size_t to) {
      std::vector<double> heights(static_cast<size_t>(grid.columns));
      for (size_t k = from; k < to; ++k) {
        const int row = begin + static_cast<int>(k);
        vertex_row(grid, cells, row, row_of, heights);
        if (detail) detail->add_to(row, row_of, heights);
        int16_t* out = levels.data() + static_cast<size_t>(row - first_row) * heights.size();
        for (size_t i = 0; i < heights.size(); ++i)
          out[i] =
              static_cast<int16_t>(std::clamp(std::floor(heights[i] / quantum_m + 0.5), lowest, highest));
      }
    });
    begin = end;
  }
  return levels;
}

GroundSurface make_surface(const SolidGround& solid, const VertexGrid& grid, double quantum_m) {
  return {grid, quantum_m, surface_rows(solid, grid, quantum_m, 0, grid.rows)};
}

}  // namespace fw
