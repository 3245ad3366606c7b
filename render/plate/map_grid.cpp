#include "render/plate/map_grid.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "render/map/scene/plate_style.h"

namespace fw {
namespace {

constexpr double kLine = 0.1 / kUnit_mm, kLineAlpha = 0.45;
constexpr double kLettersApart = 30;  // from middle to middle
constexpr double kLeastSquare = 20;   // smaller ones have no lines

TextStyle grid_letters() {
  return {.bold = true, .size = kLeastType, .colour = colour::kInkSoft};
}

int squares_along(double length_m, double square_m) {
  return std::max(1, static_cast<int>(std::ceil(length_m / square_m - 1e-9)));
}

int square_index(double metres, double length_m, double square_m) {
  const double at = std::clamp(std::floor(metres / square_m), 0.0, 1e6);
  return std::min(static_cast<int>(at), squares_along(length_m, square_m) - 1);
}

/// The middle of what a map shows of a square; nothing of a narrow strip.
std::optional<double> seen_middle(double from, double to, double low, double high) {
  const double a = std::max(from, low), b = std::min(to, high);
  const double least = std::min(kLettersApart, to - from) / 2;
  return b - a >= least ? std::optional(0.5 * (a + b)) : std::nullopt;
}

/// Every so many squares have a letter, so that they stand apart.
int letter_step(double square) {
  return std::max(1, static_cast<int>(std::ceil(kLettersApart / std::max(square, 1e-6))));
}

}  // namespace

MapGrid map_grid(const GridSpec& frame) {
  constexpr double kAlong = 16;
  const Vec2 size{frame.width_m(), frame.height_m()};
  const double most = std::max(size.x, size.y) / kAlong * (1 + 1e-9);
  double power = 1;
  while (power > most) power /= 10;
  while (10 * power <= most) power *= 10;
  for (const double k : {5.0, 2.0})
    if (k * power <= most) return {k * power, size};
  return {power, size};
}

std::string column_letters(int column) {
  std::string letters;
  for (int left = column; left >= 0; left = left / 26 - 1)
    letters.insert(letters.begin(), static_cast<char>('A' + left % 26));
  return letters;
}

std::string square_at(const MapGrid& grid, Vec2 p) {
  const int column = square_index(p.x, grid.frame_m.x, grid.square_m);
  const int row = square_index(grid.frame_m.y - p.y, grid.frame_m.y, grid.square_m);
  return column_letters(column) + std::to_string(row + 1);
}

void draw_grid(const Painter& pen, const PageMap& map, const MapGrid& grid, Vec2 south_west_m,
               GridSides sides) {
  const Box& b = map.box;
  const double scale = map.units_per_m(), square = grid.square_m * scale;
  const double x0 = b.x0 - south_west_m.x * scale;                           // of the frame's west side
  const double y0 = b.y1 + south_west_m.y * scale - grid.frame_m.y * scale;  // of its north side
  const int columns = squares_along(grid.frame_m.x, grid.square_m);
  const int rows = squares_along(grid.frame_m.y, grid.square_m);
  const auto inside = [](double v, double low, double high) { return v > low + 0.5 && v < high - 0.5; };
  if (square >= kLeastSquare) {
    for (int i = 1; i < columns; ++i)
      if (const double x = x0 + i * square; inside(x, b.x0, b.x1))
        pen.line(x, b.y0, x, b.y1, colour::kInk, kLine, kLineAlpha);
    for (int i = 1; i < rows; ++i)
      if (const double y = y0 + i * square; inside(y, b.y0, b.y1))
        pen.line(b.x0, y, b.x1, y, colour::kInk, kLine, kLineAlpha);
  }
  const TextStyle style = grid_letters();
  const double down = 0.36 * style.size,
               beside = 17;  // from a letter's middle to its foot, from map to number
  const int step = letter_step(square);
  const bool all = sides == GridSides::all;
  for (int i = 0; i < columns; i += step)
    if (const auto x = seen_middle(x0 + i * square, x0 + (i + 1) * square, b.x0, b.x1)) {
      pen.text(column_letters(i), *x, b.y0 - 6, style, Align::centre);
      if (all) pen.text(column_letters(i), *x, b.y1 + 6 + 2 * down, style, Align::centre);
    }
  for (int i = 0; i < rows; i += step)
    if (const auto y = seen_middle(y0 + i * square, y0 + (i + 1) * square, b.y0, b.y1)) {
      pen.text(std::to_string(i + 1), b.x1 + beside, *y + down, style, Align::centre);
      if (all) pen.text(std::to_string(i + 1), b.x0 - beside, *y + down, style, Align::centre);
    }
}

}  // namespace fw
