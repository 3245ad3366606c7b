#include "core/water/drainage/rain.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/field/quantile/quantile.h"
#include "core/water/plan/plan_ground.h"

namespace fw {
namespace {

constexpr double kHeightSigma_m = 400;
constexpr double kLeastRain = 0.3, kMostRain = 2.2;
constexpr double kNoise_sd = 0.2;
constexpr double kYear_s = 31557600;
constexpr double kWidth_m = 6.7;  // of a channel of 1 m^3/s (Leopold and Maddock 1953)
constexpr double kDepth = 0.27, kDepthExponent = 0.8;
constexpr double kSource_m2 = 0.12e6;

}  // namespace

Raster<float> make_rain(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                        const Raster<float>& height_m) {
  const double sigma_m = kHeightSigma_m * frame_factor(tmpl);
  const Raster<float> rank = rank_on(masked_gaussian(height_m, land, gaussian(land, sigma_m), sigma_m), land);
  const NoiseStack& stack = tmpl.noise.rain;
  const std::string_view tag = stack.seed_of.empty() ? std::string_view("rain") : stack.seed_of;
  Raster<float> rain =
      noise_raster(bind_noise(stack, derive(seeds.noise_stream(), tag)), land.grid, tmpl.noise.phase);
  double sum = 0;
  int64_t cells = 0;
  for (size_t cell = 0; cell < land.size(); ++cell) {
    const double z = static_cast<double>(rain[cell]) / kNoise_sd;
    const double high = static_cast<double>(rank[cell]) - 0.5;
    const double r =
        std::clamp(1 + tmpl.water.rain_noise * z + tmpl.water.rain_height * high, kLeastRain, kMostRain);
    rain[cell] = land[cell] != 0 ? static_cast<float>(r) : 0;
    sum += static_cast<double>(rain[cell]);
    cells += land[cell];
  }
  if (cells == 0) return rain;
  const auto scale = static_cast<float>(static_cast<double>(cells) / sum);
  for (float& r : rain.cells) r *= scale;
  return rain;
}

double discharge_of(const Template& tmpl, double weighted_m2) {
  return tmpl.water.runoff_mm / 1000 * weighted_m2 / kYear_s;
}

double channel_width_m(const Template& tmpl, double discharge_m3_s) {
  return tmpl.water.width_scale * kWidth_m * std::sqrt(discharge_m3_s);
}

double channel_depth_m(double width_m) {
  return kDepth * exact::pow(width_m, kDepthExponent);
}

double source_m2(const Template& tmpl) {
  const double scale = frame_factor(tmpl);
  return tmpl.water.source_km2 > 0 ? tmpl.water.source_km2 * 1e6 : kSource_m2 * scale * scale;
}

}  // namespace fw
