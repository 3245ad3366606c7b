#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/base/result.h"
#include "core/field/raster.h"

// Rasters of any place and cell size on a grid of the frame, by shares of area. By + - * / in one stated
// order: the same bits on every machine.
namespace fw {

/// A raster that lies somewhere over the frame, its sides along the axes; row 0 is north.
struct RasterPlace {
  int columns = 0, rows = 0;
  double west_m = 0, north_m = 0;  ///< its north-west corner
  double cell_width_m = 0, cell_height_m = 0;

  static RasterPlace of(const GridSpec& grid) {
    return {grid.columns, grid.rows, 0, grid.height_m(), grid.cell_m, grid.cell_m};
  }
  Vec2 centre(int column, int row) const {
    return {west_m + (column + 0.5) * cell_width_m, north_m - (row + 0.5) * cell_height_m};
  }
};

/// Fills `out` with whole rows of a raster, from `first_row` on. Rows are asked for from north to south.
template <typename T>
using ReadRows = std::function<Result<Done>(int first_row, std::span<T> out)>;

/// The code with the largest share of each cell's area, ties to the lower code. Outside the source lies code
/// 0. Fails as `read` does.
Result<Raster<uint8_t>> resample_codes(const RasterPlace& source, const ReadRows<uint8_t>& read,
                                       const GridSpec& grid);
Raster<uint8_t> resample_codes(const Raster<uint8_t>& source, const GridSpec& grid);

/// How far values may lie beyond those of the source's cells about them.
enum class Overshoot {
  free,          ///< as the curve through them goes
  none_on_land,  ///< not at all; values above 0, which are land, not beyond those of cells above 0
};

/// The mean over each cell's area, NaN where less than half of it has a value (NaN = none). Where the grid is
/// finer than the source: Catmull-Rom between the source's centres, linear beside cells without a value.
/// Fails as `read` does.
Result<Raster<float>> resample_values(const RasterPlace& source, const ReadRows<float>& read,
                                      const GridSpec& grid, Overshoot overshoot = Overshoot::free);
Raster<float> resample_values(const Raster<float>& source, const GridSpec& grid,
                              Overshoot overshoot = Overshoot::free);

}  // namespace fw
