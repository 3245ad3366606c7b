#pragma once

#include <cstdint>

namespace fw {

/// sRGB colour, each component in [0, 1].
struct Rgb {
  double r = 0;
  double g = 0;
  double b = 0;

  static constexpr Rgb hex(uint32_t rrggbb) {
    return {((rrggbb >> 16) & 255) / 255.0, ((rrggbb >> 8) & 255) / 255.0, (rrggbb & 255) / 255.0};
  }
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

constexpr Rgb mix(Rgb a, Rgb b, double share_of_b) {
  return {a.r + (b.r - a.r) * share_of_b, a.g + (b.g - a.g) * share_of_b, a.b + (b.b - a.b) * share_of_b};
}

}  // namespace fw
