#include "core/base/cell_list.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace fw {

void bin_points(std::span<const double> x_m, std::span<const double> y_m, double side_m, double least_cell_m,
                bool torus, CellList& list) {
  assert(x_m.size() == y_m.size() && side_m > 0 && least_cell_m > 0);
  const double by_size = std::floor(side_m / least_cell_m);
  const double by_count = std::ceil(std::sqrt(static_cast<double>(x_m.size())));
  list.side_m = side_m;
  list.torus = torus;
  list.per_side = static_cast<int>(std::clamp(std::min(by_size, by_count), 1.0, 16384.0));
  list.cells_per_m = list.per_side / side_m;

  list.cell.resize(x_m.size());
  list.first.assign(static_cast<size_t>(list.per_side) * list.per_side + 1, 0);
  for (size_t i = 0; i < x_m.size(); ++i) {
    list.cell[i] = static_cast<uint32_t>(list.cell_at(y_m[i]) * list.per_side + list.cell_at(x_m[i]));
    ++list.first[list.cell[i] + 1];
  }
  for (size_t c = 1; c < list.first.size(); ++c) list.first[c] += list.first[c - 1];
  list.members.resize(x_m.size());
  list.next.assign(list.first.begin(), list.first.end() - 1);
  for (size_t i = 0; i < x_m.size(); ++i) list.members[list.next[list.cell[i]]++] = static_cast<uint32_t>(i);
}

void reserve_cells(size_t points, CellList& cells) {
  const auto side = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(points)))) + 1;
  cells.first.reserve(side * side + 1), cells.next.reserve(side * side);
  cells.members.reserve(points), cells.cell.reserve(points);
}

CellList bin_points(std::span<const double> x_m, std::span<const double> y_m, double side_m,
                    double least_cell_m, bool torus) {
  CellList list;
  bin_points(x_m, y_m, side_m, least_cell_m, torus, list);
  return list;
}

}  // namespace fw
