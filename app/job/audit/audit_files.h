#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Reads audit.json (core/measure/audit/audit_json.h) back. Errors name `source` and are ErrorKind::io.
Result<AuditReport> read_audit_json(std::string_view text, const std::string& source);

/// audit.csv: header and one row per figure. Columns: section, group (layer, category), class, region,
/// target, actual, error, refused_mask, refused_spacing, refused_density, note. RFC 4180, LF, decimal point.
std::string audit_csv(const AuditReport& report);
/// The same in two parts with leading columns (template, seed), for many worlds in one file.
std::string audit_csv_header(const std::vector<std::string>& leading);
std::string audit_csv_rows(const AuditReport& report, const std::vector<std::string>& leading);

/// The report for a person at a terminal: verdict, then each section with its worst rows first, then
/// findings.
std::string audit_table(const AuditReport& report, bool colour);

}  // namespace fw
