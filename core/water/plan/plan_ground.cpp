#include "core/water/plan/plan_ground.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "core/field/noise/noise.h"

namespace fw {

double steepness_factor(const Template& tmpl) {
  return std::max(1.0, tmpl.relief.height_max_m / (420 * frame_factor(tmpl)));
}

Raster<float> plan_noise(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                         std::string_view tag, NoiseStack stack) {
  const double scale = frame_factor(tmpl);
  stack.wavelength_m *= scale;
  const NoiseField field =
      bind_noise(stack, derive(seeds.noise_stream(), tag), kShortestWorldOctave_m * scale);
  return noise_raster(field, grid, tmpl.noise.phase);
}

double highest(const Mask& land, const Raster<float>& height_m) {
  float most = 0;
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0) most = std::max(most, height_m[cell]);
  return static_cast<double>(most);
}

void scale_heights(const Mask& land, double maximum, Raster<float>& height_m) {
  const double summit = highest(land, height_m);
  const double scale = summit > 0 ? maximum / summit : 0;
  const double least = std::min(kLeastLand_m, maximum);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    const auto h = static_cast<double>(height_m[cell]);
    height_m[cell] = static_cast<float>(h == summit ? maximum : std::max(h * scale, least));
  }
}

std::string told_place(Vec2 at_m) {
  return rounded_text(std::round(at_m.x)) + ", " + rounded_text(std::round(at_m.y));
}

std::string told_metres(double m) {
  return decimal_text(m, 1) + " m";
}

}  // namespace fw
