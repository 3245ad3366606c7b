#include "core/field/vertex_grid.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace fw {
namespace {

/// Between which cell centres a position lies: cells[1] and cells[2], `t` of the way; the others beside them.
struct Between {
  std::array<int, 4> cells{};
  std::array<double, 4> weights{};
};

Between between(double position, int count) {
  const double u = std::clamp(position - 0.5, 0.0, static_cast<double>(count - 1));
  const int i = std::min(static_cast<int>(std::floor(u)), count - 2);
  const double t = u - i;
  Between b;
  for (int k = 0; k < 4; ++k) b.cells[static_cast<size_t>(k)] = std::clamp(i - 1 + k, 0, count - 1);
  b.weights = {((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2,
               (t - 1) * t * t / 2};
  return b;
}

/// Cells from one vertex to the next. Places are counted in it and not in metres: with half a cell every
/// second vertex is a centre to the last bit, whatever the cell's size.
double cells_a_step(const VertexGrid& grid, const GridSpec& cells) {
  return grid.spacing_m / cells.cell_m;
}

Between down(const VertexGrid& grid, const GridSpec& cells, int row) {
  return between(cells.rows - (grid.rows - 1 - row) * cells_a_step(grid, cells), cells.rows);
}

/// The step below a coordinate and how far behind it, [0, 1].
std::pair<int, double> step_at(double steps, int count) {
  const double u = std::clamp(steps, 0.0, static_cast<double>(count - 1));
  const int i = std::min(static_cast<int>(u), count - 2);
  return {i, u - i};
}

/// The row of a quad over a point, and how far behind it.
std::pair<int, double> row_step(const VertexGrid& g, Vec2 p) {
  return step_at((g.top_m - p.y) / g.spacing_m, g.rows);
}

bool is_before(Vec2 a, Vec2 b) {
  return a.y != b.y ? a.y > b.y : a.x < b.x;
}

/// By the levels of the rows from `first` on.
double height_by(const VertexGrid& g, const int16_t* levels, int first, double quantum_m, Vec2 p,
                 QuadShape shape) {
  const auto [i, east] = step_at(p.x / g.spacing_m, g.columns);
  const auto [j, south] = row_step(g, p);
  const int16_t* north = levels + static_cast<size_t>(j - first) * static_cast<size_t>(g.columns) + i;
  const int16_t* below = north + g.columns;
  const double nw = north[0] * quantum_m, ne = north[1] * quantum_m;
  const double sw = below[0] * quantum_m, se = below[1] * quantum_m;
  if (shape == QuadShape::bilinear) {
    const double north_edge = nw + (ne - nw) * east, south_edge = sw + (se - sw) * east;
    return north_edge + (south_edge - north_edge) * south;
  }
  if (east + south <= 1) return nw + (ne - nw) * east + (sw - nw) * south;
  return se + (sw - se) * (1 - east) + (ne - se) * (1 - south);
}

}  // namespace

VertexGrid vertices_over(const GridSpec& cells, int vertices, int steps) {
  assert(vertices >= 2 && steps >= 1);
  const double width = cells.width_m(), height = cells.height_m();
  const bool wide = width >= height;
  const double longer = wide ? width : height, shorter = wide ? height : width;
  VertexGrid grid;
  grid.spacing_m = longer / (vertices - 1);
  // A hair less, so that a side of whole steps gets no step more by rounding.
  int across = static_cast<int>(std::ceil(shorter / grid.spacing_m - 1e-9));
  across = (across + steps - 1) / steps * steps;
  const int other = cells.columns == cells.rows ? vertices : across + 1;
  grid.columns = wide ? vertices : other;
  grid.rows = wide ? other : vertices;
  grid.top_m = grid.rows == vertices ? longer : (grid.rows - 1) * grid.spacing_m;
  return grid;
}

CellRows cell_rows_of(const VertexGrid& grid, const GridSpec& cells, int row) {
  const Between b = down(grid, cells, row);
  return {b.cells.front(), b.cells.back()};
}

void vertex_row(const VertexGrid& grid, const GridSpec& cells, int row, const CellRow& cell_row,
                std::span<double> out) {
  const Between v = down(grid, cells, row);
  std::array<const double*, 4> rows{};
  for (size_t k = 0; k < 4; ++k) rows[k] = cell_row(v.cells[k]);
  const auto count = static_cast<size_t>(cells.columns);
  std::vector<double> column(count);
  for (size_t c = 0; c < count; ++c) {
    const double value = v.weights[0] * rows[0][c] + v.weights[1] * rows[1][c] + v.weights[2] * rows[2][c] +
                         v.weights[3] * rows[3][c];
    column[c] = std::clamp(value, std::min(rows[1][c], rows[2][c]), std::max(rows[1][c], rows[2][c]));
  }
  for (int i = 0; i < grid.columns; ++i) {
    const Between u = between(i * cells_a_step(grid, cells), cells.columns);
    const auto at = [&](size_t k) { return column[static_cast<size_t>(u.cells[k])]; };
    const double value =
        u.weights[0] * at(0) + u.weights[1] * at(1) + u.weights[2] * at(2) + u.weights[3] * at(3);
    out[static_cast<size_t>(i)] = std::clamp(value, std::min(at(1), at(2)), std::max(at(1), at(2)));
  }
}

double ground_under(const GroundSurface& surface, Vec2 p, QuadShape shape) {
  return height_by(surface.grid, surface.level.data(), 0, surface.quantum_m, p, shape);
}

void SurfaceDigest::add(std::span<const int16_t> levels) {
  std::array<int32_t, 4096> piece;
  while (!levels.empty()) {
    const size_t count = std::min(piece.size(), levels.size());
    std::copy_n(levels.begin(), count, piece.begin());
    sha_.update(piece.data(), count * sizeof(int32_t));
    levels = levels.subspan(count);
  }
}

std::string surface_digest(const GroundSurface& surface) {
  SurfaceDigest digest;
  digest.add(surface.level);
  return digest.hex();
}

PassingSurface::PassingSurface(const VertexGrid& grid, double quantum_m, std::vector<Vec2> places,
                               QuadShape shape)
    : grid_(grid), quantum_m_(quantum_m), shape_(shape), places_(std::move(places)) {
  std::sort(places_.begin(), places_.end(), is_before);
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  heights_m_.reserve(places_.size());
}

void PassingSurface::take(int first, std::span<const int16_t> levels) {
  const int end = first + static_cast<int>(levels.size() / static_cast<size_t>(grid_.columns));
  for (size_t k = heights_m_.size(); k < places_.size(); ++k) {
    const int row = row_step(grid_, places_[k]).first;
    assert(row >= first);
    if (row + 1 >= end) return;
    heights_m_.push_back(height_by(grid_, levels.data(), first, quantum_m_, places_[k], shape_));
  }
}

double PassingSurface::under(Vec2 place) const {
  const auto found = std::lower_bound(places_.begin(), places_.end(), place, is_before);
  assert(found != places_.end() && *found == place && heights_m_.size() == places_.size());
  return heights_m_[static_cast<size_t>(found - places_.begin())];
}

}  // namespace fw
