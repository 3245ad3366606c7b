#pragma once

#include <array>
#include <map>
#include <string>

#include "core/model/world/audit_report.h"

namespace fw {

/// Of key figures by name: 5th, 50th and 95th percentile in the usual worlds of a template.
using UsualRanges = std::map<std::string, std::array<double, 3>>;

/// Puts the ranges beside the report's key figures; figures without a range keep what they have.
void set_usual(AuditReport& report, const UsualRanges& usual);

/// audit.json (docs/formats.md, 5): fixed key order, one row a line, shares in [0, 1], shortest numbers.
std::string audit_json(const AuditReport& report);

}  // namespace fw
