#pragma once

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Measures a world against its template. Numbers come from the world's rasters and points alone.
AuditReport audit(const World& world, const Template& tmpl);

}  // namespace fw
