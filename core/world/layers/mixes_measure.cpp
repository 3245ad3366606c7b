#include <array>
#include <tuple>

#include "core/base/parallel/parallel.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

template <typename Mix>
void measure(RegionMap& map, const Raster<uint8_t>& code, const std::vector<int64_t>& cells,
             Mix Region::*actual) {
  // As in region_cell_counts; a row of codes (0 = none, then the classes) for every code of a region.
  constexpr size_t kCodes = std::tuple_size_v<Mix> + 1;
  using Row = std::array<int64_t, kCodes>;
  std::array<std::array<Row, 256>, 4> counts{};
  for (size_t i = 0; i < code.size(); ++i) ++counts[i % counts.size()][map.code[i]][code[i]];
  for (size_t r = 0; r < map.regions.size(); ++r)
    for (size_t k = 0; k + 1 < kCodes; ++k) {
      int64_t count = 0;
      for (const auto& table : counts) count += table[r + 1][k + 1];
      (map.regions[r].*actual)[k] =
          cells[r] > 0 ? static_cast<double>(count) / static_cast<double>(cells[r]) : 0.0;
    }
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
