#pragma once

#include "core/model/audit_report.h"

namespace fw {

/// Whether a row of a report is outside its tolerance: where a page and a panel mark it. Counts speak for
/// themselves; of everything else a row is off where a finding of the report says so, since the tolerances
/// are the audit's.
bool is_off(const AuditReport& report, const AuditReport::Mix& row);
bool is_off(const AuditReport& report, const AuditReport::Quota& row);
bool is_off(const AuditReport& report, const AuditReport::Spacing& row);
bool is_off(const AuditReport& report, const AuditReport::Contiguity& row);
bool is_off(const AuditReport& report, const AuditReport::Seam& row);
bool is_off(const AuditReport& report, const AuditReport::RegionRow& row);

}  // namespace fw
