#include "core/measure/pattern/lattice_statistics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/measure/pattern/summary.h"

namespace fw {

CellGrid grid_of_cell_size(double side_m, double cell_m) {
  assert(side_m > 0 && cell_m > 0);
  return {side_m, std::max(1, static_cast<int>(std::floor(side_m / cell_m + 0.5)))};
}

std::vector<double> cell_counts(std::span<const double> x_m, std::span<const double> y_m,
                                const CellGrid& grid) {
  assert(x_m.size() == y_m.size());
  std::vector<double> counts(grid.cells(), 0.0);
  for (size_t i = 0; i < x_m.size(); ++i) counts[grid.cell_of(x_m[i], y_m[i])] += 1;
  return counts;
}

double occupied_share(std::span<const double> x_m, std::span<const double> y_m, const CellGrid& grid) {
  const std::vector<double> counts = cell_counts(x_m, y_m, grid);
  const auto occupied = std::count_if(counts.begin(), counts.end(), [](double c) { return c > 0; });
  return static_cast<double>(occupied) / static_cast<double>(counts.size());
}

double regional_cv(std::span<const double> values) {
  return summarize(values).cv();
}

double regional_cv_per_head(std::span<const double> values, std::span<const double> population) {
  assert(values.size() == population.size());
  double events = 0, heads = 0;
  for (size_t c = 0; c < values.size(); ++c)
    if (population[c] > 0) events += values[c], heads += population[c];
  if (!(heads > 0) || events == 0) return 0;
  const double rate = events / heads;
  double square_sum = 0;
  for (size_t c = 0; c < values.size(); ++c) {
    if (!(population[c] > 0)) continue;
    const double d = values[c] / population[c] - rate;
    square_sum += population[c] * d * d;
  }
  return std::sqrt(square_sum / heads) / rate;
}

namespace {

/// Departures from the mean of the used cells; 0 elsewhere.
std::vector<double> departures(std::span<const double> values, const std::vector<uint8_t>& used) {
  std::vector<double> kept;
  for (size_t c = 0; c < values.size(); ++c)
    if (used[c]) kept.push_back(values[c]);
  const double mean = summarize(kept).mean;
  std::vector<double> z(values.size(), 0.0);
  for (size_t c = 0; c < values.size(); ++c)
    if (used[c]) z[c] = values[c] - mean;
  return z;
}

}  // namespace

double morans_i(std::span<const double> values, int columns, int rows, Contiguity contiguity, bool torus,
                std::span<const uint8_t> used) {
  assert(columns >= 1 && rows >= 1 && values.size() == static_cast<size_t>(columns) * rows);
  assert(!torus || (columns >= 3 && rows >= 3));
  assert(used.empty() || used.size() == values.size());
  std::vector<uint8_t> in(values.size(), 1);
  if (!used.empty()) in.assign(used.begin(), used.end());
  const std::vector<double> z = departures(values, in);

  // Half of the neighbours: the other half gives the same products.
  constexpr std::array<std::array<int, 2>, 4> kForward{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
  const size_t directions = contiguity == Contiguity::rook ? 2 : 4;
  double products = 0, squares = 0;
  int64_t links = 0, cells = 0;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const size_t at = static_cast<size_t>(r) * columns + static_cast<size_t>(c);
      if (!in[at]) continue;
      ++cells;
      squares += z[at] * z[at];
      for (size_t d = 0; d < directions; ++d) {
        int column = c + kForward[d][0], row = r + kForward[d][1];
        if (torus) column = (column + columns) % columns, row %= rows;
        if (column < 0 || column >= columns || row >= rows) continue;
        const size_t other = static_cast<size_t>(row) * columns + static_cast<size_t>(column);
        if (!in[other]) continue;
        ++links;
        products += z[at] * z[other];
      }
    }
  if (links == 0 || !(squares > 0)) return 0;
  return static_cast<double>(cells) / static_cast<double>(links) * (products / squares);
}

CellShares cell_shares(std::span<const double> active, std::span<const double> population) {
  assert(active.size() == population.size());
  CellShares shares;
  for (size_t c = 0; c < active.size(); ++c) {
    shares.used.push_back(population[c] > 0);
    shares.share.push_back(population[c] > 0 ? active[c] / population[c] : 0.0);
  }
  return shares;
}

}  // namespace fw
