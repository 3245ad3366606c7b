#include "core/world/hand/paint/hand_stroke.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/field/filter.h"
#include "core/model/template/hand_words.h"
#include "core/world/hand/hand_cells.h"
#include "core/world/land/hand_places.h"

namespace fw {
namespace {

Error unfit(std::string why) {
  return {ErrorKind::invalid_template, std::move(why)};
}

std::optional<size_t> class_of(const Vocabulary& vocabulary, PaintLayer layer, std::string_view id) {
  if (layer == PaintLayer::biome) return find_row(vocabulary.biomes, id);
  if (layer == PaintLayer::danger) return find_row(vocabulary.danger, id);
  return find_row(vocabulary.factions, id);
}

/// The classes of a layer by their ids.
struct Classes {
  const Vocabulary& vocabulary;
  PaintLayer layer;

  /// 0 if the template has no such row.
  uint8_t code_of(std::string_view id) const {
    if (id == kPaintNone) return kTakesAway;
    const std::optional<size_t> cls = class_of(vocabulary, layer, id);
    return cls ? static_cast<uint8_t>(*cls + 1) : uint8_t{0};
  }
  Error unknown(std::string_view id) const {
    return unfit(std::string(kPaintTables[static_cast<size_t>(layer)]) + " has no row \"" + std::string(id) +
                 "\"");
  }
};

Result<Stroke> drawn_stroke(const Classes& classes, const PaintRow& row, Stroke stroke) {
  Result<Shape> shape = read_shape(row.place.shape);
  if (!shape) return shape.error();
  stroke.codes = {classes.code_of(row.cls)};
  if (stroke.codes[0] == 0) return classes.unknown(row.cls);
  stroke.radius_m = row.place.radius_m;
  stroke.feather_m = feather_of(row);
  stroke.shape = std::move(shape).value();
  return stroke;
}

/// The codes of the letters, by the row's class or its key.
Result<std::vector<uint8_t>> codes_of(const Classes& classes, const PaintRow& row,
                                      const std::string& letters) {
  std::vector<uint8_t> codes(letters.size(), classes.code_of(row.cls));
  if (!row.cls.empty()) {
    if (classes.code_of(row.cls) == 0) return classes.unknown(row.cls);
    return codes;
  }
  const auto key = read_hand_key(row.place.runs.key);
  if (!key) return key.error();
  for (const auto& [sign, id] : key.value()) {
    const size_t k = sign.size() == 1 ? letters.find(sign) : std::string::npos;
    if (k == std::string::npos) continue;
    codes[k] = classes.code_of(id);
    if (codes[k] == 0) return classes.unknown(id);
  }
  for (size_t k = 0; k < letters.size(); ++k)
    if (codes[k] == 0) return unfit("its key has no letter \"" + letters.substr(k, 1) + "\"");
  return codes;
}

/// The window with room for a feather, as far as the grid goes.
CodeWindow widened(const CodeWindow& window, const GridSpec& grid, double by_m) {
  const int by =
      static_cast<int>(std::ceil(std::min(by_m, grid.width_m() + grid.height_m()) / grid.cell_m)) + 1;
  const GridSpec& old = window.codes.grid;
  const int left = std::max(0, window.column - by), top = std::max(0, window.row - by);
  const int right = std::min(grid.columns, window.column + old.columns + by),
            bottom = std::min(grid.rows, window.row + old.rows + by);
  CodeWindow out{left, top, Raster<uint8_t>(GridSpec{right - left, bottom - top, grid.cell_m}, 0)};
  for (int row = 0; row < old.rows; ++row)
    for (int column = 0; column < old.columns; ++column)
      out.codes.at(window.column - left + column, window.row - top + row) = window.codes.at(column, row);
  return out;
}

/// To the sides of the cells that have a code, > 0 inside.
Raster<float> signed_distance(const Raster<uint8_t>& cells, uint8_t code) {
  Mask in(cells.grid, 0), out(cells.grid, 0);
  for (size_t cell = 0; cell < cells.size(); ++cell) (cells[cell] == code ? in : out)[cell] = 1;
  Raster<float> inside_m = distance_to(out);
  const Raster<float> outside_m = distance_to(in);
  const auto edge_m = static_cast<float>(cells.grid.cell_m / 2);
  for (size_t cell = 0; cell < cells.size(); ++cell)
    inside_m[cell] = in[cell] != 0 ? inside_m[cell] - edge_m : edge_m - outside_m[cell];
  return inside_m;
}

Result<Stroke> cells_stroke(const Classes& classes, const FrameParams& frame, const GridSpec& grid,
                            const PaintRow& row, Stroke stroke) {
  const std::string letters = letters_of(row.place.runs);
  Result<std::vector<uint8_t>> codes = codes_of(classes, row, letters);
  if (!codes) return codes.error();
  stroke.codes = std::move(codes).value();
  Result<CodeWindow> cells = cells_in_window(row.place.runs, letters, frame, grid);
  if (!cells) return cells.error();
  stroke.cells = std::move(cells).value();
  stroke.feather_m = feather_of(row);
  if (stroke.feather_m <= 0 || stroke.cells.codes.size() == 0) return stroke;
  stroke.cells = widened(stroke.cells, grid, stroke.feather_m);
  for (size_t k = 0; k < letters.size(); ++k)
    stroke.inside_m.push_back(signed_distance(stroke.cells.codes, static_cast<uint8_t>(k + 1)));
  return stroke;
}

}  // namespace

double Stroke::ramp(double inside) const {
  return feather_m > 0 ? std::clamp((1 + inside / feather_m) / 2, 0.0, 1.0) : inside > 0 ? 1.0 : 0.0;
}

Result<Stroke> make_stroke(const Template& tmpl, PaintLayer layer, const GridSpec& grid, const PaintRow& row,
                           size_t place) {
  Stroke stroke;
  if (!row.on) return stroke;
  stroke.row = static_cast<uint16_t>(place + 1);
  stroke.force = row.force;
  stroke.strength_sd = row.strength_sd;
  const Classes classes{tmpl.vocabulary, layer};
  return row.place.runs.cells.empty() ? drawn_stroke(classes, row, std::move(stroke))
                                      : cells_stroke(classes, tmpl.frame, grid, row, std::move(stroke));
}

void visit_stroke_cells(const Stroke& stroke, const GridSpec& grid, int first_row, int end_row,
                        const std::function<void(uint32_t cell, double inside_m, uint8_t code)>& visit) {
  const Raster<uint8_t>& codes = stroke.cells.codes;
  const int top = std::max(first_row - stroke.cells.row, 0);
  const int bottom = std::min(end_row - stroke.cells.row, codes.grid.rows);
  const double half_cell_m = grid.cell_m / 2;
  for (size_t k = 0; k < stroke.codes.size(); ++k)
    for (int row = top; row < bottom; ++row)
      for (int column = 0; column < codes.grid.columns; ++column) {
        const size_t own = codes.grid.index(column, row);
        double inside_m = half_cell_m;
        if (!stroke.inside_m.empty())
          inside_m = static_cast<double>(stroke.inside_m[k][own]);
        else if (codes[own] != k + 1)
          continue;
        if (inside_m > 0 || inside_m > -stroke.feather_m)
          visit(static_cast<uint32_t>(grid.index(stroke.cells.column + column, stroke.cells.row + row)),
                inside_m, stroke.codes[k]);
      }
}

}  // namespace fw
