#pragma once

#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/world/water.h"
#include "core/world/regions/regions.h"

namespace fw {

struct BiomeInputs;
struct SampledBlocks;
struct ZoneBlocks;

/// The regional targets: fills danger_target (shares, of whole cells unless stated) and danger_asked of every
/// region (Sinkhorn, floors, pruning; docs/world.md, 4.1). Findings: bands outside neutral ground,
/// unreachable rows.
void derive_danger_mixes(RegionMap& map, const Template& tmpl, Findings& findings);

/// The stages below end with Cancelled (core/world/plan/cancel.h) when `progress` says so.

/// A discrete layer with its fit.
struct DangerLayer {
  Raster<uint8_t> band;      ///< Danger + 1
  Raster<float> calibrated;  ///< d in [0, 1]; 0 at sea
  LayerFit fit;
  size_t smoothing = 0;  ///< of kBandSmoothings: which the fit took (core/world/fit/danger_bands.h)
};
/// What the bands are cut from in the template's mode. Depends on no target of any region.
struct DangerField {
  Raster<float> values;
  std::vector<uint32_t> ascending;  ///< the regions' cells by (value, index); none for raw thresholds
};
DangerField make_danger_field(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds);
/// `blocks` = sampled_blocks of the map and its region weights (core/world/fit/balance.h);
/// `danger_field` = make_danger_field of the same map.
DangerLayer make_danger(const RegionMap& map, const SampledBlocks& blocks, const DangerField& danger_field,
                        const Template& tmpl, const Progress& progress = {});

struct ClassLayer {
  Raster<uint8_t> code;  ///< row + 1
  Raster<float> score;   ///< winner's score / sd
  LayerFit fit;
  double jump_sd = 0;  ///< pull of an MBO step that the fit took
};
/// Biome scores need relief, coast and calibrated danger as priors. Also fills biome_target and biome_asked
/// of the regions: rows that somebody states as they are stated, the others as the land gives them.
ClassLayer make_biomes(RegionMap& map, const SampledBlocks& blocks, const BiomeInputs& inputs,
                       const DangerLayer& danger, const Template& tmpl, const SeedBundle& seeds,
                       const Progress& progress = {});
/// How the biomes with limits lie to them, in the order of the rows; `inputs` on the slots of `blocks`.
std::vector<BiomeRoom> measure_biome_room(const RegionMap& map, const ZoneBlocks& blocks,
                                          const BiomeInputs& inputs, const Raster<uint8_t>& code,
                                          const Template& tmpl);
ClassLayer make_factions(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds,
                         const Progress& progress = {});

/// Quantile cut of the unsalted type stack into resource, wildlife, enemy by their share of the total quota.
struct TypeLayer {
  Raster<uint8_t> code;
  Raster<float> field;  ///< (n + 1) / 2
};
TypeLayer make_type(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds);

/// Fills the *_actual shares of every region from the finished layers.
void measure_regional_mixes(RegionMap& map, const DangerLayer& danger, const ClassLayer& biome,
                            const ClassLayer& faction, const Vocabulary& vocabulary);

/// Everything that placement may look at, by reference; nothing in it is changed.
struct PlacementInputs {
  const Template& tmpl;
  const SeedBundle& seeds;
  const Island& island;
  const Relief& relief;
  const RegionMap& map;
  const DangerLayer& danger;
  const ClassLayer& biome;
  const ClassLayer& faction;
  // Null where the template asks for none.
  const Water* water = nullptr;
  const Raster<uint8_t>* water_code = nullptr;  ///< WaterCode by cell
  const Coast* coast = nullptr;
};

}  // namespace fw
