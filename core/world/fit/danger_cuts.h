#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world/fit/balance.h"

namespace fw {

/// One blended cut surface t(x) = sum_r w_r(x) theta_r with #{x in r : field > t} = need_r for every region
/// at once.
struct CutProblem {
  const ZoneBlocks& blocks;
  const Plane& field;
  const std::vector<int64_t>& need;
  double sd = 1;         ///< of the field over land
  int64_t may_miss = 0;  ///< cells: a cut is solved when no region is off by more
};

/// theta_r so that exactly need_r cells of region r lie above it when the region is cut on its own.
std::vector<double> own_quantiles(const CutProblem& problem);

/// Newton's method on smoothed counts, for several cuts of one set of blocks side by side; theta[k] ends at
/// the least max over regions of |hard count - need| met, which is returned for every cut. `first_eps` in sd.
std::vector<int64_t> solve_cuts(std::span<const CutProblem> problems, double first_eps, int iterations,
                                std::span<std::vector<double>> theta);

/// field - t per slot and cut, nested: margin[k] is at most margin[k - 1], so that a higher band lies inside
/// the lower one.
void nested_margins(std::span<const CutProblem> problems, std::span<const std::vector<double>> theta,
                    std::span<Plane> margin);

}  // namespace fw
