#pragma once

#include <vector>

#include "core/world/fit/balance.h"
#include "core/world/fit/repair.h"
#include "core/world/land/island.h"
#include "core/world/regions/regions.h"

namespace fw {

/// The terrain values that a biome's prior reads at one cell; ranks in [0, 1].
struct Terrain {
  float height = 0;  ///< rank of G_31 m of the height
  float slope = 0;   ///< rank of G_94 m of the slope
  float coast = 0;   ///< rank of the distance to the sea; inland = 1
  float south = 0;   ///< distance from the frame's north edge / its height
  float danger = 0;  ///< calibrated
};

/// Terrain's ranks over the land; 0 elsewhere.
struct ReliefRanks {
  Raster<float> height, slope, coast;
  Raster<float> low = {};  ///< low_ground (core/world/land/watered_island.h); empty without rivers
};
/// What the ranks of height and slope are taken of.
Raster<float> ranked_height(const Raster<float>& height_m);
Raster<float> ranked_slope(const Raster<float>& slope);
ReliefRanks rank_relief(const Mask& land, const Raster<float>& height_m, const Raster<float>& slope,
                        const Raster<float>& coast_m);

/// The biomes that take part in the fit: those with a share, of the land or of a region.
std::vector<size_t> fitted_biomes(const Template& tmpl);

/// The inputs of the biomes' scores except danger, on the given slots.
struct BiomeInputs {
  Plane height, slope, coast, south;  ///< as in Terrain
  Plane low;                          ///< low ground along rivers, [0, 1]; empty without rivers
  std::vector<size_t> biomes;         ///< fitted_biomes
  std::vector<Plane> field;           ///< noise of each of them
  double field_sd = 1;                ///< joint, without other dice
  std::vector<Plane> own_field = {};  ///< without the dice of rows of `rerolls`; empty: the same
  Mask rolled = {};                   ///< cells where those dice count; empty: none
};
/// The inputs of the layer before rows of `rerolls` move it.
BiomeInputs without_rolls(const BiomeInputs& inputs);
BiomeInputs survey_biomes(const ZoneBlocks& blocks, const ReliefRanks& ranks, const Template& tmpl,
                          const SeedBundle& seeds);

/// The noise of some biomes at every slot.
std::vector<Plane> biome_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                               const SeedBundle& seeds, const std::vector<size_t>& biomes);

/// Biomes that take no part in the natural fit, and their noise.
struct MoreBiomes {
  std::vector<size_t> biomes;
  std::vector<Plane> field;
};
/// The scores F_k / sd_F + .8 prior_k / sd_P of the inputs' biomes, each minus its mean over the land, on the
/// given slots. Those of `more` come after them; sd_F and sd_P are of the inputs' alone. With `shaped` noise
/// and priors are of these inputs, measured as the natural ones: sds and means are those of `inputs`.
std::vector<Plane> biome_scores(const ZoneBlocks& blocks, const BiomeInputs& inputs,
                                const std::vector<BiomeRow>& rows, const Raster<float>& calibrated_danger,
                                const MoreBiomes& more = {}, const BiomeInputs* shaped = nullptr);

/// The winner's score / sd at every cell; `plane_of` a biome.
Raster<float> biome_field(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                          const std::vector<size_t>& plane_of, const Raster<uint8_t>& code, double sd);

/// The stack of the one-field mode, tag "biome".
Raster<float> strict_biome_field(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds);

inline constexpr double kBiomeMboSigma_m = 46.875;
inline constexpr double kAbsentBiome_sd = -100;  ///< offset of a class that the template does not want

/// More components than this read as confetti.
size_t most_biome_pieces(size_t biomes, size_t regions);

/// despeckle_and_repair; while more than `most_pieces` components remain, again with a larger least area (a
/// few times at most).
RepairResult repair_into_few_pieces(Raster<uint8_t>& code, RepairTask task, size_t most_pieces);

}  // namespace fw
