#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// Share of the mask's cells whose centre has a site within the radius: the value that uniform points on the
/// mask would have.
double expected_share_within(const Mask& mask, std::span<const Vec2> sites, double radius_m);

/// The ids of the bands with that column, joined by "_": "red_black".
std::string band_names(const Vocabulary& vocabulary, bool BandRow::*column);
/// Whether a kind's rules read that measure (core/model/template/site_measures.h).
bool reads_measure(const LandmarkRow& kind, std::string_view measure);

/// Rows of point kinds near each other, each share with the value of uniform points on the same area.
std::vector<AuditReport::Colocation> measure_colocation(const World& world, const Template& tmpl);

}  // namespace fw
