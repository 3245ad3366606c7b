#pragma once

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/world/detail/detail_share.h"

namespace fw {

/// World::detail_m over finished heights (docs/world.md, 2.4), 0 on fixed cells. No height rises above
/// relief.height_max_m, the highest cell keeps its own, none falls below the least height of land.
Raster<float> make_detail(const Template& tmpl, const SeedBundle& seeds, const Raster<float>& height_m,
                          const FixedCells& fixed, FeatureShape ways, FeatureShape pads);

}  // namespace fw
