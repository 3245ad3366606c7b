#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fw {

/// A square of side_m cut into per_side x per_side cells, row-major from the south-west.
struct CellGrid {
  double side_m = 0;
  int per_side = 1;

  size_t cells() const { return static_cast<size_t>(per_side) * static_cast<size_t>(per_side); }
  /// Cell of a position; positions outside the square go to its border cells.
  size_t cell_of(double x_m, double y_m) const {
    const auto at = [this](double v) {
      const int c = static_cast<int>(v * per_side / side_m);
      return c < 0 ? 0 : c >= per_side ? per_side - 1 : c;
    };
    return static_cast<size_t>(at(y_m)) * static_cast<size_t>(per_side) + static_cast<size_t>(at(x_m));
  }
};
/// The grid with cells closest to cell_m: round(side / cell) per side, at least 1 (23.8 m of 1000: 42).
CellGrid grid_of_cell_size(double side_m, double cell_m);

/// Points per cell.
std::vector<double> cell_counts(std::span<const double> x_m, std::span<const double> y_m,
                                const CellGrid& grid);

/// Share of cells with at least one point, [0, 1]: the action study's coverage of one tick when given the
/// active agents.
double occupied_share(std::span<const double> x_m, std::span<const double> y_m, const CellGrid& grid);

/// Regional coefficient of variation: sd / mean over cells (population formulas); 0 for a mean of 0.
double regional_cv(std::span<const double> values);
/// Coefficient of variation of the rates values / population over cells that have any, weighted by
/// population: 0 when every member has the same rate, however unevenly they live.
double regional_cv_per_head(std::span<const double> values, std::span<const double> population);

enum class Contiguity : uint8_t {
  rook,   ///< the four cells that share an edge
  queen,  ///< the eight that share an edge or a corner
};

/// Moran's I (1950) with binary weights: (n / S0) sum_ij w_ij z_i z_j / sum_i z_i^2. About -1 / (n - 1)
/// without spatial structure. torus joins opposite borders (columns and rows >= 3 then). Cells whose `used`
/// flag is 0 take no part (an empty span uses all). 0 when the used values are equal or no two used cells
/// touch.
double morans_i(std::span<const double> values, int columns, int rows, Contiguity contiguity, bool torus,
                std::span<const uint8_t> used = {});

/// active / population per cell, and a flag for the cells that have any: morans_i's input for an action
/// study.
struct CellShares {
  std::vector<double> share;
  std::vector<uint8_t> used;
};
CellShares cell_shares(std::span<const double> active, std::span<const double> population);

}  // namespace fw
