#pragma once

#include <string>
#include <string_view>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

// What all steps of the plan share.
namespace fw {

/// Lengths of these pages are for a frame of 8 km and grow with it.
inline double frame_factor(const Template& tmpl) {
  return tmpl.frame.longer_m() / 8000;
}
/// How much steeper the relief is than that of a frame of 8 km with heights of 420 m; at least 1.
double steepness_factor(const Template& tmpl);
/// Least height of land, m.
inline constexpr double kLeastLand_m = 0.3;

/// A noise of these pages at the cells of a grid: wavelength for a frame of 8 km, lacunarity 2.
Raster<float> plan_noise(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                         std::string_view tag, NoiseStack stack);

/// The largest value on the land; 0 without land.
double highest(const Mask& land, const Raster<float>& height_m);

/// Multiplies the land's heights so that the largest is exactly `maximum`; none falls below kLeastLand_m.
void scale_heights(const Mask& land, double maximum, Raster<float>& height_m);

/// A place, in whole metres, and a length, as what is told of waters by hand names them.
std::string told_place(Vec2 at_m);
std::string told_metres(double m);

}  // namespace fw
