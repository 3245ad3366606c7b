#include "render/chart/chart.h"

#include <cairo.h>
#include <cmath>

#include "render/chart/painters_internal.h"
#include "render/page/canvas.h"
#include "render/page/numbers.h"

namespace fw {
namespace {

constexpr int kLeastSide_px = 100;

Error bad_style(const std::string& found, const std::string& expected) {
  return {ErrorKind::usage, "chart style: " + found + "; expected " + expected};
}

Result<Done> check_style(const ChartStyle& style) {
  if (style.dpi < 1 || style.dpi > 2400) return bad_style("dpi " + std::to_string(style.dpi), "1 to 2400");
  if (!(style.text_scale >= 0.5 && style.text_scale <= 3))
    return bad_style("text_scale " + decimal(style.text_scale, 3), "0.5 to 3");
  for (const int side : {style.width_px, style.height_px == 0 ? style.width_px : style.height_px}) {
    if (side < kLeastSide_px)
      return bad_style("a side of " + std::to_string(side) + " pixels",
                       "at least " + std::to_string(kLeastSide_px));
    if (side > kMaxPageSide_px)
      return Error{ErrorKind::limit, "a chart of " + std::to_string(side) +
                                         " pixels is beyond Cairo's limit of " +
                                         std::to_string(kMaxPageSide_px) + "; ask for a smaller one"};
  }
  return Done{};
}

double units_across(const ChartStyle& style) {
  return 1000 / style.text_scale;
}

Result<PageSize> page_of(const Chart& chart, const ChartStyle& style, Typesetter& letters) {
  if (style.height_px > 0) return PageSize{style.width_px, style.height_px};
  ChartTrace unseen;
  ChartSheet sheet{{nullptr, &letters}, chart_colours(style.theme), {0, 0, units_across(style), 0}, unseen};
  const double units = std::visit([&](const auto& c) { return natural_height(sheet, c); }, chart);
  const double height = std::ceil(units * style.width_px / units_across(style));
  if (!(height <= kMaxPageSide_px))
    return Error{ErrorKind::limit, "the chart would be " + decimal(height, 0) +
                                       " pixels high; Cairo's limit is " + std::to_string(kMaxPageSide_px) +
                                       "; ask for a smaller width"};
  return PageSize{style.width_px, static_cast<int>(height)};
}

}  // namespace

Result<std::string> draw_chart_traced(const Chart& chart, const ChartStyle& style, PageFormat format,
                                      ChartTrace& trace) {
  if (auto ok = check_style(style); !ok) return ok.error();
  if (auto ok = std::visit([](const auto& c) { return check_chart(c); }, chart); !ok) return ok.error();
  auto letters = Typesetter::open();
  if (!letters) return letters.error();
  const auto page = page_of(chart, style, letters.value());
  if (!page) return page.error();
  auto canvas = Canvas::create(page.value(), style.dpi, format);
  if (!canvas) return canvas.error();
  cairo_t* cr = canvas.value().context();
  const double scale = style.width_px / units_across(style);
  cairo_scale(cr, scale, scale);
  ChartSheet sheet{{cr, &letters.value()},
                   chart_colours(style.theme),
                   {0, 0, units_across(style), page.value().height_px / scale},
                   trace};
  sheet.pen.rectangle(sheet.page.grown(1), sheet.colours.paper);
  std::visit([&](const auto& c) { paint(sheet, c); }, chart);
  draw_note(sheet);
  if (auto ok = canvas.value().check("chart"); !ok) return ok.error();
  return canvas.value().finish();
}

Result<std::string> draw_chart(const Chart& chart, const ChartStyle& style, PageFormat format) {
  ChartTrace unseen;
  return draw_chart_traced(chart, style, format, unseen);
}

namespace {

Error mismatch(const std::string& what, size_t a, size_t b) {
  return {ErrorKind::internal,
          "chart: " + what + " differ in length (" + std::to_string(a) + ", " + std::to_string(b) + ")"};
}

template <typename T>
bool fits(const Raster<T>& raster) {
  return raster.cells.size() == raster.grid.cells() && raster.grid.columns >= 0 && raster.grid.rows >= 0;
}

Result<Done> check_panel(const ChartPanel& panel) {
  if (!(panel.aspect > 0.02 && panel.aspect < 50))
    return Error{ErrorKind::internal, "chart: the aspect of a panel lies outside 0.02 to 50"};
  if (panel.field && !fits(panel.field->values))
    return mismatch("a field's cells and grid", panel.field->values.size(), panel.field->values.grid.cells());
  if (panel.classes && !fits(panel.classes->codes))
    return mismatch("the codes' cells and grid", panel.classes->codes.size(),
                    panel.classes->codes.grid.cells());
  if (panel.arrows) {
    const PanelArrows& a = *panel.arrows;
    for (const auto* other : {&a.y, &a.dx, &a.dy})
      if (other->size() != a.x.size()) return mismatch("an arrow's numbers", a.x.size(), other->size());
    if (!a.values.empty() && a.values.size() != a.x.size())
      return mismatch("arrows and their values", a.x.size(), a.values.size());
  }
  for (const PanelMarks& marks : panel.marks) {
    if (marks.x.size() != marks.y.size()) return mismatch("marks' x and y", marks.x.size(), marks.y.size());
    if (!marks.values.empty() && marks.values.size() != marks.x.size())
      return mismatch("marks and their values", marks.x.size(), marks.values.size());
  }
  for (const PanelCurve& curve : panel.curves)
    if (curve.x.size() != curve.y.size())
      return mismatch("a curve's x and y", curve.x.size(), curve.y.size());
  return Done{};
}

}  // namespace

Result<Done> check_chart(const BarChart& chart) {
  for (const BarSeries& series : chart.series) {
    if (series.values.size() != chart.groups.size())
      return mismatch("bars and groups", series.values.size(), chart.groups.size());
    for (const auto* extra : {&series.half_widths, &series.references})
      if (!extra->empty() && extra->size() != chart.groups.size())
        return mismatch("a bar's extras and groups", extra->size(), chart.groups.size());
  }
  return Done{};
}

Result<Done> check_chart(const ScatterChart& chart) {
  for (const PointSeries& series : chart.series)
    if (series.x.size() != series.y.size())
      return mismatch("points' x and y", series.x.size(), series.y.size());
  return Done{};
}

Result<Done> check_chart(const LineChart& chart) {
  for (const LineSeries& series : chart.series) {
    if (series.x.size() != series.y.size())
      return mismatch("a line's x and y", series.x.size(), series.y.size());
    if (!series.half_widths.empty() && series.half_widths.size() != series.x.size())
      return mismatch("a line and its band", series.x.size(), series.half_widths.size());
  }
  return Done{};
}

Result<Done> check_chart(const Histogram& chart) {
  if (chart.most_bins < 2 || chart.most_bins > 400)
    return Error{ErrorKind::internal, "chart: most_bins lies outside 2 to 400"};
  return Done{};
}

Result<Done> check_chart(const PanelFigure& chart) {
  if (chart.columns < 0 || chart.columns > 8)
    return Error{ErrorKind::internal, "chart: the columns of a figure lie outside 0 to 8"};
  for (const ChartPanel& panel : chart.panels)
    if (auto ok = check_panel(panel); !ok) return ok;
  return Done{};
}

}  // namespace fw
