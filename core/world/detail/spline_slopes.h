#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/field/raster.h"
#include "core/field/vertex_grid.h"

namespace fw {

/// Slopes of the cubic B-spline surface over cells' heights at places in a row from west to east. The heights
/// are the spline's coefficients, so that it is a little smoother than they are; beyond the frame's edge they
/// repeat.
class SplineSlopes {
 public:
  SplineSlopes(const GridSpec& cells, std::span<const double> x_m);

  /// Rise per metre to the east and to the north. `cell_row` is asked for the four rows of cells about
  /// `y_m`, which need not be the frame's first to last.
  void at(double y_m, const CellRow& cell_row, std::span<float> rise_east, std::span<float> rise_north) const;

 private:
  struct Tap {
    std::array<int, 4> cells;
    std::array<double, 4> weight, slope;
  };
  GridSpec cells_;
  std::vector<Tap> columns_;
};

}  // namespace fw
