#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/world/regions/regions.h"
#include "core/world/regions/regions_power.h"

namespace fw {

/// Cells with coordinates bent by the border noise, and how many regions they hold.
struct RegionPart {
  std::vector<uint32_t> cell;
  std::vector<double> x, y;
  int regions = 0;
  size_t first_label = 1;
  int among = 0;           ///< so many of the regions, far from one another, are neutral ...
  size_t among_label = 1;  ///< ... with consecutive labels from this one ...
  double among_area = 1;   ///< ... and so many times the area of the others
  std::string tag{};       ///< what its sites' random numbers hang on: side, ground piece, group
};

/// The neutral parts, then the controllable ones: on every piece of ground (the values of `plan`) the cells
/// of greatest key towards `regions.neutral_at` are neutral, and the rest is one part, or several on the
/// sides of a border. Neutral regions among the others make a single part of each piece.
std::vector<RegionPart> split_neutral(const Template& tmpl, const SeedBundle& seeds,
                                      const Raster<uint8_t>& plan);

/// One draw of all regions.
struct RegionDraw {
  Raster<uint8_t> labels;             ///< 1..n on the plan's land, neutral ones first; not yet cleaned
  std::vector<RegionAnchor> anchors;  ///< of every label
  std::vector<std::vector<PowerCentre>> centres{};  ///< of every part, after the last step
};

/// `attempt` salts the parts' sub-streams.
RegionDraw draw_regions(const std::vector<RegionPart>& parts, const SeedBundle& seeds, int attempt,
                        const GridSpec& plan);

/// Runs the last steps of a draw's power diagrams again, their centres where they are, until the regions come
/// to hold `cells` of the plan (by label - 1; in every part only their proportions count). The labels are not
/// yet cleaned; the anchors say what each region is to hold now.
void change_areas(const std::vector<RegionPart>& parts, const std::vector<double>& cells,
                  const GridSpec& plan, RegionDraw& drawn);

}  // namespace fw
