#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/world/fit/balance.h"
#include "core/world/fit/repair.h"
#include "core/world/land/island.h"
#include "core/world/land/wet_ground.h"
#include "core/world/regions/regions.h"

namespace fw {

/// Terrain's ranks over the land, [0, 1]; 0 elsewhere.
struct ReliefRanks {
  Raster<float> height;  ///< of G_31 m of the height
  Raster<float> slope;   ///< of G_94 m of the slope
  Raster<float> coast;   ///< of the distance to the sea; inland = 1
};
/// What the ranks of height and slope are taken of.
Raster<float> ranked_height(const Raster<float>& height_m);
Raster<float> ranked_slope(const Raster<float>& slope);
ReliefRanks rank_relief(const Mask& land, const Raster<float>& height_m, const Raster<float>& slope,
                        const Raster<float>& coast_m);

/// What biomes read of the ground, by reference.
struct BiomeGround {
  const ReliefRanks& ranks;
  const WetGround& wet;          ///< on the same grid
  const Raster<float>& slope;    ///< rise over run (Relief::slope)
  const Raster<float>& coast_m;  ///< distance to the sea
};

/// The biomes that take part in the fit: those with a share, of the land or of a region.
std::vector<size_t> fitted_biomes(const Template& tmpl);

/// The inputs of the biomes' scores except danger, on the given slots.
struct BiomeInputs {
  Plane height, slope, coast;      ///< ranks, as in ReliefRanks
  Plane south;                     ///< distance from the frame's north edge / its height
  Plane wet, sun;                  ///< as in WetGround
  Plane steep, coast_m;            ///< what limits are stated in: rise over run, distance to the sea
  std::vector<size_t> biomes;      ///< fitted_biomes
  std::vector<Plane> field;        ///< noise of each of them
  double field_sd = 1;             ///< joint, without other dice
  std::vector<Plane> own_field{};  ///< without the dice of rows of `rerolls`; empty: the same
  Mask rolled{};                   ///< cells where those dice count; empty: none
};
/// The inputs of the layer before rows of `rerolls` move it.
BiomeInputs without_rolls(const BiomeInputs& inputs);
BiomeInputs survey_biomes(const ZoneBlocks& blocks, const BiomeGround& ground, const Template& tmpl,
                          const SeedBundle& seeds);

/// The noise of some biomes at every slot.
std::vector<Plane> biome_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                               const SeedBundle& seeds, const std::vector<size_t>& biomes);

/// Biomes that take no part in the natural fit, and their noise.
struct MoreBiomes {
  std::vector<size_t> biomes;
  std::vector<Plane> field;
};
/// A plane of every biome, and their joint standard deviation.
struct BiomeScores {
  std::vector<Plane> plane;
  double sd = 1;  ///< of the natural inputs' own planes, before limits have their price
};
/// The scores F_k / sd_F + modes.ground prior_k / sd_P of the inputs' biomes, each minus its mean over the
/// land, on the given slots. Those of `more` come after them; sd_F and sd_P are of the inputs' alone. With
/// `shaped` noise and priors are of these inputs, measured as the natural ones: sds and means are those of
/// `inputs`.
BiomeScores biome_scores(const ZoneBlocks& blocks, const BiomeInputs& inputs, const Template& tmpl,
                         const Raster<float>& calibrated_danger, const MoreBiomes& more = {},
                         const BiomeInputs* shaped = nullptr);

/// Where a biome may be: one of its limits as the fit reads it.
struct PricedLimit {
  std::string_view measure;  ///< "height", "slope", "coast_m" or "wet"
  Plane BiomeInputs::*values = nullptr;
  float low = 0, high = 0;
  float unit = 1;  ///< what lies one unit beyond costs kLimitPrice_sd
  BiomeLimit stated{};
};
/// The limits that a row states, in the order above. `scale`: frame_factor of the template.
std::vector<PricedLimit> limits_of(const BiomeRow& row, double scale);
inline constexpr float kLimitPrice_sd = 3;
/// How far a value lies beyond a limit, in units; 0 within it.
inline float excess(const PricedLimit& limit, float value) {
  return std::max({limit.low - value, value - limit.high, 0.0F}) / limit.unit;
}
/// The price of lying so many units beyond all limits together, in sd: it grows more slowly from 6 sd on, and
/// has no end, so that what gives way first is what lies nearest to the limits.
inline float limit_price_sd(float excess_units) {
  constexpr float kSteep_sd = 6, kBeyond = 0.15F;
  const float price = kLimitPrice_sd * excess_units;
  return price < kSteep_sd ? price : kSteep_sd + kBeyond * (price - kSteep_sd);
}
/// Takes the price of their limits off the planes of these biomes.
void price_limits(const BiomeInputs& terrain, const Template& tmpl, const std::vector<size_t>& biomes,
                  BiomeScores& scores);

/// The winner's score / sd at every cell; `plane_of` a biome.
Raster<float> biome_field(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                          const std::vector<size_t>& plane_of, const Raster<uint8_t>& code, double sd);

/// The stack of the one-field mode, tag "biome".
Raster<float> strict_biome_field(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds);

inline constexpr double kBiomeMboSigma_m = 46.875;
inline constexpr double kBiomeJump_sd = 0.6;     ///< of an MBO step
inline constexpr double kAbsentBiome_sd = -100;  ///< offset of a class that the template does not want

/// More components than this read as confetti.
size_t most_biome_pieces(size_t biomes, size_t regions);

/// despeckle_and_repair; while more than `most_pieces` components remain, again with a larger least area (a
/// few times at most). A step after which the worst zone misses more than before is taken back.
RepairResult repair_into_few_pieces(Raster<uint8_t>& code, RepairTask task, size_t most_pieces);

}  // namespace fw
