#pragma once

#include "core/model/audit_report.h"
#include "core/model/template.h"

namespace fw {

/// Largest error that passes, as a share; a region of few cells is allowed the one cell that rounding takes.
inline constexpr double kRegionalMixTolerance = 0.001;
inline constexpr double kIslandMixTolerance = 0.005;

/// Says in words what the figures of the report show to be wrong, and whether it passes:
/// all quotas met, no spacing violation, mixes within tolerance. What World::findings already tells is judged
/// but not told again.
struct AuditVerdict {
  Findings findings;
  bool passed = true;
};
AuditVerdict judge_audit(const AuditReport& report, const World& world, const Template& tmpl);

}  // namespace fw
