#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/world/hand_told.h"
#include "core/world/regions/regions.h"
#include "core/world/regions/regions_plan.h"

// The steps that make regions on the plan grid. Private to regions and to what the designer draws of them.

namespace fw {

struct RegionShape {
  int64_t cells = 0;
  double x = 0, y = 0;  ///< mean of the cell centres, m
};
std::vector<RegionShape> shapes_of(const Raster<uint8_t>& labels, int count);

/// A draw of the regions on the plan, cleaned, and what it was made of.
struct PlanDraw {
  RegionDraw drawn;
  std::vector<RegionPart> parts;
  bool apart = false;  ///< neutral ground and the rest were cleaned each for itself
};

/// The regions of the template on the plan's ground: draws until the smallest holds enough of what it is to
/// hold, else the one in which it holds clearly most. Labels: neutral ones first, in no order.
PlanDraw draw_plan_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& plan,
                           const Progress& progress);

/// The same draw with regions that hold other numbers of cells (by label - 1), cleaned again.
void change_plan_areas(const Template& tmpl, const Raster<uint8_t>& plan, const std::vector<double>& cells,
                       PlanDraw& draw);

/// Renumbers: neutral labels (1..neutral) first, each group from north to south by their anchors. The new
/// code of every label, by label; `anchors` follow.
std::vector<uint8_t> order_by_anchors(Raster<uint8_t>& labels, std::vector<RegionAnchor>& anchors,
                                      int neutral);

/// Neutral ground holds its share; between the homes of all owners it lies so that every side holds its
/// owner's. `held` cells stay.
void settle_shares(const Template& tmpl, Raster<uint8_t>& labels, int count, const Raster<float>& distance,
                   const Mask& held = {});

/// Pieces of a label that do not hang together with its largest one and hold no held cell go to the nearest
/// label; none goes to an exact one (by label).
void join_cut_off(const Mask& held, const std::vector<uint8_t>& exact, Raster<uint8_t>& labels);

/// A label that lost all its cells gets one back from the largest region.
void revive_lost_labels(Raster<uint8_t>& labels, int count);

}  // namespace fw
