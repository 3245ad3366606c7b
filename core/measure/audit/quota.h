#pragma once

#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// One row per ledger row, counted from the points themselves, then the rarities with a count, the rarest
/// first (category "rarity").
/// A rarity's reasons count enemies that were not raised: mask = in a band that never holds one, spacing =
/// within the least spacing of a raised one, density = rank too low.
std::vector<AuditReport::Quota> measure_quota(const World& world, const Template& tmpl);

}  // namespace fw
