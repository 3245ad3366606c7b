#pragma once

#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"

namespace fw {

/// Closed lines where values between cell centres (bilinear) pass `level`, what is higher on their left; what
/// lies outside the frame counts as lower. In scan order of their first cells.
std::vector<std::vector<Vec2>> contour_lines(const Raster<float>& values, float level);

/// Area of a ring: > 0 counter-clockwise.
double ring_area_m2(const std::vector<Vec2>& ring);

}  // namespace fw
