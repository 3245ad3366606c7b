#include "core/world/fit/sinkhorn.h"

#include <algorithm>
#include <cmath>

namespace fw {

MixMatrix sinkhorn(const MixMatrix& kernel, const std::vector<double>& row_sums,
                   const std::vector<double>& column_sums) {
  constexpr int kRounds = 2000;
  const size_t rows = row_sums.size();
  const size_t columns = column_sums.size();
  std::vector<double> u(rows, 1.0);
  std::vector<double> v(columns, 1.0);
  for (int round = 0; round < kRounds; ++round) {
    double change = 0;
    for (size_t k = 0; k < columns; ++k) {
      double s = 0;
      for (size_t r = 0; r < rows; ++r) s += u[r] * kernel[r][k];
      const double next = s > 0 ? column_sums[k] / s : 0.0;
      change = std::max(change, std::fabs(next - v[k]) / std::max(next, 1e-300));
      v[k] = next;
    }
    for (size_t r = 0; r < rows; ++r) {
      double s = 0;
      for (size_t k = 0; k < columns; ++k) s += kernel[r][k] * v[k];
      u[r] = s > 0 ? row_sums[r] / s : 0.0;
    }
    if (change < 1e-14) break;
  }
  MixMatrix out(rows, std::vector<double>(columns, 0.0));
  for (size_t r = 0; r < rows; ++r)
    for (size_t k = 0; k < columns; ++k) out[r][k] = u[r] * kernel[r][k] * v[k];
  return out;
}

}  // namespace fw
