#include "core/world/layers/biomes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/water/plan/plan_ground.h"
#include "core/world/dice/rerolls.h"
#include "core/world/land/stacks.h"

namespace fw {
namespace {

constexpr double kHeightSigma_m = 31.25;
constexpr double kSlopeSigma_m = 93.75;
// One unit beyond a limit; that of the coast for a frame of 8 km.
constexpr float kHeightUnit = 0.05F, kSlopeUnit = 0.04F, kWetUnit = 0.1F;
constexpr double kCoastUnit_m = 60;

/// The terrain prior of a biome on some slots (docs/world.md, 4.3); the biome's own constants are read before
/// the loops.
FW_VECTOR_CLONES void fill_prior(const BiomePrior& prior, const BiomeInputs& inputs, const Plane& danger,
                                 size_t begin, size_t end, float* to) {
  const BiomePrior row = prior;
  const float *height = inputs.height.data(), *slope = inputs.slope.data(), *coast = inputs.coast.data(),
              *south = inputs.south.data(), *calibrated = danger.data(), *wet = inputs.wet.data(),
              *sun = inputs.sun.data();
  for (size_t i = begin; i < end; ++i)
    to[i] = row.constant + row.height * height[i] + row.slope * slope[i] + row.coast * coast[i] +
            row.south * south[i] + row.danger * calibrated[i];
  if (row.mid_height != 0)
    for (size_t i = begin; i < end; ++i) to[i] += row.mid_height * std::fabs(height[i] - 0.5F);
  if (row.wet != 0)
    for (size_t i = begin; i < end; ++i) to[i] += row.wet * wet[i];
  if (row.sun != 0)
    for (size_t i = begin; i < end; ++i) to[i] += row.sun * sun[i];
}

constexpr size_t kTogether = 4096;  // slots whose terrain stays in the cache for all biomes

/// Lowers the scores of some slots by the price of the limits.
FW_VECTOR_CLONES void take_price(const std::vector<PricedLimit>& limits, const BiomeInputs& terrain, float sd,
                                 size_t begin, size_t end, float* score) {
  std::array<float, kTogether> beyond{};
  for (const PricedLimit& limit : limits) {
    const float* values = (terrain.*limit.values).data() + begin;
    for (size_t i = 0; i < end - begin; ++i) beyond[i] += excess(limit, values[i]);
  }
  for (size_t i = begin; i < end; ++i) score[i] -= sd * limit_price_sd(beyond[i - begin]);
}

NoiseField noise_of_biome(const Template& tmpl, const SeedBundle& seeds, size_t k) {
  return layer_noise(tmpl.vocabulary, seeds, "biome", tmpl.noise.biome, k, tmpl.vocabulary.biomes[k].id);
}

/// Without the dice of rows of `rerolls`.
std::vector<Plane> own_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                             const SeedBundle& seeds, const std::vector<size_t>& biomes) {
  std::vector<Plane> out(biomes.size());
  parallel_for(out.size(), 1, [&](size_t i, size_t) {
    out[i] = gather_noise(blocks, noise_of_biome(tmpl, seeds, biomes[i]), grid, tmpl.noise.phase);
  });
  return out;
}

/// Mixes those dice in.
void roll_noise(const ZoneBlocks& blocks, const FieldDice& dice, const Template& tmpl,
                const std::vector<size_t>& biomes, std::vector<Plane>& planes) {
  parallel_for(planes.size(), 1, [&](size_t i, size_t) {
    mix_dice(
        dice, [&](const SeedBundle& of) { return noise_of_biome(tmpl, of, biomes[i]); }, dice.own.grid,
        tmpl.noise.phase, blocks.cell, planes[i]);
  });
}

}  // namespace

Raster<float> strict_biome_field(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds) {
  const NoiseStack& stack = tmpl.noise.biome;
  const std::string tag = stack.seed_of.empty() ? "biome" : stack.seed_of;
  const auto noise_of = [&](const SeedBundle& of) {
    return bind_noise(stack, derive(of.noise_stream(), tag));
  };
  Raster<float> values = noise_raster(noise_of(seeds), grid, tmpl.noise.phase);
  mix_dice(field_dice(tmpl, SeedPart::biomes, seeds, grid), noise_of, grid, tmpl.noise.phase, {},
           values.cells);
  return values;
}

Raster<float> biome_field(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                          const std::vector<size_t>& plane_of, const Raster<uint8_t>& code, double sd) {
  Raster<float> out(code.grid, 0.0F);
  const auto scale = static_cast<float>(1.0 / sd);
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    for (uint32_t i = 0; i < run.count; ++i)
      out[run.cell + i] = score[plane_of[code[run.cell + i] - 1u]][run.slot + i] * scale;
  });
  return out;
}

std::vector<size_t> fitted_biomes(const Template& tmpl) {
  const std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
  std::vector<uint8_t> asked(rows.size(), 0);
  const auto ask = [&](const std::optional<std::vector<double>>& mix) {
    for (size_t k = 0; mix && k < rows.size(); ++k)
      if ((*mix)[k] > 0) asked[k] = 1;
  };
  for (const RegionMix& mix : tmpl.region_mixes) ask(mix.biomes);
  for (const RegionRow& row : tmpl.hand.regions)
    if (row.on) ask(row.biomes);
  std::vector<size_t> fitted;
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k].share > 0 || asked[k] != 0) fitted.push_back(k);
  return fitted;
}

Raster<float> ranked_height(const Raster<float>& height_m) {
  return gaussian(height_m, kHeightSigma_m);
}

Raster<float> ranked_slope(const Raster<float>& slope) {
  return gaussian(slope, kSlopeSigma_m);
}

ReliefRanks rank_relief(const Mask& land, const Raster<float>& height_m, const Raster<float>& slope,
                        const Raster<float>& coast_m) {
  ReliefRanks out;
  parallel_invoke({[&] { out.height = rank_on(ranked_height(height_m), land); },
                   [&] { out.slope = rank_on(ranked_slope(slope), land); },
                   [&] { out.coast = rank_on(coast_m, land); }});
  return out;
}

std::vector<Plane> biome_noise(const ZoneBlocks& blocks, const GridSpec& grid, const Template& tmpl,
                               const SeedBundle& seeds, const std::vector<size_t>& biomes) {
  std::vector<Plane> out = own_noise(blocks, grid, tmpl, seeds, biomes);
  roll_noise(blocks, field_dice(tmpl, SeedPart::biomes, seeds, grid), tmpl, biomes, out);
  return out;
}

BiomeInputs survey_biomes(const ZoneBlocks& blocks, const BiomeGround& ground, const Template& tmpl,
                          const SeedBundle& seeds) {
  BiomeInputs out;
  out.height = gather(blocks, ground.ranks.height);
  out.slope = gather(blocks, ground.ranks.slope);
  out.coast = gather(blocks, ground.ranks.coast);
  out.wet = gather(blocks, ground.wet.wet);
  out.sun = gather(blocks, ground.wet.sun);
  out.steep = gather(blocks, ground.slope);
  out.coast_m = gather(blocks, ground.coast_m);
  const GridSpec& grid = ground.coast_m.grid;
  out.south.resize(blocks.slot_count());
  for (size_t i = 0; i < out.south.size(); ++i)
    out.south[i] = static_cast<float>(1.0 - grid.y_of(grid.row_of(blocks.cell[i])) / grid.height_m());
  out.biomes = fitted_biomes(tmpl);
  out.field = own_noise(blocks, grid, tmpl, seeds, out.biomes);
  out.field_sd = joint_moments(blocks, out.field).sd;
  if (const FieldDice dice = field_dice(tmpl, SeedPart::biomes, seeds, grid); !dice.empty()) {
    out.own_field = out.field;
    roll_noise(blocks, dice, tmpl, out.biomes, out.field);
    out.rolled = Mask(grid, 0);
    for (const uint32_t cell : blocks.cell) out.rolled[cell] = dice.mixed_at(cell) ? 1 : 0;
  }
  return out;
}

BiomeScores biome_scores(const ZoneBlocks& blocks, const BiomeInputs& inputs, const Template& tmpl,
                         const Raster<float>& calibrated_danger, const MoreBiomes& more,
                         const BiomeInputs* shaped) {
  const std::vector<BiomeRow>& rows = tmpl.vocabulary.biomes;
  const Plane danger = gather(blocks, calibrated_danger);
  const auto priors = [&](const BiomeInputs& terrain, const std::vector<size_t>& biomes) {
    std::vector<Plane> planes(biomes.size());
    parallel_for(planes.size(), 1, [&](size_t k, size_t) { planes[k].resize(blocks.slot_count()); });
    parallel_for(blocks.slot_count(), kTogether, [&](size_t begin, size_t end) {
      for (size_t k = 0; k < planes.size(); ++k)
        fill_prior(rows[biomes[k]].prior, terrain, danger, begin, end, planes[k].data());
    });
    return planes;
  };
  BiomeScores out{priors(inputs, inputs.biomes)};
  const auto field_scale = static_cast<float>(1.0 / inputs.field_sd);
  const auto prior_scale = static_cast<float>(tmpl.ground_weight / joint_moments(blocks, out.plane).sd);
  const auto combine = [&](const Plane& field, Plane& plane) {
    for (size_t i = 0; i < plane.size(); ++i) plane[i] = field[i] * field_scale + plane[i] * prior_scale;
  };
  const size_t usual = out.plane.size();
  std::vector<float> mean(usual + more.biomes.size());
  const auto settle = [&](const Plane& field, size_t k) {
    combine(field, out.plane[k]);
    mean[k] = plane_mean(blocks, out.plane[k]);
    for (float& v : out.plane[k]) v -= mean[k];
  };
  parallel_for(usual, 1, [&](size_t k, size_t) { settle(inputs.field[k], k); });
  out.sd = joint_moments(blocks, out.plane).sd;
  for (Plane& plane : priors(inputs, more.biomes)) out.plane.push_back(std::move(plane));
  parallel_for(more.biomes.size(), 1, [&](size_t k, size_t) { settle(more.field[k], usual + k); });
  if (shaped == nullptr) return out;
  out.plane = priors(*shaped, inputs.biomes);
  for (Plane& plane : priors(*shaped, more.biomes)) out.plane.push_back(std::move(plane));
  parallel_for(out.plane.size(), 1, [&](size_t k, size_t) {
    combine(k < usual ? shaped->field[k] : more.field[k - usual], out.plane[k]);
    for (float& v : out.plane[k]) v -= mean[k];
  });
  return out;
}

std::vector<PricedLimit> limits_of(const BiomeRow& row, double scale) {
  constexpr float kFree = std::numeric_limits<float>::infinity();
  std::vector<PricedLimit> out;
  const auto add = [&](std::string_view measure, const BiomeLimit& limit, Plane BiomeInputs::*values,
                       float unit) {
    if (!limit.stated()) return;
    out.push_back({measure, values, limit.min ? static_cast<float>(*limit.min) : -kFree,
                   limit.max ? static_cast<float>(*limit.max) : kFree, unit, limit});
  };
  add("height", row.only.height, &BiomeInputs::height, kHeightUnit);
  add("slope", row.only.slope, &BiomeInputs::steep, kSlopeUnit);
  add("coast_m", row.only.coast_m, &BiomeInputs::coast_m, static_cast<float>(kCoastUnit_m * scale));
  add("wet", row.only.wet, &BiomeInputs::wet, kWetUnit);
  return out;
}

void price_limits(const BiomeInputs& terrain, const Template& tmpl, const std::vector<size_t>& biomes,
                  BiomeScores& scores) {
  const auto sd = static_cast<float>(scores.sd);
  parallel_for(biomes.size(), 1, [&](size_t k, size_t) {
    const std::vector<PricedLimit> limits = limits_of(tmpl.vocabulary.biomes[biomes[k]], frame_factor(tmpl));
    Plane& plane = scores.plane[k];
    for (size_t begin = 0; begin < plane.size() && !limits.empty(); begin += kTogether)
      take_price(limits, terrain, sd, begin, std::min(begin + kTogether, plane.size()), plane.data());
  });
}

BiomeInputs without_rolls(const BiomeInputs& inputs) {
  BiomeInputs own = inputs;
  own.field = std::move(own.own_field);
  own.own_field.clear();
  own.rolled = {};
  return own;
}

}  // namespace fw
