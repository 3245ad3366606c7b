#pragma once

#include "core/model/world/audit_report.h"
#include "render/geo/attribute_table.h"

namespace fw {

/// audit.json's `mix` and `quota` as tables; a null region is the whole island.
struct AuditAttributes {
  AttributeTable mix, quota;
};
AuditAttributes audit_attributes(const AuditReport& audit);

}  // namespace fw
