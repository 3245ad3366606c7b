#pragma once

#include <span>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Distance from every point to its nearest other point, in the input's order; +infinity for a single point.
std::vector<double> nearest_neighbour_m(std::span<const Vec2> points);

/// Observed against required spacing of every class with at least two points: resources, wildlife, enemy
/// families, landmark kinds by the spacing their ledger finally used; then rarities from the second.
std::vector<AuditReport::Spacing> measure_spacing(const World& world, const Template& tmpl);

/// A distance this much below its bound is rounding, not a violation.
inline constexpr double kSpacingTolerance_m = 0.0005;

}  // namespace fw
