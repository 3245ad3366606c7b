#pragma once

#include "core/base/parallel/parallel.h"
#include "core/model/template/plan_grid.h"
#include "core/template/template_io.h"
#include "core/world/fit/balance.h"
#include "core/world/layers/biomes.h"
#include "core/world/layers/layers.h"
#include "tests/support/templates.h"

namespace fw {

/// The ground and discrete layers of a built-in template, without content.
struct ShowcaseLayers {
  Template tmpl;
  SeedBundle seeds;
  Island island;
  Relief relief;
  RegionMap map;
  SampledBlocks blocks;
  Findings findings;
  DangerLayer danger;
  BiomeInputs inputs;
  ClassLayer biome;
  ClassLayer faction;
  TypeLayer type;
};

inline Template showcase_template(std::string_view name) {
  return test::dry_template(name);
}

/// Shares of a table's rows, in order.
template <typename Row>
void set_shares(std::vector<Row>& rows, const std::vector<double>& shares) {
  for (size_t k = 0; k < rows.size(); ++k) rows[k].share = k < shares.size() ? shares[k] : 0;
}

inline ShowcaseLayers make_showcase(const Template& tmpl, uint64_t seed, int resolution) {
  ShowcaseLayers s;
  s.tmpl = tmpl;
  s.seeds = SeedBundle::from_master(seed);
  s.island = make_island(tmpl, s.seeds, frame_grid(tmpl.frame, resolution));
  s.relief = derive_relief(s.island);
  s.map = make_regions(tmpl, s.seeds, s.island);
  s.blocks = sampled_blocks(s.map.code, static_cast<int>(s.map.regions.size()), region_weights(s.map, 350));
  derive_danger_mixes(s.map, tmpl, s.findings);
  s.danger = make_danger(s.map, s.blocks, make_danger_field(s.map, tmpl, s.seeds), tmpl);
  const ReliefRanks ranks = rank_relief(s.island.main, s.island.height_m, s.relief.slope, s.island.coast_m);
  const WetGround wet =
      survey_wet_ground(tmpl, s.seeds, make_island(tmpl, s.seeds, plan_grid(tmpl.frame)), nullptr);
  s.inputs = survey_biomes(s.blocks.blocks,
                           {ranks, wet_ground_on(wet, s.island.main), s.relief.slope, s.island.coast_m}, tmpl,
                           s.seeds);
  s.biome = make_biomes(s.map, s.blocks, s.inputs, s.danger, tmpl, s.seeds);
  s.faction = make_factions(s.map, tmpl, s.seeds);
  s.type = make_type(s.map, tmpl, s.seeds);
  measure_regional_mixes(s.map, s.danger, s.biome, s.faction, tmpl.vocabulary);
  return s;
}

/// The danger layer on the same regions with another template.
inline DangerLayer danger_of(const ShowcaseLayers& s, const Template& tmpl) {
  return make_danger(s.map, s.blocks, make_danger_field(s.map, tmpl, s.seeds), tmpl);
}

/// P(class change across a region border) / P(class change across an inner edge).
inline double seam_lift(const Raster<uint8_t>& code, const Raster<uint8_t>& region) {
  double edges[2] = {0, 0};
  double changes[2] = {0, 0};
  const auto see = [&](size_t a, size_t b) {
    if (region[a] == 0 || region[b] == 0) return;
    const int border = region[a] != region[b] ? 1 : 0;
    edges[border] += 1;
    changes[border] += code[a] != code[b] ? 1 : 0;
  };
  for (int row = 0; row < code.grid.rows; ++row)
    for (int column = 0; column < code.grid.columns; ++column) {
      const size_t cell = code.grid.index(column, row);
      if (column + 1 < code.grid.columns) see(cell, cell + 1);
      if (row + 1 < code.grid.rows) see(cell, cell + static_cast<size_t>(code.grid.columns));
    }
  return (changes[1] / edges[1]) / (changes[0] / edges[0]);
}

}  // namespace fw
