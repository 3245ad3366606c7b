#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/measure/audit/audit.h"

namespace fw {

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
