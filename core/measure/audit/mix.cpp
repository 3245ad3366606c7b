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
template <typename Row>
void add_regional_layer(std::vector<AuditReport::Mix>& rows, const World& world, std::string_view layer,
                        const Raster<uint8_t>& code, const std::vector<Row>& classes,
                        std::vector<double> Region::*target, bool Region::*asked) {
  const int regions = static_cast<int>(world.regions.size());
  const ClassCounts counts =
      count_classes(code.cells, world.region.cells, regions, static_cast<int>(classes.size()));
  for (size_t k = 0; k < classes.size(); ++k)
    rows.push_back(mix_row(layer, "", classes[k].id, classes[k].share,
                           counts.share(regions, static_cast<int>(k)), true));
  for (int r = 0; r < regions; ++r) {
    const Region& region = world.regions[static_cast<size_t>(r)];
    for (size_t k = 0; k < classes.size(); ++k)
      rows.push_back(mix_row(layer, region.name, classes[k].id, (region.*target)[k],
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
  const Vocabulary& words = tmpl.vocabulary;
  std::vector<AuditReport::Mix> rows;
  add_regional_layer(rows, world, "danger", world.danger, words.danger, &Region::danger_target,
                     &Region::danger_asked);
  add_regional_layer(rows, world, "biome", world.biome, words.biomes, &Region::biome_target,
                     &Region::biome_asked);
  const int regions = static_cast<int>(world.regions.size());
  const auto factions = static_cast<int>(words.factions.size());
  const ClassCounts counts = count_classes(world.faction.cells, world.region.cells, regions, factions);
  for (int k = 0; k < factions; ++k) {
    const FactionRow& row = words.factions[static_cast<size_t>(k)];
    rows.push_back(mix_row("faction", "", row.id, row.share, counts.share(regions, k), true));
  }
  return rows;
}

}  // namespace fw
