#pragma once

#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"

namespace fw {

/// Every view of the hand that is on and lies on the frame.
std::vector<AuditReport::ViewRow> measure_views(const World& world, const Template& tmpl);

/// The edge of every row of cells whose key says their classes, as a freeze writes them.
std::vector<AuditReport::FrozenEdge> measure_frozen_edges(const World& world, const Template& tmpl);

}  // namespace fw
