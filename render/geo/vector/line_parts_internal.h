#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "render/geo/vector/world_lines.h"

// Private to world_lines.cpp, water_lines.cpp and road_lines.cpp.
namespace fw::lines {

/// Kinds of columns.
inline constexpr auto text = AttributeKind::text, real = AttributeKind::real,
                      integer = AttributeKind::integer;

/// Decimals of what the files say in metres and in other units.
inline constexpr int kMetreDecimals = 3, kOtherDecimals = 6;

std::unique_ptr<OGRGeometry> line(std::span<const Vec2> vertices_m, std::span<const float> heights_m = {});
/// Closed rings, the outer one first.
std::unique_ptr<OGRGeometry> polygon(const std::vector<std::vector<Vec2>>& rings_m);
std::unique_ptr<OGRGeometry> place(Vec2 at_m);

Attribute metres(double value);
Attribute number(double value);
/// "[ 1.5, 2.0 ]"
JsonText numbers(std::span<const double> values, int decimals = kMetreDecimals);

/// "river-3": the k-th from 0.
std::string numbered(const char* what, size_t k);
/// Ids of rows that are found by number.
std::string reach_id(const Water& water, size_t reach);
std::string road_id(const World& world, int piece);

LineLayer rivers(const World& world);
LineLayer lakes(const World& world);
LineLayer waterfalls(const World& world);
LineLayer shore(const World& world);
LineLayer roads(const World& world);
LineLayer crossings(const World& world);
LineLayer footprints(const World& world);

}  // namespace fw::lines
