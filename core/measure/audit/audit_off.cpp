#include "core/measure/audit/audit_off.h"

#include <algorithm>

#include "core/measure/audit/audit_findings.h"

namespace fw {
namespace {

bool told(const AuditReport& report, std::string_view code, const std::string& where) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& f) { return f.code == code && f.where == where; });
}

}  // namespace

bool is_off(const AuditReport& report, const AuditReport::Mix& row) {
  // One finding covers all classes of its layer and region. The report does not contain the one-cell
  // tolerance of regions with under 1000 cells.
  const double tolerance = row.region.empty() ? kIslandMixTolerance : kRegionalMixTolerance;
  return row.error > tolerance + 1e-12 &&
         told(report, "mix_error", row.layer + "." + (row.region.empty() ? "island" : row.region));
}

bool is_off(const AuditReport&, const AuditReport::Quota& row) {
  return row.shortfall > 0;
}

bool is_off(const AuditReport& report, const AuditReport::Spacing& row) {
  return told(report, "spacing_violation", row.cls);
}

bool is_off(const AuditReport& report, const AuditReport::Contiguity& row) {
  const std::string where = row.layer + "." + row.cls;
  return told(report, "speck", where) || told(report, "too_many_components", where);
}

bool is_off(const AuditReport& report, const AuditReport::Seam& row) {
  return told(report, "seam_visible", row.layer);
}

bool is_off(const AuditReport& report, const AuditReport::RegionRow& row) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& f) {
    return f.code.starts_with("missing_") && f.where == row.region;
  });
}

bool is_off(const AuditReport&, const AuditReport::WaterRow& row) {
  return !row.met;
}

bool is_off(const AuditReport&, const AuditReport::RoadRow& row) {
  return row.towns_reached < row.towns;
}

bool is_off(const AuditReport&, const AuditReport::ConditionRow& row) {
  return row.violations > 0;
}

}  // namespace fw
