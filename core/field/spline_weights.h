#pragma once

#include <array>

namespace fw {

/// Weights of the cubic B-spline of the four cells about a place, `t` of the way from the second to the
/// third, [0, 1].
inline std::array<double, 4> spline_weights(double t) {
  const double s = 1 - t;
  return {s * s * s / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * s * s + 3 * s * s * s) / 6,
          t * t * t / 6};
}

}  // namespace fw
