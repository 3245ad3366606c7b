#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/world/world.h"
#include "core/world/land/island.h"

namespace fw {

/// A mix that a row of hand.regions states.
struct StatedMix {
  RegionMix mix;
  std::string row;  ///< its id
};

/// Where a region comes from: its centre began at the anchor, which a change of the outline moves a little.
struct RegionAnchor {
  uint64_t id = 0;   ///< of its random numbers: luck of its tier, name
  Vec2 at_m;         ///< where its centre began; codes go by it
  double cells = 0;  ///< of the plan that it is to hold
};

/// What the designer paints of the factions, where borders of regions are those of the factions: row of the
/// factions + 1, 0 = none. Cores are decided, wants taken as far as shares allow.
struct OwnerPaint {
  Raster<uint8_t> plan_core, plan_want;  ///< on the plan grid
  Raster<uint8_t> core;                  ///< on the raster
};

/// Administrative regions: a code raster and one row per region with neutral flag, area, centre, tier, owner;
/// names are set by name_regions (core/world/places/name_lists.h). Decisions (centres, weights, order) are taken
/// on a fixed plan grid, so any raster resolution shows the same regions.
struct RegionMap {
  Raster<uint8_t> code;         ///< 1-based; 0 at sea
  std::vector<Region> regions;  ///< neutral first, then controllable, each north to south by anchors
  Raster<uint8_t> plan_code;    ///< the same regions on the plan grid; empty = resample `code` when needed
  std::vector<RegionAnchor> anchors{};  ///< by region
  /// By region; empty = the designer states none.
  std::vector<std::string> stated_names{};
  std::vector<StatedMix> stated_mixes{};  ///< of some regions, in place of those of the template
  HandTold hand{};                        ///< of the rows of regions
};

/// `paint` is read only where modes.factions is regions; null = none. Ends with Cancelled
/// (core/world/plan/cancel.h) when `progress` says so.
RegionMap make_regions(const Template& tmpl, const SeedBundle& seeds, const Shores& shores,
                       const Progress& progress = {}, const OwnerPaint* paint = nullptr);

/// The ground on the plan grid, where regions are decided: the number of the piece by cell.
Raster<uint8_t> plan_ground(const Template& tmpl, const Shores& shores);

/// Partition of unity w_r(x) = G_sigma 1_r / sum_s G_sigma 1_s on the main island, 0 elsewhere.
RegionWeights region_weights(const RegionMap& map, double sigma_m);

}  // namespace fw
