#include "core/world/detail/spline_slopes.h"

#include <algorithm>
#include <cmath>

#include "core/field/spline_weights.h"

namespace fw {
namespace {

/// Weights of the four cells about a position, `t` of the way from the second to the third, and their
/// derivatives.
struct SplineTap {
  int first;  ///< the cell before the one below the position
  std::array<double, 4> weight, slope;
};
SplineTap tap_at(double position) {
  const double below = std::floor(position), t = position - below, s = 1 - t;
  return {static_cast<int>(below) - 1,
          spline_weights(t),
          {-s * s / 2, (3 * t * t - 4 * t) / 2, (4 * s - 3 * s * s) / 2, t * t / 2}};
}

int within(int cell, int count) {
  return std::clamp(cell, 0, count - 1);
}

}  // namespace

SplineSlopes::SplineSlopes(const GridSpec& cells, std::span<const double> x_m) : cells_(cells) {
  for (const double x : x_m) {
    const SplineTap from = tap_at(cells.column_position(x));
    Tap& tap = columns_.emplace_back(Tap{{}, from.weight, from.slope});
    for (size_t k = 0; k < 4; ++k) tap.cells[k] = within(from.first + static_cast<int>(k), cells.columns);
  }
}

void SplineSlopes::at(double y_m, const CellRow& cell_row, std::span<float> rise_east,
                      std::span<float> rise_north) const {
  const SplineTap rows = tap_at(cells_.row_position(y_m));
  std::array<const double*, 4> row{};
  for (size_t k = 0; k < 4; ++k) row[k] = cell_row(within(rows.first + static_cast<int>(k), cells_.rows));
  // Down the columns first: heights, and how they fall from row to row. Rows count to the south.
  const auto count = static_cast<size_t>(cells_.columns);
  std::vector<double> height(count), fall(count);
  for (size_t c = 0; c < count; ++c) {
    height[c] = rows.weight[0] * row[0][c] + rows.weight[1] * row[1][c] + rows.weight[2] * row[2][c] +
                rows.weight[3] * row[3][c];
    fall[c] = rows.slope[0] * row[0][c] + rows.slope[1] * row[1][c] + rows.slope[2] * row[2][c] +
              rows.slope[3] * row[3][c];
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    const Tap& tap = columns_[i];
    double east = 0, south = 0;
    for (size_t k = 0; k < 4; ++k) {
      const auto cell = static_cast<size_t>(tap.cells[k]);
      east += tap.slope[k] * height[cell];
      south += tap.weight[k] * fall[cell];
    }
    rise_east[i] = static_cast<float>(east / cells_.cell_m);
    rise_north[i] = static_cast<float>(-south / cells_.cell_m);
  }
}

}  // namespace fw
