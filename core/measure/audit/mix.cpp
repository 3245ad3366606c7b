#include "core/measure/audit/mix.h"

#include <cassert>
#include <cmath>
#include <string>
#include <string_view>

namespace fw {
namespace {

AuditReport::Mix mix_row(std::string_view layer, const std::string& region, std::string_view cls,
                         double target, double actual, bool asked) {
  return {std::string(layer), region, std::string(cls), target, actual, std::fabs(actual - target), asked};
}

/// Rows of a layer with regional targets: the island first, then every region.
template <size_t K>
void add_regional_layer(std::vector<AuditReport::Mix>& rows, const World& world, std::string_view layer,
                        const Raster<uint8_t>& code, const std::array<std::string_view, K>& slugs,
                        const std::array<double, K>& island_target, std::array<double, K> Region::*target,
                        bool Region::*asked) {
  const int regions = static_cast<int>(world.regions.size());
  const ClassCounts counts = count_classes(code.cells, world.region.cells, regions, static_cast<int>(K));
  for (size_t k = 0; k < K; ++k)
    rows.push_back(
        mix_row(layer, "", slugs[k], island_target[k], counts.share(regions, static_cast<int>(k)), true));
  for (int r = 0; r < regions; ++r) {
    const Region& region = world.regions[static_cast<size_t>(r)];
    for (size_t k = 0; k < K; ++k)
      rows.push_back(mix_row(layer, region.name, slugs[k], (region.*target)[k],
                             counts.share(r, static_cast<int>(k)), region.*asked));
  }
}

}  // namespace

ClassCounts count_classes(std::span<const uint8_t> code, std::span<const uint8_t> region, int regions,
                          int classes) {
  assert(code.size() == region.size());
  ClassCounts out;
  out.regions = regions;
  out.classes = classes;
  out.counts.assign(static_cast<size_t>((regions + 1) * classes), 0);
  out.region_cells.assign(static_cast<size_t>(regions) + 1, 0);
  for (size_t i = 0; i < code.size(); ++i) {
    const int r = region[i] - 1;
    if (r < 0 || r >= regions) continue;
    ++out.region_cells[static_cast<size_t>(r)];
    const int k = code[i] - 1;
    if (k >= 0 && k < classes) ++out.counts[static_cast<size_t>(r * classes + k)];
  }
  for (int r = 0; r < regions; ++r) {
    out.region_cells.back() += out.region_cells[static_cast<size_t>(r)];
    for (int k = 0; k < classes; ++k) out.counts[static_cast<size_t>(regions * classes + k)] += out.at(r, k);
  }
  return out;
}

std::vector<AuditReport::Mix> measure_mix(const World& world, const Template& tmpl) {
  std::vector<AuditReport::Mix> rows;
  add_regional_layer(rows, world, "danger", world.danger, kDangerSlugs, tmpl.danger, &Region::danger_target,
                     &Region::danger_asked);
  add_regional_layer(rows, world, "biome", world.biome, kBiomeSlugs, tmpl.biomes, &Region::biome_target,
                     &Region::biome_asked);
  const int regions = static_cast<int>(world.regions.size());
  const ClassCounts counts = count_classes(world.faction.cells, world.region.cells, regions, kFactions);
  for (int k = 0; k < kFactions; ++k)
    rows.push_back(mix_row("faction", "", kFactionSlugs[static_cast<size_t>(k)],
                           tmpl.factions[static_cast<size_t>(k)], counts.share(regions, k), true));
  return rows;
}

}  // namespace fw
