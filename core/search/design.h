#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fw {

// Designs of experiments: points of the unit cube, a coordinate in [0, 1] for each parameter. The same points
// for the same arguments on every machine. docs/sweep.md says which to take.

using UnitPoint = std::vector<double>;

/// Every combination of counts[k] even steps from 0 to 1 (one step: 0.5); the last coordinate runs fastest.
std::vector<UnitPoint> grid_design(std::span<const size_t> counts);
/// The number of its points; 0 where it is more than `most`.
size_t grid_size(std::span<const size_t> counts, size_t most);

/// Latin hypercube: in every coordinate each of `samples` equal parts holds the middle of one point;
/// permutations are addressed by `stream`.
std::vector<UnitPoint> lhs_design(size_t dimensions, size_t samples, uint64_t stream);

/// Morris (1991): trajectories of dimensions + 1 points on four levels; from one point to the next one
/// coordinate moves by 2/3, in an order and from a start that `stream` addresses.
std::vector<UnitPoint> morris_design(size_t dimensions, size_t trajectories, uint64_t stream);

/// For Sobol's indices: for each of `samples` pairs of points a, b of Sobol's sequence the points a, b, and a
/// with coordinate k of b for every k; samples * (dimensions + 2) points. At most kMostSobol dimensions.
std::vector<UnitPoint> sobol_design(size_t dimensions, size_t samples);
inline constexpr size_t kMostSobol = 1000;

}  // namespace fw
