#pragma once

#include "core/model/world/audit_report.h"

namespace fw {

/// Whether a row of a report is outside its tolerance, so that pages and panels mark it. Quota rows are off
/// if short, those of water, roads and conditions if they say so themselves. Other rows: off if a finding of
/// the report names them, since the audit owns the tolerances.
bool is_off(const AuditReport& report, const AuditReport::Mix& row);
bool is_off(const AuditReport& report, const AuditReport::Quota& row);
bool is_off(const AuditReport& report, const AuditReport::Spacing& row);
bool is_off(const AuditReport& report, const AuditReport::Contiguity& row);
bool is_off(const AuditReport& report, const AuditReport::Seam& row);
bool is_off(const AuditReport& report, const AuditReport::RegionRow& row);
bool is_off(const AuditReport& report, const AuditReport::WaterRow& row);
bool is_off(const AuditReport& report, const AuditReport::RoadRow& row);
bool is_off(const AuditReport& report, const AuditReport::ConditionRow& row);

}  // namespace fw
