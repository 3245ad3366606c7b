#pragma once

#include "core/world/fit/balance.h"
#include "core/world/regions/regions.h"

namespace fw {

/// The danger stack n alone, in [-1, 1].
Raster<float> danger_stack(const GridSpec& grid, const Template& tmpl, const SeedBundle& seeds);

/// What the bands are cut from: n + .30 sum_r tier_r w_r(500 m) on the main island.
Raster<float> danger_cut_field(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds);

/// The paper's words: every region sorted by its field and cut on its own. `out` receives class + 1.
void cut_regions_strictly(const RegionMap& map, const Raster<float>& field, const ZoneCounts& target,
                          Raster<uint8_t>& out);

/// The danger at which every band begins, 0 for the first, and 1 where the last one ends.
std::vector<double> band_limits(const Vocabulary& vocabulary);

/// The fit of the bands tries gentler smoothings while their seam_score is above this.
inline constexpr double kVisibleBorder = 1.5;

}  // namespace fw
