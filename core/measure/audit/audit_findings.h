#pragma once

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Describes in words what the report's figures show to be wrong, and whether the audit passes: all quotas
/// met, no spacing violation, mixes within tolerance. World::findings count too but are not repeated.
struct AuditVerdict {
  Findings findings;
  bool passed = true;
};
AuditVerdict judge_audit(const AuditReport& report, const World& world, const Template& tmpl);

}  // namespace fw
