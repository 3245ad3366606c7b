#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace fw {

/// The least value found and where.
struct Minimum {
  std::vector<double> at;
  double value = 0;
  size_t evaluations = 0;
};

/// Searches the unit cube for a small value by Sbplx (Rowan's subplex, NLopt): from `start`, with a first
/// step of `step` in every coordinate, from the best again until `evaluations` calls of `value` are spent.
/// The same calls for the same arguments. A value that is not finite counts as very large. `value` may stop
/// everything by returning false.
Minimum minimise(const std::vector<double>& start, double step, size_t evaluations,
                 const std::function<bool(const std::vector<double>& at, double& value)>& value);

}  // namespace fw
