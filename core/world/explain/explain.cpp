#include "core/world/explain/explain.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/world/layers/biomes.h"
#include "core/world/layers/danger.h"
#include "core/world/explain/explain_classes.h"
#include "core/model/number_text.h"
#include "core/world/regions/regions.h"

namespace fw {
namespace {

using Rows = std::vector<ExplainRow>;

std::string metres(double value) {
  return decimal_text(value, 1) + " m";
}
std::string percent(double share) {
  return decimal_text(share * 100, 2) + " %";
}

RegionMap region_map(const World& world) {
  RegionMap map;
  map.code = world.region;
  map.regions = world.regions;
  return map;
}

std::vector<float> weights_at(const World& world, size_t cell) {
  return RegionWeightReader(world.region_weights, world.region).at(cell);
}

void explain_ground(const World& world, size_t cell, Vec2 p, Rows& rows) {
  rows.push_back({"position", "at", metres(p.x) + " east, " + metres(p.y) + " north"});
  rows.push_back({"position", "cell",
                  "column " + std::to_string(world.grid.column_of(cell)) + ", row " +
                      std::to_string(world.grid.row_of(cell)) + " of " + std::to_string(world.grid.rows)});
  const bool islet = world.land[cell] != 0 && !world.on_island(cell);
  rows.push_back({"ground", "kind",
                  world.on_island(cell) ? "main island"
                  : islet               ? "islet, scenery only"
                                        : "sea"});
  rows.push_back({"ground", "height", metres(static_cast<double>(world.height_m[cell]))});
  if (world.on_island(cell))
    rows.push_back({"ground", "to the sea", metres(static_cast<double>(world.coast_m[cell]))});
  else
    rows.push_back({"ground", "to the main island", metres(static_cast<double>(world.sea_m[cell]))});
}

void explain_region(const World& world, size_t cell, Rows& rows) {
  const Region& region = world.regions[world.region[cell] - 1u];
  rows.push_back({"region", "name", region.name + " (" + std::to_string(world.region[cell]) + ")"});
  rows.push_back({"region", "owner", std::string(kFactionSlugs[static_cast<size_t>(region.owner)])});
  rows.push_back({"region", "tier", decimal_text(region.tier)});
  const std::vector<float> weights = weights_at(world, cell);
  for (size_t r = 0; r < weights.size(); ++r) {
    const auto w = static_cast<double>(weights[r]);
    if (w >= 0.01) rows.push_back({"region", "weight of " + world.regions[r].name, decimal_text(w)});
  }
}

/// sum_r w_r offsets[r][k] at the cell.
double blended_offset(const World& world, const LayerFit& fit, size_t cell, size_t k) {
  const std::vector<float> weights = weights_at(world, cell);
  double total = 0;
  double weight = 0;
  for (size_t r = 0; r < fit.offsets.size() && r < weights.size(); ++r) {
    const auto w = static_cast<double>(weights[r]);
    total += w * fit.offsets[r][k];
    weight += w;
  }
  return weight > 0 ? total / weight : 0;
}

void explain_danger(const World& world, const Template& tmpl, size_t cell, Rows& rows) {
  const Region& region = world.regions[world.region[cell] - 1u];
  const auto band = static_cast<size_t>(world.danger[cell] - 1);
  rows.push_back({"danger", "band", std::string(kDangerSlugs[band])});
  rows.push_back({"danger", "d", decimal_text(static_cast<double>(world.danger_field[cell]), 3)});
  const RegionMap map = region_map(world);
  const bool cuts = !world.danger_fit.offsets.empty();
  const Raster<float> field =
      cuts ? danger_cut_field(map, tmpl, world.seeds) : danger_stack(world.grid, tmpl, world.seeds);
  rows.push_back({"danger", cuts ? "field with tier trend" : "stack n",
                  decimal_text(static_cast<double>(field[cell]), 3)});
  for (size_t k = 0; cuts && k + 1 < kDangers; ++k)
    rows.push_back({"danger", "cut to " + std::string(kDangerSlugs[k + 1]),
                    decimal_text(blended_offset(world, world.danger_fit, cell, k), 3) +
                        " (of the field with the smoothing step)"});
  for (size_t k = 0; k < kDangers; ++k)
    rows.push_back({"danger", "share of " + std::string(kDangerSlugs[k]),
                    percent(region.danger_actual[k]) + " in the region, target " +
                        percent(region.danger_target[k]) +
                        (region.danger_asked ? " (asked)" : " (derived)")});
}

void explain_biome_scores(const World& world, const Template& tmpl, size_t cell, Rows& rows) {
  const RegionMap map = region_map(world);
  Mask land(world.grid, 0);
  for (size_t i = 0; i < land.size(); ++i) land[i] = world.on_island(i) ? 1 : 0;
  Island island;
  island.height_m = world.height_m;
  const Relief relief = derive_relief(island);
  const ZoneBlocks blocks =
      make_blocks(map.code, static_cast<int>(map.regions.size()), &world.region_weights);
  const BiomeInputs inputs = survey_biomes(
      blocks, rank_relief(land, world.height_m, relief.slope, world.coast_m), tmpl, world.seeds);
  const std::vector<Plane> score = biome_scores(blocks, inputs, world.danger_field);
  const auto slot = static_cast<size_t>(
      std::find(blocks.cell.begin(), blocks.cell.end(), static_cast<uint32_t>(cell)) - blocks.cell.begin());
  struct Standing {
    size_t k;
    double score, offset;
  };
  std::vector<Standing> standings;
  for (size_t k = 0; k < kBiomes; ++k)
    standings.push_back(
        {k, static_cast<double>(score[k][slot]), blended_offset(world, world.biome_fit, cell, k)});
  std::stable_sort(standings.begin(), standings.end(), [](const Standing& a, const Standing& b) {
    return a.score + a.offset > b.score + b.offset;
  });
  for (const Standing& s : standings)
    rows.push_back({"biome", "score of " + std::string(kBiomeSlugs[s.k]),
                    decimal_text(s.score + s.offset, 3) + " = field and terrain " + decimal_text(s.score, 3) +
                        " + offset " + decimal_text(s.offset, 3)});
}

void explain_biome(const World& world, const Template& tmpl, size_t cell, Rows& rows) {
  const Region& region = world.regions[world.region[cell] - 1u];
  const auto biome = static_cast<size_t>(world.biome[cell] - 1);
  rows.push_back({"biome", "class", std::string(kBiomeSlugs[biome])});
  if (!world.biome_fit.offsets.empty()) explain_biome_scores(world, tmpl, cell, rows);
  for (size_t k = 0; k < kBiomes; ++k)
    if (region.biome_target[k] > 0 || region.biome_actual[k] > 0)
      rows.push_back({"biome", "share of " + std::string(kBiomeSlugs[k]),
                      percent(region.biome_actual[k]) + " in the region, target " +
                          percent(region.biome_target[k]) +
                          (region.biome_asked ? " (asked)" : " (derived)")});
}

void explain_faction_and_type(const World& world, size_t cell, Rows& rows) {
  const auto faction = static_cast<size_t>(world.faction[cell] - 1);
  rows.push_back({"faction", "class", std::string(kFactionSlugs[faction])});
  rows.push_back({"faction", "winner's score",
                  decimal_text(static_cast<double>(world.faction_field[cell]), 3) + " standard deviations"});
  if (!world.faction_fit.offsets.empty())
    for (size_t k = 0; k < world.faction_fit.offsets[0].size(); ++k)
      rows.push_back({"faction", "offset of " + std::string(kFactionSlugs[k]),
                      decimal_text(world.faction_fit.offsets[0][k], 3)});
  rows.push_back({"type", "class", std::string(kCategorySlugs[static_cast<size_t>(world.type[cell] - 1)])});
  rows.push_back({"type", "stack", decimal_text(static_cast<double>(world.type_field[cell]), 3)});
}

}  // namespace

std::vector<ExplainRow> explain(const World& world, const Template& tmpl, Vec2 position_m) {
  const size_t cell = world.grid.cell_at(position_m);
  Rows rows;
  explain_ground(world, cell, position_m, rows);
  if (!world.on_island(cell)) return rows;
  explain_region(world, cell, rows);
  explain_danger(world, tmpl, cell, rows);
  explain_biome(world, tmpl, cell, rows);
  explain_faction_and_type(world, cell, rows);
  for (ExplainRow& row : explain_classes(world, tmpl, cell)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace fw
