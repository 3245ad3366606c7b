#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/geometry.h"
#include "render/chart/colours.h"
#include "render/page/painter.h"

namespace fw {

/// Positions of everything drawn, for tests of the layout; boxes in chart units.
struct ChartTrace {
  struct Text {
    std::string words;
    Box box;
  };
  std::vector<Text> texts;
  std::vector<Box> plots;  ///< the frames that hold data
  std::vector<Box> bars;
  std::vector<Box> legends;
};

/// draw_chart, with the positions of what it drew.
Result<std::string> draw_chart_traced(const Chart& chart, const ChartStyle& style, PageFormat format,
                                      ChartTrace& trace);

/// A page in chart units: 1000 across at text scale 1, y down.
struct ChartSheet {
  Painter pen;
  const ChartColours& colours;
  Box page;
  ChartTrace& trace;
  size_t skipped = 0;  ///< values left out because they are not finite (or not positive on a log axis)

  double width_of(std::string_view words, const TextStyle& style) const;
  /// Text on a baseline; records its box.
  void text(std::string_view words, double x, double baseline, const TextStyle& style,
            Align align = Align::left, double max_width = 0);
  /// Text that runs upwards from (x, y), x being its baseline.
  void text_up(std::string_view words, double x, double y, const TextStyle& style);
  /// Text that ends at (x, y) and rises towards it at 35 degrees.
  void text_slanted(std::string_view words, double x, double y, const TextStyle& style);
  /// A colour map from left to right.
  void gradient(const Box& box, ColourMap map);
  /// Separate lines of one style, stroked as one path.
  void segments(const std::vector<std::pair<Vec2, Vec2>>& lines, Rgb colour, double width, double alpha);
  void disc(double x, double y, double radius, Rgb fill, double alpha = 1);
  /// A filled marker with a thin halo in the paper's colour; hollow draws a ring.
  void marker(ChartMarker shape, double x, double y, double diameter, Rgb colour, bool hollow = false);
  void polyline(const std::vector<Vec2>& points, Rgb colour, double width, double alpha = 1,
                std::vector<double> dash = {});
  void polygon(const std::vector<Vec2>& points, Rgb fill, double alpha);
};

/// Type sizes of all charts.
TextStyle title_style(const ChartColours& colours);
TextStyle subtitle_style(const ChartColours& colours);
TextStyle label_style(const ChartColours& colours);
TextStyle tick_style(const ChartColours& colours);
TextStyle small_style(const ChartColours& colours);

/// "Jerk (m/s)"; without a unit the name alone.
std::string axis_title(const ChartAxis& axis);

/// One entry of a legend.
struct ChartKey {
  enum class Look : uint8_t { swatch, marker, hollow_marker, line, whisker };
  std::string name;
  Look look = Look::swatch;
  Rgb colour;
  ChartMarker marker = ChartMarker::circle;
  bool breaks_before = false;  ///< starts a new row
};

/// Draws title, subtitle and legend at the top of the page; returns the box left for plots, with room for a
/// note at the foot.
Box draw_heading(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
                 const std::vector<ChartKey>& legend);
/// The height of heading and foot together.
double heading_height(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
                      const std::vector<ChartKey>& legend);
/// Lays the keys out in rows from (x, y) down; returns the height. Draws only if `draw`.
double flow_legend(ChartSheet& sheet, const std::vector<ChartKey>& legend, double x, double y, double width,
                   bool draw);
/// The note about left-out values, if any, at the foot of the page.
void draw_note(ChartSheet& sheet);
/// "No data to draw" in the middle of a plot.
void draw_no_data(ChartSheet& sheet, const Box& plot);

}  // namespace fw
