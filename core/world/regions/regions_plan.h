#pragma once

#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template.h"

namespace fw {

/// The land cells of one half of the island (neutral north or controllable rest) in warped coordinates.
struct RegionPart {
  int regions = 0;
  std::vector<uint32_t> cell;  ///< plan cells, ascending
  std::vector<double> x, y;    ///< warped position of each cell, m
};

/// The neutral part, then the controllable one: the round(neutral share * land) cells of greatest warped y
/// are neutral.
std::vector<RegionPart> split_neutral(const Template& tmpl, const SeedBundle& seeds, const Mask& plan);

/// One draw of all regions: labels 1..n on the plan's land (neutral part first), not yet cleaned.
/// `attempt` salts the sub-stream "admin#attempt".
Raster<uint8_t> draw_regions(const std::vector<RegionPart>& parts, const SeedBundle& seeds, int attempt,
                             const GridSpec& plan);

}  // namespace fw
