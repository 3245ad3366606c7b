#pragma once

#include <cstdint>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

namespace fw {

/// What is added to heights where ways out of depressions are looked for, so that they bend.
Raster<float> way_ripple(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid);

/// The next cell of every land cell on its way out over unfilled ground, by rising water; the cell itself at
/// an outlet.
Raster<uint32_t> ways_out(const Mask& land, const Raster<float>& height_m, const Raster<float>& ripple_m);

}  // namespace fw
