#include "core/model/world/biome_room.h"

#include "core/world/fit/balance.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/layers.h"

namespace fw {

std::vector<BiomeRoom> measure_biome_room(const RegionMap& map, const ZoneBlocks& blocks,
                                          const BiomeInputs& inputs, const Raster<uint8_t>& code,
                                          const Template& tmpl) {
  const auto told = [](const std::optional<double>& end) { return end.value_or(BiomeRoom::kFree); };
  std::vector<BiomeRoom> out;
  for (size_t k = 0; k < tmpl.vocabulary.biomes.size(); ++k) {
    const BiomeRow& row = tmpl.vocabulary.biomes[k];
    const std::vector<PricedLimit> limits = limits_of(row, 1);
    if (limits.empty()) continue;
    BiomeRoom room{k, 0, 0, std::vector<int64_t>(map.regions.size(), 0), {}};
    for (const PricedLimit& limit : limits)
      room.limits.push_back({std::string(limit.measure), told(limit.stated.min), told(limit.stated.max)});
    for (const ZoneBlocks::Run& run : blocks.runs)
      for (uint32_t i = 0; i < run.count; ++i) {
        const size_t cell = run.cell + i;
        const bool own = code[cell] == k + 1;
        bool within_all = true;
        for (size_t l = 0; l < limits.size(); ++l) {
          const bool within = excess(limits[l], (inputs.*limits[l].values)[run.slot + i]) <= 0;
          within_all = within_all && within;
          room.limits[l].within += within ? 1 : 0;
          room.limits[l].beyond += own && !within ? 1 : 0;
        }
        room.cells += own ? 1 : 0;
        room.room += within_all ? 1 : 0;
        if (own && !within_all) ++room.beyond_in[map.code[cell] - 1u];
      }
    out.push_back(std::move(room));
  }
  return out;
}

}  // namespace fw
