#include "core/base/exact/rng.h"

#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"

namespace fw {

namespace {

double box_muller(double u, double v) {
  return std::sqrt(-2.0 * exact::log(u)) * exact::sincos(2.0 * std::numbers::pi * v).cos;
}

}  // namespace

double random_normal(uint64_t substream, uint64_t counter) {
  return box_muller(random_uniform(substream, 2 * counter), random_uniform(substream, 2 * counter + 1));
}

double RandomCursor::normal() {
  const double u = uniform();
  return box_muller(u, uniform());
}

int RandomCursor::poisson(double mean) {
  constexpr double kPiece = 16;  // e^-16 is far from underflow
  int count = 0;
  for (; mean > 0; mean -= kPiece) {
    const double floor = exact::exp(-std::fmin(mean, kPiece));
    for (double product = uniform(); product > floor; product *= uniform()) ++count;
  }
  return count;
}

}  // namespace fw
