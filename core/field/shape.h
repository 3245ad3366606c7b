#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/field/raster.h"

// Shapes that people draw, and their cells on any grid. All by + - * / sqrt in one stated order: the same
// bits on every machine.
namespace fw {

/// Points, lines or polygons in whole millimetres of the frame. Parts of polygons are rings (holes too:
/// inside is even-odd over all rings), closed without a last vertex equal to the first.
struct Shape {
  enum class Kind : uint8_t { points, lines, polygons };
  Kind kind = Kind::points;
  std::vector<std::vector<Vec2>> parts;
};

/// The least rectangle round all vertices; of a shape without any low > high.
struct ShapeBox {
  Vec2 low, high;
};
ShapeBox box_of(const Shape& shape);

inline constexpr size_t kMostShapeVertices = 4096;
inline constexpr double kMostShapeCoordinate_m = 1e6;

/// Reads WKT: POINT, LINESTRING, POLYGON, MULTIPOLYGON (letters of any case), coordinates rounded to
/// millimetres. The error says what was found at which character and what is expected: broken text, more than
/// kMostShapeVertices, a coordinate beyond kMostShapeCoordinate_m, a ring of under 3 different vertices or
/// without area, a line of one place.
Result<Shape> read_shape(std::string_view wkt);
/// Canonical WKT: read_shape(write_shape(s)) == s.
std::string write_shape(const Shape& shape);

/// Calls visit(cell, inside_m) for every cell whose centre lies less than reach_m outside: inside_m = signed
/// distance to the outline of all places within radius_m of the shape, > 0 inside and on the outline
/// (polygons hold their inside). Deeper inside a polygon than reach_m it may stay below the distance, but not
/// below reach_m. By rows, west to east.
void visit_shape(const Shape& shape, double radius_m, const GridSpec& grid, double reach_m,
                 const std::function<void(uint32_t cell, double inside_m)>& visit);

/// The same in rows [first_row, end_row) alone, so that threads can share a grid.
void visit_shape(const Shape& shape, double radius_m, const GridSpec& grid, double reach_m, int first_row,
                 int end_row, const std::function<void(uint32_t cell, double inside_m)>& visit);

/// Signed distance from one place to the outline, > 0 inside and on it.
double inside_m(const Shape& shape, double radius_m, Vec2 place);

/// A place where an outline of polygons crosses itself or another one of them; nothing where none does, or
/// only touches.
std::optional<Vec2> self_crossing(const Shape& shape);

/// Rows of runs to codes on `grid` (the plan grid): "12 5a 3 8b" is 12 free cells (0), 5 of the code of
/// letter a, 3 free, 8 of b. `letters`: the letters in order; letter k is code k + 1. Fails, with what was
/// found in which row, where a run leaves the grid or has another letter.
Result<Raster<uint8_t>> read_runs(const std::vector<std::string>& rows, int top, int left,
                                  std::string_view letters, const GridSpec& grid);
/// The same without codes: whether read_runs takes the rows.
Result<Done> check_runs(const std::vector<std::string>& rows, int top, int left, std::string_view letters,
                        const GridSpec& grid);
/// The shortest rows for codes, from the first used row and column on.
struct Runs {
  int top = 0, left = 0;
  std::vector<std::string> rows;
};
Runs write_runs(const Raster<uint8_t>& codes, std::string_view letters);

}  // namespace fw
