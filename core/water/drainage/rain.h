#pragma once

#include <vector>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

namespace fw {

/// Rain over the land, mean 1 (docs/water.md, 4): more on high ground, varied by noise.rain; 0 elsewhere.
Raster<float> make_rain(const Template& tmpl, const SeedBundle& seeds, const Mask& land,
                        const Raster<float>& height_m);

/// Mean discharge of a catchment weighted by rain, m^3/s.
double discharge_of(const Template& tmpl, double weighted_m2);
/// Channel width for a discharge, m.
double channel_width_m(const Template& tmpl, double discharge_m3_s);
/// Depth of the water in a channel of that width, m.
double channel_depth_m(double width_m);
/// The catchment, weighted by rain, at which a river begins.
double source_m2(const Template& tmpl);

}  // namespace fw
