#include "render/chart/painters_internal.h"

namespace fw {
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
