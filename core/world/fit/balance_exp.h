#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace fw {

/// e^x for x <= 0 in float from + - * alone (relative error below 2e-6; values below e^-80 become about
/// that), so loops over it vectorise and give the same bits at any SIMD level. For weights that only steer an
/// iteration.
inline float fast_exp_nonpositive(float x) {
  const float t = std::max(x, -80.0F) * 1.44269504F;
  const float n = (t + 12582912.0F) - 12582912.0F;  // round to nearest by the float's own last place
  const float r = t - n;
  const float p =
      1.0F + r * (0.693147182F +
                  r * (0.240226507F + r * (0.0555041087F + r * (0.00961812911F + r * 0.00133335581F))));
  return std::bit_cast<float>(std::bit_cast<int32_t>(p) + (static_cast<int32_t>(n) << 23));
}

}  // namespace fw
