#include "core/base/parallel/parallel.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

void measure(RegionMap& map, const Raster<uint8_t>& code, size_t classes, const std::vector<int64_t>& cells,
             std::vector<double> Region::*actual) {
  // As in region_cell_counts; a row of codes (0 = none, then the classes) for every code of a region, four
  // times, so that neighbouring cells do not wait for each other.
  constexpr size_t kTables = 4;
  const size_t codes = classes + 1;
  std::vector<int64_t> counts(kTables * 256 * codes, 0);
  for (size_t i = 0; i < code.size(); ++i) ++counts[(i % kTables * 256 + map.code[i]) * codes + code[i]];
  for (size_t r = 0; r < map.regions.size(); ++r) {
    std::vector<double>& shares = map.regions[r].*actual;
    shares.assign(classes, 0.0);
    for (size_t k = 0; k < classes; ++k) {
      int64_t count = 0;
      for (size_t table = 0; table < kTables; ++table) count += counts[(table * 256 + r + 1) * codes + k + 1];
      if (cells[r] > 0) shares[k] = static_cast<double>(count) / static_cast<double>(cells[r]);
    }
  }
}

}  // namespace

void measure_regional_mixes(RegionMap& map, const DangerLayer& danger, const ClassLayer& biome,
                            const ClassLayer& faction, const Vocabulary& vocabulary) {
  const std::vector<int64_t> cells = region_cell_counts(map);
  parallel_invoke(
      {[&] { measure(map, danger.band, vocabulary.danger.size(), cells, &Region::danger_actual); },
       [&] { measure(map, biome.code, vocabulary.biomes.size(), cells, &Region::biome_actual); },
       [&] { measure(map, faction.code, vocabulary.factions.size(), cells, &Region::faction_actual); }});
}

}  // namespace fw
