#include "core/measure/region_pairs.h"

#include <algorithm>
#include <tuple>

#include "core/field/filter.h"

namespace fw {

RegionPairs pair_regions(const World& before, const World& after) {
  const Raster<uint8_t> there =
      after.grid == before.grid ? after.region : resample_nearest(after.region, before.grid);
  const size_t columns = after.regions.size();
  std::vector<int64_t> overlap(before.regions.size() * columns, 0);
  int64_t ground = 0;
  for (size_t cell = 0; cell < there.size(); ++cell) {
    const size_t a = before.region[cell], b = there[cell];
    if (a == 0 || b == 0 || a > before.regions.size() || b > columns) continue;
    ++overlap[(a - 1) * columns + b - 1];
    ++ground;
  }
  std::vector<std::tuple<int64_t, size_t, size_t>> pairs;  // by overlap, then by region
  for (size_t a = 0; a < before.regions.size(); ++a)
    for (size_t b = 0; b < columns; ++b)
      if (const int64_t cells = overlap[a * columns + b]; cells > 0) pairs.emplace_back(-cells, a, b);
  std::ranges::sort(pairs);
  RegionPairs out;
  out.of.resize(before.regions.size());
  std::vector<uint8_t> taken(columns, 0);
  int64_t paired = 0;
  for (const auto& [minus_cells, a, b] : pairs) {
    if (out.of[a] || taken[b] != 0) continue;
    out.of[a] = b;
    taken[b] = 1;
    paired -= minus_cells;
  }
  for (size_t a = 0; a < before.regions.size(); ++a)
    for (size_t b = 0; b < columns && !out.of[a]; ++b)
      if (taken[b] == 0 && before.regions[a].name == after.regions[b].name) {
        out.of[a] = b;
        taken[b] = 1;
      }
  if (ground > 0) out.other_share = static_cast<double>(ground - paired) / static_cast<double>(ground);
  return out;
}

}  // namespace fw
