#pragma once

#include <optional>
#include <vector>

#include "core/world/regions/regions_plan.h"

namespace fw {

/// The parts of split_neutral() after the neutral ground and the rest of every ground piece were smoothed as
/// regions are, each in one piece, with the cells of neutral ground exact: what is drawn inside them moves no
/// border between them. Nothing where a part has cells but no room for its regions, or where neutral ground
/// is no part of its own (`border`, `spread`, none).
std::optional<std::vector<RegionPart>> settle_groups(const Template& tmpl, const Raster<uint8_t>& plan,
                                                     double smooth_m, const std::vector<RegionPart>& parts);

}  // namespace fw
