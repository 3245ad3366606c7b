#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"

// From what a pointer did to what a row of the hand says. Nothing here knows a window. Lengths in metres of
// the frame.
namespace fw {

/// How far a stroke of that radius may be simplified: 1/32 of it, at least 1 m.
double stroke_tolerance_m(double radius_m);
/// The fewest vertices of the line that keep all of it within the tolerance (Douglas and Peucker 1973); both
/// ends stay.
std::vector<Vec2> simplified(const std::vector<Vec2>& line_m, double tolerance_m);

/// `to`, moved onto the nearest ray from `from` whose direction is a multiple of 15 degrees.
Vec2 straightened(Vec2 from, Vec2 to);
/// Whole 100, 10 or 1 m: the largest step that a pixel hides.
double rounding_step_m(double metres_per_px);
/// To whole multiples of the step.
Vec2 rounded_to(Vec2 place_m, double step_m);

/// The place that a person typed: "x y" in metres of the frame, or "length < angle" from the last place, the
/// angle in degrees clockwise from north. Nothing for other texts.
std::optional<Vec2> typed_place(std::string_view text, const std::optional<Vec2>& last_m);

// WKT of what was drawn, as the file keeps it; "" where that is no shape: a line of one place, an outline of
// under 3 places or without area. More vertices than a shape may have are simplified until they fit.
std::string point_shape(Vec2 place_m);
/// A brush's stroke: a point where the pointer did not move.
std::string stroke_shape(const std::vector<Vec2>& path_m, double radius_m);
std::string line_shape(const std::vector<Vec2>& vertices_m);
std::string polygon_shape(const std::vector<Vec2>& outline_m, double tolerance_m = 0);
/// The shape with every vertex moved; "" for texts that are no shape.
std::string moved_shape(const std::string& wkt, Vec2 by_m);

}  // namespace fw
