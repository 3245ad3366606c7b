#pragma once

#include "core/model/audit_report.h"
#include "core/model/template.h"

namespace fw {

/// Measures a world against its template. Numbers come from the world's rasters and points alone.
AuditReport audit(const World& world, const Template& tmpl);

}  // namespace fw
