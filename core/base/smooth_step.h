#pragma once

#include <algorithm>

namespace fw {

/// 0 up to t = 0, 1 from t = 1 on, level at both ends.
inline double smooth_step(double t) {
  const double s = std::clamp(t, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

}  // namespace fw
