#include "core/world/land/coast_index.h"

#include <cmath>
#include <numbers>

namespace fw {

double coast_index(const Mask& land) {
  const GridSpec& g = land.grid;
  const auto at = [&](int column, int row) { return g.contains(column, row) && land.at(column, row) != 0; };
  int64_t cells = 0, straight = 0, diagonal = 0;
  for (int row = -1; row < g.rows; ++row)
    for (int column = -1; column <= g.columns; ++column) {
      const bool here = at(column, row);
      cells += here;
      straight += here != at(column + 1, row);
      straight += here != at(column, row + 1);
      diagonal += here != at(column + 1, row + 1);
      diagonal += here != at(column - 1, row + 1);
    }
  if (cells == 0) return 0;
  const double perimeter =
      std::numbers::pi / 8 *
      (static_cast<double>(straight) + static_cast<double>(diagonal) / std::numbers::sqrt2);
  return perimeter / (2 * std::sqrt(std::numbers::pi * static_cast<double>(cells)));
}

}  // namespace fw
