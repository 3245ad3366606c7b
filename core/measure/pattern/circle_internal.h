#pragma once

#include <cstddef>
#include <vector>

#include "core/base/exact/exact_math.h"

// Rotation factors of the spectra; private to this room.
namespace fw {

/// cos and sin of 2 pi k / n for k = 0 .. n - 1.
struct Circle {
  std::vector<double> cos, sin;

  explicit Circle(size_t n) {
    constexpr double kTwoPi = 6.283185307179586;
    for (size_t k = 0; k < n; ++k) {
      const exact::SinCos sc = exact::sincos(kTwoPi * static_cast<double>(k) / static_cast<double>(n));
      cos.push_back(sc.cos);
      sin.push_back(sc.sin);
    }
  }
};

}  // namespace fw
