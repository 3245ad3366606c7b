#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/measure/audit/audit.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Cells per class inside every region and over all regions together.
struct ClassCounts {
  int regions = 0;
  int classes = 0;
  std::vector<int64_t> counts;        ///< (regions + 1) rows of `classes`; the last row is the whole
  std::vector<int64_t> region_cells;  ///< cells per region; the last entry is the whole

  int64_t at(int region, int cls) const { return counts[static_cast<size_t>(region * classes + cls)]; }
  int64_t whole(int cls) const { return at(regions, cls); }
  /// The class's share of a region's cells (region = `regions` for the whole); 0 in an empty region.
  double share(int region, int cls) const {
    const int64_t all = region_cells[static_cast<size_t>(region)];
    return all > 0 ? static_cast<double>(at(region, cls)) / static_cast<double>(all) : 0.0;
  }
};

/// Cells by region code (1 .. regions; 0 is left out); the last entry is the whole.
std::vector<int64_t> count_regions(std::span<const uint8_t> region, int regions);

/// Counts class codes (1 .. classes; others count as no class) by region code (1 .. regions; 0 is left out).
ClassCounts count_classes(std::span<const uint8_t> code, std::span<const uint8_t> region, int regions,
                          int classes);

/// Target and actual share of every danger band and biome per region and island, and of every faction
/// island-wide.
std::vector<AuditReport::Mix> measure_mix(const World& world, const Template& tmpl);

/// The share of every row of `report.mix` that paint leaves to meet (docs/hand-paint.md), in their order. It
/// is the target but for the island's rows of painted layers: with `hand.mix` = follow they go with the
/// paint, and so does neutral ground, beside which the owners' shares of the rest stay. `region_cells`: by
/// region name,
/// "" = the whole.
std::vector<double> shares_beside_paint(const AuditReport& report, const Template& tmpl,
                                        const std::map<std::string, int64_t>& region_cells);

/// Tells of a row of the island that it goes with the paint, away from its target.
Finding told_by_hand(const AuditReport::Mix& row, const Template& tmpl);

}  // namespace fw
