#pragma once

#include <cmath>

#include "core/base/geometry.h"

namespace fw {

/// Nearest whole millimetre, ties upwards.
inline double to_millimetres(double metres) {
  return std::floor(metres * 1000 + 0.5) / 1000;
}
inline Vec2 to_millimetres(Vec2 at_m) {
  return {to_millimetres(at_m.x), to_millimetres(at_m.y)};
}

}  // namespace fw
