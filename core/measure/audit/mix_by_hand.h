#pragma once

#include <vector>

#include "core/measure/audit/audit.h"

namespace fw {

/// The share of every row of `report.mix` that paint leaves to meet (docs/hand-paint.md), in their order. It
/// is the target but for rows of the island: with `hand.mix` = follow they go with the paint, and so does
/// neutral ground, beside which the owners' shares of the rest stay.
std::vector<double> shares_beside_paint(const AuditReport& report, const World& world, const Template& tmpl);

/// Tells the island's mixes that go with the paint farther from their targets than the island's tolerance:
/// one finding a layer, for the class with the largest error.
Findings tell_mixes_by_hand(const AuditReport& report, const std::vector<double>& beside,
                            const Template& tmpl);

}  // namespace fw
