#pragma once

#include <vector>

// Private to this room.
namespace fw {

/// In order.
inline double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

inline double eighth_power(double x) {
  const double square = x * x, fourth = square * square;
  return fourth * fourth;
}

}  // namespace fw
