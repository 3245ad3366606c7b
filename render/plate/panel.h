#pragma once

#include <functional>
#include <string>
#include <vector>

#include "render/page/painter.h"

namespace fw {

/// Where one row of the panel is drawn.
struct Slot {
  double x = 0;
  double y = 0;  ///< middle of the row
  double width = 0;
  double height = 0;
  double scale = 1;  ///< < 1 where the panel is crowded: text and symbols shrink with it
};

struct PanelRow {
  double height = 28.5;
  std::function<void(const Painter&, const Slot&)> draw;
};

struct PanelSection {
  std::string heading;
  std::vector<PanelRow> rows;
};

/// Sections from top to bottom, spread so that the first heading stands at the box's top and the last row at
/// its bottom: rows breathe first, then the gaps between sections. A crowded panel shrinks its rows, and says
/// how many it leaves out if that is not enough.
void draw_panel(const Painter& pen, const Box& box, std::vector<PanelSection> sections);

using SymbolDrawer = std::function<void(const Painter&, double x, double y, double scale)>;

/// Symbol, name, count.
struct LegendItem {
  SymbolDrawer symbol;
  std::string text = {};
  std::string value;
};
std::vector<PanelRow> legend_rows(std::vector<LegendItem> items, int columns, double row_height = 28.5);

/// Shares asked (thin) over shares found (thick).
PanelRow mix_bar(std::string caption, std::vector<double> target, std::vector<double> actual,
                 std::vector<Rgb> colours);

/// One cell of a table row; x as a share of the panel's width.
struct TableCell {
  double x = 0;
  Align align = Align::left;
  std::string text = {};
  SymbolDrawer symbol = {};  ///< drawn at x
  bool strong = false;
  bool soft = false;
  double max_width = 0;          ///< share of the panel's width
  std::vector<double> bar = {};  ///< a stacked bar from x to x + max_width
  std::vector<Rgb> bar_colours = {};
};
PanelRow table_row(std::vector<TableCell> cells, double height = 21.5, double size = 14.5);

PanelRow key_value(std::string key, std::string value);
PanelRow note(std::string text);

/// A rectangle of a class's colour.
SymbolDrawer swatch(Rgb fill, Rgb edge = colour::kInkSoft);

}  // namespace fw
