#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/base/plain_text.h"
#include "core/field/raster.h"
#include "core/field/shape.h"

namespace fw {
namespace {

/// An edge in whole millimetres; products of two differences fit 64 bits (kMostShapeCoordinate_m).
struct Edge {
  int64_t ax, ay, bx, by;
  int64_t low_x, high_x, low_y, high_y;
};

Edge edge_of(Vec2 a, Vec2 b) {
  const auto millimetres = [](double value) { return std::llround(value * 1000); };
  Edge e{millimetres(a.x), millimetres(a.y), millimetres(b.x), millimetres(b.y), 0, 0, 0, 0};
  e.low_x = std::min(e.ax, e.bx), e.high_x = std::max(e.ax, e.bx);
  e.low_y = std::min(e.ay, e.by), e.high_y = std::max(e.ay, e.by);
  return e;
}

/// On which side of an edge a place lies: -1, 0, 1.
int side(const Edge& e, int64_t x, int64_t y) {
  const int64_t turn = (e.bx - e.ax) * (y - e.ay) - (e.by - e.ay) * (x - e.ax);
  return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

/// Whether two edges have one inner place of both in common.
bool cross(const Edge& e, const Edge& f) {
  return side(e, f.ax, f.ay) * side(e, f.bx, f.by) < 0 && side(f, e.ax, e.ay) * side(f, e.bx, e.by) < 0;
}

Vec2 crossing_of(const Edge& e, const Edge& f) {
  const auto wide = [](int64_t value) { return static_cast<double>(value); };
  const double ex = wide(e.bx - e.ax), ey = wide(e.by - e.ay), fx = wide(f.bx - f.ax), fy = wide(f.by - f.ay);
  const double t = (wide(f.ax - e.ax) * fy - wide(f.ay - e.ay) * fx) / (ex * fy - ey * fx);
  return Vec2{wide(e.ax) + t * ex, wide(e.ay) + t * ey} * 0.001;
}

}  // namespace

std::optional<Vec2> self_crossing(const Shape& shape) {
  if (shape.kind != Shape::Kind::polygons) return {};
  std::vector<Edge> edges;
  for (const std::vector<Vec2>& ring : shape.parts)
    for (size_t k = 0; k < ring.size(); ++k) edges.push_back(edge_of(ring[k], ring[(k + 1) % ring.size()]));
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.low_x != b.low_x ? a.low_x < b.low_x : a.low_y < b.low_y;
  });
  for (size_t i = 0; i < edges.size(); ++i)
    for (size_t j = i + 1; j < edges.size() && edges[j].low_x <= edges[i].high_x; ++j) {
      const bool apart = edges[j].low_y > edges[i].high_y || edges[j].high_y < edges[i].low_y;
      if (!apart && cross(edges[i], edges[j])) return crossing_of(edges[i], edges[j]);
    }
  return {};
}

namespace {

/// One row of runs: its place on the grid and what went wrong there.
struct RunRow {
  const std::string& text;
  size_t number;  ///< from 1

  Error error(size_t at, const std::string& found, const std::string& expected) const {
    return {ErrorKind::invalid_template, "found " + found + " in row " + std::to_string(number) +
                                             " of the cells at character " + std::to_string(at + 1) +
                                             ", expected " + expected};
  }
  std::string word(size_t at) const {
    const size_t end = std::min({text.find(' ', at), text.size(), at + 16});
    return "\"" + plain_text(text.substr(at, end - at)) + "\"";
  }
};

std::string letters_text(std::string_view letters) {
  std::string text = "a letter of the key";
  for (size_t k = 0; k < letters.size(); ++k) text += (k == 0 ? ": " : ", ") + std::string(1, letters[k]);
  return text;
}

/// Calls put(column, count, code) for every run of one row; `left` = its first column.
template <typename Put>
Result<Done> read_row(const RunRow& row, int left, std::string_view letters, int columns, const Put& put) {
  const std::string& text = row.text;
  int64_t column = left;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), count);
    auto next = static_cast<size_t>(end - text.data());
    if (error == std::errc::invalid_argument || count < 0 || (error == std::errc() && count == 0))
      return row.error(at, row.word(at), "a run: a number of cells from 1 and a letter, or the number alone");
    uint8_t code = 0;
    if (next < text.size() && text[next] != ' ') {
      const size_t letter = letters.find(text[next]);
      if (letter == std::string_view::npos) return row.error(at, row.word(at), letters_text(letters));
      code = static_cast<uint8_t>(letter + 1);
      ++next;
    }
    if (next < text.size() && text[next] != ' ') return row.error(at, row.word(at), "a space between runs");
    if (error != std::errc() || count > columns - column)
      return row.error(at, row.word(at),
                       "at most " + std::to_string(columns - column) + " more cells: the grid has " +
                           std::to_string(columns) + " columns");
    put(column, count, code);
    column += count;
    at = next;
  }
  return Done{};
}

std::string place_text(int top, int left, size_t rows) {
  return std::to_string(rows) + " rows from row " + std::to_string(top) + ", column " + std::to_string(left);
}

/// Calls put(grid row, column, count, code) for every run.
template <typename Put>
Result<Done> read_rows(const std::vector<std::string>& rows, int top, int left, std::string_view letters,
                       const GridSpec& grid, const Put& put) {
  if (top < 0 || left < 0 || top > grid.rows || left >= grid.columns ||
      rows.size() > static_cast<size_t>(grid.rows - top))
    return Error{ErrorKind::invalid_template, "found cells of " + place_text(top, left, rows.size()) +
                                                  ", expected cells on the plan grid of " +
                                                  std::to_string(grid.rows) + " rows and " +
                                                  std::to_string(grid.columns) + " columns"};
  for (size_t i = 0; i < rows.size(); ++i) {
    const int grid_row = top + static_cast<int>(i);
    const Result<Done> done =
        read_row({rows[i], i + 1}, left, letters, grid.columns,
                 [&](int64_t column, int64_t count, uint8_t code) { put(grid_row, column, count, code); });
    if (!done) return done;
  }
  return Done{};
}

}  // namespace

Result<Raster<uint8_t>> read_runs(const std::vector<std::string>& rows, int top, int left,
                                  std::string_view letters, const GridSpec& grid) {
  Raster<uint8_t> codes(grid, 0);
  const auto put = [&](int row, int64_t column, int64_t count, uint8_t code) {
    std::fill_n(codes.cells.data() + grid.index(static_cast<int>(column), row), count, code);
  };
  if (const Result<Done> read = read_rows(rows, top, left, letters, grid, put); !read) return read.error();
  return codes;
}

Result<Done> check_runs(const std::vector<std::string>& rows, int top, int left, std::string_view letters,
                        const GridSpec& grid) {
  return read_rows(rows, top, left, letters, grid, [](int, int64_t, int64_t, uint8_t) {});
}

Runs write_runs(const Raster<uint8_t>& codes, std::string_view letters) {
  const GridSpec& grid = codes.grid;
  const auto columns = static_cast<size_t>(grid.columns);
  int top = grid.rows, bottom = -1, left = grid.columns;
  for (int row = 0; row < grid.rows; ++row) {
    const uint8_t* const cells = codes.cells.data() + grid.index(0, row);
    const size_t first = cells[0] != 0 ? 0 : end_of_run(cells, 0, columns);
    if (first == columns) continue;
    top = std::min(top, row);
    bottom = row;
    left = std::min(left, static_cast<int>(first));
  }
  if (bottom < 0) return {};
  Runs out{top, left, {}};
  for (int row = top; row <= bottom; ++row) {
    const uint8_t* const cells = codes.cells.data() + grid.index(0, row);
    std::string text;
    for (size_t begin = static_cast<size_t>(left), end = 0; begin < columns; begin = end) {
      end = end_of_run(cells, begin, columns);
      if (cells[begin] == 0 && end == columns) break;
      if (!text.empty()) text += ' ';
      text += std::to_string(end - begin);
      if (cells[begin] != 0) text += letters[cells[begin] - 1u];
    }
    out.rows.push_back(std::move(text));
  }
  return out;
}

}  // namespace fw
