#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/hash.h"
#include "core/field/raster.h"

// Values of cells at vertices that reach to the frame's edges, as game engines have them (docs/export.md, 2).
namespace fw {

/// Vertices over a frame from its south-west corner on: vertex (i, j) stands at x = i spacing, y = top - j
/// spacing; row 0 is north. Those beyond a frame's shorter side repeat its edge.
struct VertexGrid {
  int columns = 0, rows = 0;
  double spacing_m = 0;
  double top_m = 0;  ///< y of row 0

  size_t vertices() const { return static_cast<size_t>(columns) * static_cast<size_t>(rows); }
  double width_m() const { return (columns - 1) * spacing_m; }
  double height_m() const { return (rows - 1) * spacing_m; }
  double x_of(int column) const { return column * spacing_m; }
  double y_of(int row) const { return top_m - row * spacing_m; }

  friend bool operator==(const VertexGrid&, const VertexGrid&) = default;
};

/// `vertices` along the frame's longer side, at least 2; along the shorter as many whole steps as cover it, a
/// multiple of `steps` where that is more than 1 (tiles of that many quads).
VertexGrid vertices_over(const GridSpec& cells, int vertices, int steps = 1);

/// A row of cells by its number, 0 <= row < rows.
using CellRow = std::function<const double*(int row)>;

/// The vertices of one row, by Catmull-Rom (Keys 1981, a = -1/2) between cell centres: first down the
/// columns, then along the row, sums from the first cell to the fourth; each held between the two
/// values beside it, so that nothing overshoots and no step lies on a row of centres. + - * / alone: the same
/// bits everywhere.
void vertex_row(const VertexGrid& grid, const GridSpec& cells, int row, const CellRow& cell_row,
                std::span<double> out);

/// The rows of cells that vertex_row reads, [first, last].
struct CellRows {
  int first = 0, last = 0;
};
CellRows cell_rows_of(const VertexGrid& grid, const GridSpec& cells, int row);

/// How far below the sea the lowest level of every format lies, and how many levels above it every format
/// holds.
inline constexpr double kSurfaceBase_m = -64;
inline constexpr int kSurfaceLevels = 32766;

/// Heights at vertices as whole numbers of quanta.
struct GroundSurface {
  VertexGrid grid;
  double quantum_m = 1;
  std::vector<int16_t> level;  ///< row 0 north; height = level * quantum

  int level_at(int column, int row) const {
    return level[static_cast<size_t>(row) * static_cast<size_t>(grid.columns) + static_cast<size_t>(column)];
  }
  double height_m(int column, int row) const { return level_at(column, row) * quantum_m; }
};

/// What lies between four vertices.
enum class QuadShape : uint8_t {
  bilinear,
  triangles,  ///< two, split from north-east to south-west
};
/// The surface's height under a point, metres; a point outside stands at the nearest place.
double ground_under(const GroundSurface& surface, Vec2 p, QuadShape shape);

/// SHA-256 over levels as int32, little-endian, north row first; they come in pieces.
class SurfaceDigest {
 public:
  void add(std::span<const int16_t> levels);
  std::string hex() { return sha_.hex(); }  ///< once

 private:
  Sha256 sha_;
};
std::string surface_digest(const GroundSurface& surface);

/// Heights under places that are known beforehand, of a surface too large to be held: its rows pass by.
class PassingSurface {
 public:
  PassingSurface(const VertexGrid& grid, double quantum_m, std::vector<Vec2> places, QuadShape shape);
  /// Whole rows from `first` on, from the north to the south; a call begins no later than with the last row
  /// of the one before.
  void take(int first, std::span<const int16_t> levels);
  /// What ground_under would say, once all rows have passed; of one of the places.
  double under(Vec2 place) const;

 private:
  VertexGrid grid_;
  double quantum_m_;
  QuadShape shape_;
  std::vector<Vec2> places_;       ///< from the north to the south, then by x
  std::vector<double> heights_m_;  ///< of the places that have passed
};

}  // namespace fw
