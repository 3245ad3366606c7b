#pragma once

#include <string>
#include <vector>

#include "core/world/regions/regions_internal.h"

// Rows of regions on their way into the plan. Private to hand_regions and hand_regions_exact.

namespace fw {

inline constexpr int kNoRegion = -1;

/// A row that is on, its cells on the ground, and the region it comes to.
struct RegionRowPlan {
  const RegionRow* row = nullptr;
  bool has_place = false;
  bool exactly = false;
  bool neutral = false;         ///< as stated; of exact rows that are natural regions, as these are
  int64_t asked = 0;            ///< cells of its shape on the plan grid
  std::vector<uint32_t> cells;  ///< on the ground, not under later rows
  int region = kNoRegion;       ///< code - 1
  bool owns = false;            ///< its owner may own the region
  std::string suspended{};      ///< why it does nothing
  std::string note{};           ///< why it does less than asked
};

/// The rows that are on. Where shapes lie over each other the later row has the cells.
std::vector<RegionRowPlan> read_region_rows(const Template& tmpl, const Raster<uint8_t>& ground);

/// Exact rows that the plan does not meet draw it anew on what they leave; whether they did. Then more of
/// them than the template has regions do nothing.
bool place_exact_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                         const Progress& progress, std::vector<RegionRowPlan>& rows, RegionPlan& plan);

}  // namespace fw
