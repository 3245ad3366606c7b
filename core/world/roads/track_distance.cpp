#include "core/world/roads/track_distance.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"

namespace fw {

Raster<float> track_distance(const GridSpec& grid, const std::vector<Track>& tracks) {
  Raster<float> out(grid, std::numeric_limits<float>::infinity());
  Mask mask(grid);
  Raster<uint32_t> vertex(grid, UINT32_MAX);
  std::vector<Vec2> vertices;
  for (const Track& track : tracks)
    for (const Vec2 v : track.vertices_m) {
      const size_t cell = grid.cell_at(v);
      if (mask[cell] != 0) continue;
      mask[cell] = 1;
      vertex[cell] = static_cast<uint32_t>(vertices.size());
      vertices.push_back(v);
    }
  if (vertices.empty()) return out;
  // The nearest vertex by cell, then its true distance: vertices sit off the cell centres.
  const Raster<uint32_t> nearest = nearest_cell(mask);
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t begin, size_t end) {
    for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const size_t cell = grid.index(column, row);
        const Vec2 at = grid.centre(column, row);
        out[cell] = static_cast<float>(std::sqrt(squared_distance(at, vertices[vertex[nearest[cell]]])));
      }
  });
  return out;
}

}  // namespace fw
