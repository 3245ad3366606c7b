#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "core/model/world/audit_report.h"

namespace fw {

/// Of key figures by name: 5th, 50th and 95th percentile in the usual worlds of a template.
using UsualRanges = std::map<std::string, std::array<double, 3>>;

/// How files write a finding's severity, in the order of Severity.
inline constexpr std::string_view kSeveritySlugs[] = {"info", "warning", "error"};

/// audit.json (docs/formats.md, 5): fixed key order, one row a line, shares in [0, 1], shortest numbers. Key
/// figures stand beside their usual ranges.
std::string audit_json(const AuditReport& report, const UsualRanges& usual = {});

}  // namespace fw
