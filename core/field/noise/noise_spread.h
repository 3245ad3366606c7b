#pragma once

#include <cmath>

#include "core/field/noise/noise.h"

namespace fw {

/// The standard deviation of a stack's values over a wide plane, a constant: 0.27 sqrt(sum p^2k) / sum p^k
/// (one octave 0.27, two 0.2012 at p = 1/2). What needs a unit spread divides by it.
inline double nominal_sd(const NoiseStack& stack) {
  constexpr double kOneOctave = 0.27;
  double amplitude = 1, sum = 0, squares = 0;
  for (int k = 0; k < stack.octaves; ++k, amplitude *= stack.persistence)
    sum += amplitude, squares += amplitude * amplitude;
  return kOneOctave * std::sqrt(squares) / sum;
}

}  // namespace fw
