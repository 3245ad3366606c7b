#pragma once

#include <vector>

#include "core/model/audit_report.h"
#include "core/model/template.h"

namespace fw {

/// The spacing that the lowest rung of the boss and named ladders may fall to, as a share of the template's.
inline constexpr double kBossSpacingFloor = 0.6;
inline constexpr double kNamedSpacingFloor = 5.0 / 7;

/// One row per ledger row, counted from the points themselves, then boss and named (category "rarity").
/// A rarity's reasons count enemies that were not raised: mask = in a band that never holds one, spacing =
/// within the least spacing of a raised one, density = rank too low.
std::vector<AuditReport::Quota> measure_quota(const World& world, const Template& tmpl);

}  // namespace fw
