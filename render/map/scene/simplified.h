#pragma once

#include <span>
#include <vector>

#include "core/base/geometry.h"

namespace fw {

/// Which vertices of a line stay when those whose triangle with their neighbours has less than that area are
/// left out, the least first (Visvalingam and Whyatt 1993). Both ends stay; of a closed line at least three.
/// The area's unit is that of the line.
std::vector<bool> kept_vertices(std::span<const Vec2> line, double least_area, bool closed = false);
/// The line with those alone.
std::vector<Vec2> simplified(std::span<const Vec2> line, double least_area, bool closed = false);

}  // namespace fw
