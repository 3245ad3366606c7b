#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fw {

/// Which of the candidates (rows of equal length) to keep so that they differ: the first, then always the one
/// farthest from those kept (k-centre, Gonzalez 1985); of equally far ones the earlier. Distances are
/// Euclidean; a NaN counts as the column's mean. Returns at most `keep` numbers of rows, in the order of
/// choice.
std::vector<size_t> choose_apart(std::span<const std::vector<double>> candidates, size_t keep);

/// The least distance between two of the rows; infinite for fewer than two.
double least_distance(std::span<const std::vector<double>> rows);

}  // namespace fw
