#pragma once

#include <vector>

namespace fw {

/// One row per region, one column per class.
using MixMatrix = std::vector<std::vector<double>>;

/// The matrix diag(u) K diag(v) with the given row and column sums (Sinkhorn and Knopp 1967): at most 2000
/// rounds of columns then rows, so rows are exact and columns as near as the zeros of the kernel allow.
MixMatrix sinkhorn(const MixMatrix& kernel, const std::vector<double>& row_sums,
                   const std::vector<double>& column_sums);

}  // namespace fw
