#include "core/model/template/template.h"

#include <algorithm>
#include <cmath>

namespace fw {

Template::Template() = default;
Template::Template(const Template&) = default;
Template::Template(Template&&) noexcept = default;
Template& Template::operator=(const Template&) = default;
Template& Template::operator=(Template&&) noexcept = default;
Template::~Template() = default;

PointClass fresh_class(const Vocabulary& vocabulary) {
  PointClass fresh;
  fresh.biome_affinity.assign(vocabulary.biomes.size(), 0.0);
  fresh.danger_affinity.assign(vocabulary.danger.size(), 1.0);
  if (!vocabulary.danger.empty()) fresh.danger_max = static_cast<Danger>(vocabulary.danger.size() - 1);
  return fresh;
}

int neutral_regions(const Template& tmpl) {
  return tmpl.regions.neutral_at == "none" ? 0 : tmpl.regions.neutral;
}

int region_count(const Template& tmpl) {
  return neutral_regions(tmpl) + tmpl.regions.controllable;
}

NoiseStack height_stack(const Template& tmpl) {
  constexpr double kWavelength = 0.446;  // of the frame's shorter side
  NoiseStack stack = tmpl.noise.height;
  if (stack.wavelength_m <= 0) stack.wavelength_m = kWavelength * tmpl.frame.shorter_m() * tmpl.relief.grain;
  return stack;
}

double shore_scale_m(const Template& tmpl) {
  constexpr double kScale = 0.075;  // of the frame's shorter side
  return tmpl.land.scale_m > 0 ? tmpl.land.scale_m : kScale * tmpl.frame.shorter_m();
}

GridSpec frame_grid(const FrameParams& frame, int resolution) {
  GridSpec grid = GridSpec::square(frame.longer_m(), resolution);
  const auto across = [&](double side_m) {
    return std::max(1, static_cast<int>(std::floor(side_m / grid.cell_m + 0.5)));
  };
  grid.columns = across(frame.width_m);
  grid.rows = across(frame.height_m);
  return grid;
}

}  // namespace fw
