#include <array>
#include <tuple>

#include "core/base/parallel.h"
#include "core/world/layers.h"
#include "core/world/mixes.h"

namespace fw {
namespace {

template <typename Mix>
void measure(RegionMap& map, const Raster<uint8_t>& code, const std::vector<int64_t>& cells,
             Mix Region::*actual) {
  std::vector<std::array<int64_t, std::tuple_size_v<Mix>>> counts(map.regions.size());
  for (auto& row : counts) row.fill(0);
  for (size_t i = 0; i < code.size(); ++i)
    if (map.code[i] != 0 && code[i] != 0) ++counts[map.code[i] - 1u][code[i] - 1u];
  for (size_t r = 0; r < map.regions.size(); ++r)
    for (size_t k = 0; k < counts[r].size(); ++k)
      (map.regions[r].*actual)[k] =
          cells[r] > 0 ? static_cast<double>(counts[r][k]) / static_cast<double>(cells[r]) : 0.0;
}

}  // namespace

void measure_regional_mixes(RegionMap& map, const DangerLayer& danger, const ClassLayer& biome,
                            const ClassLayer& faction) {
  const std::vector<int64_t> cells = region_cell_counts(map);
  parallel_invoke({[&] { measure(map, danger.band, cells, &Region::danger_actual); },
                   [&] { measure(map, biome.code, cells, &Region::biome_actual); },
                   [&] { measure(map, faction.code, cells, &Region::faction_actual); }});
}

}  // namespace fw
