#pragma once

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Largest error that passes, as a share; a region of few cells may be off by the one cell of rounding.
inline constexpr double kRegionalMixTolerance = 0.001;
inline constexpr double kPaintedMixTolerance = 0.005;  ///< of a region with paint or a row that it moved
inline constexpr double kIslandMixTolerance = 0.005;

/// Describes in words what the report's figures show to be wrong, and whether the audit passes: all quotas
/// met, no spacing violation, mixes within tolerance. World::findings count too but are not repeated.
struct AuditVerdict {
  Findings findings;
  bool passed = true;
};
AuditVerdict judge_audit(const AuditReport& report, const World& world, const Template& tmpl);

}  // namespace fw
