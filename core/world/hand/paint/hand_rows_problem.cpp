#include <cmath>

#include "core/world/fit/repair.h"
#include "core/world/hand/paint/hand_rows.h"

// What the rows of a painted layer are solved from.
namespace fw {

ZoneCounts count_codes(const Raster<uint8_t>& region, size_t regions, const Raster<uint8_t>& code,
                       size_t classes) {
  std::vector<int64_t> counts(256 * 256, 0);
  for (size_t cell = 0; cell < code.size(); ++cell) ++counts[region[cell] * size_t{256} + code[cell]];
  ZoneCounts out(regions, std::vector<int64_t>(classes, 0));
  for (size_t r = 0; r < regions; ++r)
    for (size_t k = 0; k < classes; ++k) out[r][k] = counts[(r + 1) * 256 + k + 1];
  return out;
}

std::vector<std::vector<size_t>> region_neighbours(const Raster<uint8_t>& region, size_t regions) {
  std::vector<bool> touch(regions * regions, false);
  const GridSpec& g = region.grid;
  const auto see = [&](uint8_t a, uint8_t b) {
    if (a != 0 && b != 0 && a != b)
      touch[(a - 1u) * regions + (b - 1u)] = touch[(b - 1u) * regions + (a - 1u)] = true;
  };
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      if (column + 1 < g.columns) see(region.at(column, row), region.at(column + 1, row));
      if (row + 1 < g.rows) see(region.at(column, row), region.at(column, row + 1));
    }
  std::vector<std::vector<size_t>> out(regions);
  for (size_t a = 0; a < regions; ++a)
    for (size_t b = 0; b < regions; ++b)
      if (touch[a * regions + b]) out[a].push_back(b);
  return out;
}

RowProblem zone_problem(const Raster<uint8_t>& zone, size_t zones, const Raster<uint8_t>& natural,
                        size_t classes, const Paint& paint, const Paint& change) {
  Raster<uint8_t> want = change.want;
  for (size_t cell = 0; cell < want.size(); ++cell)
    if (want[cell] == 0) want[cell] = paint.core[cell];
  RowProblem out;
  out.natural = count_codes(zone, zones, natural, classes);
  out.core = count_codes(zone, zones, paint.core, classes);
  out.want = count_codes(zone, zones, want, classes);
  if (paint.ring.size() != 0) {
    for (size_t cell = 0; cell < want.size(); ++cell)
      if (paint.ring[cell] == 0 || change.want[cell] == 0) want[cell] = 0;
    out.joined = count_codes(zone, zones, want, classes);
  }
  out.neighbours = region_neighbours(zone, zones);
  out.asked.assign(zones, false);
  out.speck_cells = static_cast<int64_t>(std::ceil(kRepairedSpeckArea_m2 / zone.grid.cell_area_m2() - 1e-9));
  return out;
}

RowProblem row_problem(const RegionMap& map, PaintLayer layer, const Raster<uint8_t>& natural, size_t classes,
                       const Paint& paint, const Paint& change, const Hand& hand) {
  RowProblem out = zone_problem(map.code, map.regions.size(), natural, classes, paint, change);
  out.mix = hand.mix;
  for (size_t r = 0; r < map.regions.size(); ++r)
    out.asked[r] = (layer == PaintLayer::biome && map.regions[r].biome_asked) ||
                   (layer == PaintLayer::danger && map.regions[r].danger_asked);
  return out;
}

}  // namespace fw
