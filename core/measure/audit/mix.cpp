#include "core/measure/audit/mix.h"

#include <cassert>
#include <cmath>
#include <string>
#include <string_view>

namespace fw {
namespace {

AuditReport::Mix mix_row(std::string_view layer, const std::string& region, std::string_view cls,
                         double target, double actual, bool asked, double by_hand) {
  return {std::string(layer),         region, std::string(cls), target, actual,
          std::fabs(actual - target), asked,  by_hand};
}

/// The cells that paint holds; none where nothing is painted.
ClassCounts count_held(const HeldByPaint& held, const World& world, int regions, int classes) {
  if (held.code.size() != 0) return count_classes(held.code.cells, world.region.cells, regions, classes);
  ClassCounts none{regions, classes, {}, {}};
  none.counts.assign(static_cast<size_t>((regions + 1) * classes), 0);
  none.region_cells.assign(static_cast<size_t>(regions) + 1, 0);
  return none;
}

/// Rows of a layer with regional targets: the island first, then every region.
template <typename Row>
void add_regional_layer(std::vector<AuditReport::Mix>& rows, const World& world, std::string_view layer,
                        const Raster<uint8_t>& code, const HeldByPaint& held, const std::vector<Row>& classes,
                        std::vector<double> Region::*target, bool Region::*asked) {
  const int regions = static_cast<int>(world.regions.size());
  const ClassCounts counts =
      count_classes(code.cells, world.region.cells, regions, static_cast<int>(classes.size()));
  const ClassCounts by_hand = count_held(held, world, regions, static_cast<int>(classes.size()));
  for (size_t k = 0; k < classes.size(); ++k)
    rows.push_back(mix_row(layer, "", classes[k].id, classes[k].share,
                           counts.share(regions, static_cast<int>(k)), true,
                           by_hand.share(regions, static_cast<int>(k))));
  for (int r = 0; r < regions; ++r) {
    const Region& region = world.regions[static_cast<size_t>(r)];
    for (size_t k = 0; k < classes.size(); ++k)
      rows.push_back(mix_row(layer, region.name, classes[k].id, (region.*target)[k],
                             counts.share(r, static_cast<int>(k)), region.*asked,
                             by_hand.share(r, static_cast<int>(k))));
  }
}

}  // namespace

std::vector<int64_t> count_regions(std::span<const uint8_t> region, int regions) {
  std::vector<int64_t> cells(static_cast<size_t>(regions) + 1, 0);
  for (const uint8_t code : region) {
    if (code < 1 || code > regions) continue;
    ++cells[code - 1u];
    ++cells.back();
  }
  return cells;
}

ClassCounts count_classes(std::span<const uint8_t> code, std::span<const uint8_t> region, int regions,
                          int classes) {
  assert(code.size() == region.size());
  ClassCounts out;
  out.regions = regions;
  out.classes = classes;
  out.counts.assign(static_cast<size_t>((regions + 1) * classes), 0);
  out.region_cells = count_regions(region, regions);
  for (size_t i = 0; i < code.size(); ++i) {
    const int r = region[i] - 1;
    if (r < 0 || r >= regions) continue;
    const int k = code[i] - 1;
    if (k >= 0 && k < classes) ++out.counts[static_cast<size_t>(r * classes + k)];
  }
  for (int r = 0; r < regions; ++r)
    for (int k = 0; k < classes; ++k) out.counts[static_cast<size_t>(regions * classes + k)] += out.at(r, k);
  return out;
}

std::vector<AuditReport::Mix> measure_mix(const World& world, const Template& tmpl) {
  const Vocabulary& words = tmpl.vocabulary;
  std::vector<AuditReport::Mix> rows;
  add_regional_layer(rows, world, "danger", world.danger, world.danger_held, words.danger,
                     &Region::danger_target, &Region::danger_asked);
  add_regional_layer(rows, world, "biome", world.biome, world.biome_held, words.biomes, &Region::biome_target,
                     &Region::biome_asked);
  const int regions = static_cast<int>(world.regions.size());
  const auto factions = static_cast<int>(words.factions.size());
  const ClassCounts counts = count_classes(world.faction.cells, world.region.cells, regions, factions);
  const ClassCounts by_hand = count_held(world.faction_held, world, regions, factions);
  for (int k = 0; k < factions; ++k) {
    const FactionRow& row = words.factions[static_cast<size_t>(k)];
    rows.push_back(
        mix_row("faction", "", row.id, row.share, counts.share(regions, k), true, by_hand.share(regions, k)));
  }
  return rows;
}

}  // namespace fw
