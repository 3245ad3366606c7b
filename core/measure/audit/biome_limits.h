#pragma once

#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Of every biome with limits: all of them together, then each.
std::vector<AuditReport::BiomeLimitRow> measure_biome_limits(const World& world);

/// biome_outside_limits of every biome of which 1 % or more lies beyond its limits; a warning from 5 % on.
Findings tell_biome_limits(const World& world, const Template& tmpl);

}  // namespace fw
