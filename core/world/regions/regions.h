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
/// factions + 1, 0 = none. Cores are decided, wants taken as far as shares allow. On the plan grid.
struct OwnerPaint {
  Raster<uint8_t> core, want;
};

/// Administrative regions: a code raster and one row per region with neutral flag, area, centre, tier, owner;
/// names are set by name_regions (core/world/places/name_lists.h). Decisions (centres, weights, order) are
/// taken on a fixed plan grid, so any raster resolution shows the same regions.
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

/// Regions on the plan grid, in the order of their codes.
struct RegionPlan {
  Raster<uint8_t> code;
  Template counted;                     ///< the template with the numbers of regions that are there
  std::vector<RegionAnchor> anchors{};  ///< by region
  std::vector<size_t> owner{};          ///< by region: row of the factions; of neutral ones the neutral row
  bool natural = true;                  ///< no row of the hand changed a cell
  bool redrawn = false;                 ///< rows drew regions anew or made one neutral: codes are new
  Mask held{};                          ///< cells that rows keep in their region; empty = none
  Mask exact{};                         ///< those of rows that are exactly their region; empty = none
  // By region; empty = the designer says nothing.
  std::vector<std::string> names{};
  std::vector<std::optional<Faction>> owners{};
  std::vector<StatedMix> mixes{};
  HandTold told{};

  int neutral() const;
  int count() const;
};

/// The regions on the plan grid with their owners and all that the designer states of them. `ground`: the
/// number of the piece by cell (Shores::plan). `paint` is read only where modes.factions is regions; null =
/// none. Ends with Cancelled (core/world/plan/cancel.h) when `progress` says so.
RegionPlan plan_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                        const OwnerPaint* paint, const Progress& progress);

/// The plan's regions on the grid of the shores; `painted` = OwnerPaint::core there, empty = none.
RegionMap make_regions(const Template& tmpl, const SeedBundle& seeds, const Shores& shores,
                       const RegionPlan& plan, const Raster<uint8_t>& painted);
/// Both steps, without paint.
RegionMap make_regions(const Template& tmpl, const SeedBundle& seeds, const Shores& shores,
                       const Progress& progress = {});

/// Partition of unity w_r(x) = G_sigma 1_r / sum_s G_sigma 1_s on the main island, 0 elsewhere.
RegionWeights region_weights(const RegionMap& map, double sigma_m);

}  // namespace fw
