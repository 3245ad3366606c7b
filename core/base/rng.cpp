#include "core/base/rng.h"

#include <cmath>
#include <numbers>

#include "core/base/exact_math.h"

namespace fw {

double random_normal(uint64_t substream, uint64_t counter) {
  const double u = random_uniform(substream, 2 * counter);
  const double v = random_uniform(substream, 2 * counter + 1);
  return std::sqrt(-2.0 * exact::log(u)) * exact::sincos(2.0 * std::numbers::pi * v).cos;
}

}  // namespace fw
