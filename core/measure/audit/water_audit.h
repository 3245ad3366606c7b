#pragma once

#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"

namespace fw {

/// Figures of rivers, lakes and ground plans (docs/formats.md, 5); none of what the template does not ask
/// for.
std::vector<AuditReport::WaterRow> measure_water(const World& world, const Template& tmpl);

/// Whether a finding of the generation says why a row is not met.
bool is_told(const World& world, const AuditReport::WaterRow& row);

/// A row for every class of road; empty where the template asks for no network.
std::vector<AuditReport::RoadRow> measure_roads(const World& world);

/// A row for every distance and ground that a class with a quota states, and for classes whose points stand
/// where they may not. Points that pins put somewhere are the designer's.
std::vector<AuditReport::ConditionRow> measure_conditions(const World& world, const Template& tmpl);

/// The rise of a bed from one vertex to the next that counts, metres.
inline constexpr double kRise_m = 0.001;

}  // namespace fw
