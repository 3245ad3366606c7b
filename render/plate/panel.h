#pragma once

#include <functional>
#include <string>
#include <vector>

#include "render/map/scene/plate_style.h"
#include "render/page/painter.h"

namespace fw {

/// The least size of letters in a panel, in the panel's own units, and how many page units one of those has:
/// the letters are of 6 points.
inline constexpr double kPanelType = 14.5, kPanelUnit = kLeastType / kPanelType;
/// Width of a usual column, in panel units.
inline constexpr double kPanelWidth = 470 / kPanelUnit;

/// Where one row of the panel is drawn, in panel units.
struct Slot {
  double x = 0;
  double y = 0;  ///< middle of the row
  double width = 0;
  double height = 0;
  double scale = 1;  ///< of text and symbols
};

struct PanelRow {
  double height = 28.5;
  std::function<void(const Painter&, const Slot&)> draw;
};

struct PanelSection {
  std::string heading;
  std::vector<PanelRow> rows;
  size_t header_rows = 0;  ///< first rows that stand again where the section goes on in another column
};

/// Whether every row has room in the columns, which are in page units.
bool panel_fits(const std::vector<Box>& columns, std::vector<PanelSection> sections);

/// Takes what has room in the columns out of `sections`: whole sections, the others stay in their order. On
/// an empty page (`fresh`) something is taken in any case: of a section that is longer than all columns the
/// first rows.
std::vector<PanelSection> take_fitting(const std::vector<Box>& columns, std::vector<PanelSection>& sections,
                                       bool fresh);

/// All rows of all sections, from the top of the first column on. In one column they are spread towards its
/// bottom: rows breathe first, then the gaps between sections, up to a limit. Several columns are filled
/// evenly; a section that is longer than a column goes on in the next one. In a crowded panel rows stand
/// closer; letters keep their size.
void draw_panel(const Painter& pen, const std::vector<Box>& columns, std::vector<PanelSection> sections);

using SymbolDrawer = std::function<void(const Painter&, double x, double y, double scale)>;

/// Symbol, name, count.
struct LegendItem {
  SymbolDrawer symbol;
  std::string text = {};
  std::string value;
};
/// Labels are never cut: one that is too long stands on two lines, or all of them in fewer columns.
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
  double size = 0;               ///< of the letters; 0 = the row's
  std::vector<double> bar = {};  ///< a stacked bar from x to x + max_width
  std::vector<Rgb> bar_colours = {};
};
PanelRow table_row(std::vector<TableCell> cells, double height = 21.5, double size = 14.5);

PanelRow key_value(std::string key, std::string value);
/// On as many lines as it needs, at most three.
PanelRow note(std::string text);

/// A rectangle of a class's colour.
SymbolDrawer swatch(Rgb fill, Rgb edge = colour::kInkSoft);

}  // namespace fw
