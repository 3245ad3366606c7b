#pragma once

#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

namespace fw {

/// Land cells that are drawn into regions of their own, in warped coordinates.
struct RegionPart {
  int regions = 0;
  size_t first_label = 1;      ///< of consecutive ones
  std::vector<uint32_t> cell;  ///< plan cells, ascending
  std::vector<double> x, y;    ///< warped position of each cell, m
  int among = 0;               ///< so many of the regions, far from one another, are neutral ...
  size_t among_label = 1;      ///< ... with consecutive labels from this one ...
  double among_area = 1;       ///< ... and so many times the area of the others
};

/// The neutral parts, then the controllable ones: on every piece of ground (the values of `plan`) the cells
/// of its share of the neutral ground, by regions.neutral_at, and the rest. The round(neutral share * land)
/// cells farthest towards neutral_at are neutral; with "spread" the parts hold both. Every part has a region.
std::vector<RegionPart> split_neutral(const Template& tmpl, const SeedBundle& seeds,
                                      const Raster<uint8_t>& plan);

/// One draw of all regions: labels 1..n on the plan's land (neutral part first), not yet cleaned.
/// `attempt` salts the sub-stream "admin#attempt".
Raster<uint8_t> draw_regions(const std::vector<RegionPart>& parts, const SeedBundle& seeds, int attempt,
                             const GridSpec& plan);

}  // namespace fw
