#include "core/model/world/enemy_features.h"

#include <array>
#include <cmath>

#include "core/base/exact/rng.h"

namespace fw {
namespace {

constexpr double kPowerJitter = 0.02;

double to_unit(double value, double unit) {
  return std::floor(value * unit + 0.5) / unit;
}

}  // namespace

std::vector<float> enemy_power(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                               std::span<const uint32_t> cells) {
  const SeedBundle own = seeds.of(SeedPart::points);
  const NoiseField noise = bind_noise(tmpl.noise.feature, derive(own.noise_stream(), "power"));
  const uint64_t jitter = derive(own.place_stream(), "power");
  std::vector<double> x(cells.size()), y(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    const Vec2 centre = grid.centre(cells[i]);
    x[i] = centre.x;
    y[i] = centre.y;
  }
  std::vector<float> power(cells.size());
  sample_noise(noise, x, y, tmpl.noise.phase, power);
  for (size_t i = 0; i < power.size(); ++i)
    power[i] =
        static_cast<float>(static_cast<double>(power[i]) + kPowerJitter * random_uniform(jitter, cells[i]));
  return power;
}

EnemyFeatures enemy_features(const BandRow& band, double hp_factor, double rank) {
  const auto map = [rank](const std::array<double, 2>& range) {
    return range[0] + (range[1] - range[0]) * rank;
  };
  return {to_unit(map(band.hp_mult) * hp_factor, 100), to_unit(map(band.dps_mult), 1000),
          static_cast<int>(std::floor(map(band.level) + 0.5)), to_unit(map(band.loot), 1000),
          to_unit(map(band.respawn_s), 1)};
}

}  // namespace fw
