#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "render/page/page.h"

namespace fw {

enum class ChartTheme : uint8_t { light, dark };

/// Appearance of a chart; does not affect the figures.
struct ChartStyle {
  int width_px = 1800;
  int height_px = 0;  ///< 0 = the height that suits the chart
  int dpi = 200;      ///< 1 to 2400; written into the PNG, sets the physical size of SVG and PDF
  ChartTheme theme = ChartTheme::light;
  double text_scale = 1;  ///< 0.5 to 3: letters and strokes against the page's width
};

/// "From the data" where a limit may be left out.
inline constexpr double kAutomatic = std::numeric_limits<double>::quiet_NaN();

enum class AxisKind : uint8_t { linear, logarithmic };

/// One axis. Given limits are kept; missing ones become round numbers around the data.
struct ChartAxis {
  std::string title;
  std::string unit;  ///< "m", "1/s"; "" = pure number
  AxisKind kind = AxisKind::linear;
  double low = kAutomatic;
  double high = kAutomatic;
};

/// One colour of bars; the arrays have an entry per group, NaN = no such bar, interval or mark.
struct BarSeries {
  std::string name;
  std::vector<double> values;
  std::vector<double> half_widths;  ///< of the interval around the value; may be empty
  std::vector<double> references;   ///< drawn as a small diamond; may be empty
};

/// Clusters of bars with intervals. Bars begin at 0, or at the lower end of a logarithmic axis.
struct BarChart {
  std::string title;
  std::string subtitle;
  std::vector<std::string> groups;
  std::vector<size_t> emphasised;  ///< groups with a bold name
  std::vector<BarSeries> series;
  ChartAxis y;
  bool ordered_series = false;  ///< shades of one colour instead of different colours
  std::string interval_name;    ///< legend of the whiskers, "95 % interval"
  std::string reference_name;   ///< legend of the diamonds, "published"
  bool figures = true;          ///< writes values on bars that have room
};

enum class ChartMarker : uint8_t { circle, square, triangle, diamond, cross, plus };

/// Points of one colour and one marker; indices into the names of the chart.
struct PointSeries {
  size_t colour = 0;
  size_t marker = 0;
  std::vector<double> x;
  std::vector<double> y;
};

/// Points distinguished by colour and marker: up to 8 colours and 6 markers without repetition.
struct ScatterChart {
  std::string title;
  std::string subtitle;
  ChartAxis x;
  ChartAxis y;
  std::vector<std::string> colour_names;
  std::vector<std::string> marker_names;
  std::vector<PointSeries> series;
};

struct LineSeries {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;            ///< NaN breaks the line
  std::vector<double> half_widths;  ///< a band around the line; may be empty
};

struct LineChart {
  std::string title;
  std::string subtitle;
  ChartAxis x;
  ChartAxis y;
  std::vector<LineSeries> series;
  std::string band_name;  ///< legend of the bands
  bool facets = false;    ///< a small plot per series with common axes, instead of one plot
};

struct HistogramSeries {
  std::string name;
  std::vector<double> values;
};

/// Counts in bins of one round width, the same for all series.
struct Histogram {
  std::string title;
  std::string subtitle;
  ChartAxis x;
  std::string count_name = "count";
  std::vector<HistogramSeries> series;
  int most_bins = 40;  ///< 2 to 400
};

/// sequential: dark to light in even steps of lightness, for fields; vivid: the same for thin marks, which
/// must be visible on paper of either theme; cyclic: headings and phases; diverging: around a middle.
enum class ColourMap : uint8_t { sequential, vivid, cyclic, diverging };

/// How values become colours, with the bar that explains it.
struct ColourScale {
  ColourMap map = ColourMap::sequential;
  double low = kAutomatic;
  double high = kAutomatic;
  std::string title;
  std::string unit;
};

/// A field as the background. NaN cells stay empty. The raster fills the panel, regardless of its axes.
struct PanelField {
  Raster<float> values;
  ColourScale scale;
  bool smooth = true;            ///< interpolates colours between cells; false shows the cells
  std::vector<double> contours;  ///< levels drawn as lines
};

struct PanelClass {
  std::string name;
  Rgb colour;
};

/// Classes by code; code 0 stays empty, code k is classes[k - 1].
struct PanelClasses {
  Raster<uint8_t> codes;
  std::vector<PanelClass> classes;
};

/// Marks of one style. `values` colours them by `scale`; empty = one colour.
struct PanelMarks {
  std::string name;  ///< for the panel's legend; "" = none
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> values;
  ColourScale scale;
  ChartMarker marker = ChartMarker::circle;
  double size = 5;      ///< diameter in chart units (page width / 1000)
  bool hollow = false;  ///< a ring instead of a disc
  size_t colour = 0;    ///< of the categorical colours, where there are no values
};

/// Arrows that start at (x, y) and go by (dx, dy) in axis units.
struct PanelArrows {
  std::vector<double> x, y, dx, dy;
  std::vector<double> values;  ///< colours by `scale`; may be empty
  ColourScale scale;
};

struct PanelCurve {
  std::string name;
  std::vector<double> x, y;
  size_t colour = 0;
};

/// One panel of a figure: a field or classes, and the marks on it, in the panel's axes.
struct ChartPanel {
  std::string title;
  ChartAxis x;
  ChartAxis y;
  bool axes = true;   ///< ticks and titles; false leaves the frame
  double aspect = 1;  ///< height / width of the frame
  std::optional<PanelField> field;
  std::optional<PanelClasses> classes;
  std::optional<PanelArrows> arrows;
  std::vector<PanelMarks> marks;
  std::vector<PanelCurve> curves;
};

/// Panels side by side, row by row.
struct PanelFigure {
  std::string title;
  std::string subtitle;
  std::vector<ChartPanel> panels;
  int columns = 0;  ///< 0 = all in one row, at most 4
};

using Chart = std::variant<BarChart, ScatterChart, LineChart, Histogram, PanelFigure>;

/// Draws a chart into the bytes of a file. Same inputs give the same bytes on one build. Values that are not
/// finite, or not positive on a logarithmic axis, are left out and counted in a note below the chart; a chart
/// without any value shows a message in its plot. ErrorKind::usage for a style out of its range,
/// ErrorKind::limit, naming the number, for a side longer than Cairo's, ErrorKind::internal if arrays that
/// belong together differ in length.
Result<std::string> draw_chart(const Chart& chart, const ChartStyle& style, PageFormat format);

}  // namespace fw
