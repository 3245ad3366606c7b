#pragma once

#include <string>

#include "core/base/seed.h"
#include "core/measure/audit/audit_json.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// What a report is about, for its heading.
struct AuditSubject {
  std::string template_name;
  SeedBundle seeds;
  int columns = 0;  ///< of the grid; 0: not stated
  int rows = 0;
};

/// The audit as one page without anything from outside: verdict, findings, and every target with its result
/// as sortable tables with bars, worst rows first. Light and dark. Names are escaped; the same bytes in every
/// locale.
std::string audit_html(const AuditReport& report, const AuditSubject& subject);

}  // namespace fw
