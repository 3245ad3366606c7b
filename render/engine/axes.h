#pragma once

#include <array>
#include <string_view>

namespace fw {

/// A place in a target's numbers, or in the world's frame: x east, y north, z up, metres.
struct Place3 {
  double x = 0, y = 0, z = 0;
};

/// One row of the table of axes (docs/export.md, 3): how a target's numbers come from the frame's.
struct TargetAxes {
  std::string_view target;
  std::array<std::array<double, 3>, 3> turn;    ///< target axis by frame axis, before the scale
  std::array<std::array<double, 2>, 3> origin;  ///< shares of the frame's width and height, added to x, y
  double unit_m;                                ///< metres of a unit; 0: pixels, as many as a tile has
};

/// The row of a target of kExportTargetSlugs.
const TargetAxes& axes_of(std::string_view target);

/// The 3 x 4 matrix from (x, y, z, 1) to a target's numbers, row by row.
struct ToTarget {
  std::array<std::array<double, 4>, 3> m{};

  Place3 operator()(const Place3& p) const {
    const auto row = [&](size_t k) { return m[k][0] * p.x + m[k][1] * p.y + m[k][2] * p.z + m[k][3]; };
    return {row(0), row(1), row(2)};
  }
};
/// `pixels_per_m` is read for a target of pixels alone.
ToTarget to_target(const TargetAxes& axes, double frame_width_m, double frame_height_m,
                   double pixels_per_m = 1);

}  // namespace fw
