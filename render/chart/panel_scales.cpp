#include <algorithm>
#include <cmath>

#include "render/chart/panel_internal.h"

// Limits, ticks and legend of a panel.
namespace fw {
namespace {

DataRange raster_range(const Raster<float>& raster) {
  DataRange range;
  for (const float v : raster.cells)
    if (std::isfinite(v)) range.add(v);
  return range;
}

void add_all(DataRange& range, const std::vector<double>& values) {
  for (const double v : values)
    if (std::isfinite(v)) range.add(v);
}

ChartTicks exact_ticks(const ChartAxis& axis, DataRange range) {
  if (std::isfinite(axis.low)) range.low = axis.low, range.any = true;
  if (std::isfinite(axis.high)) range.high = axis.high, range.any = true;
  if (!range.any) range = {0, 1, true};
  if (!(range.high > range.low)) range.high = range.low + 1;
  return linear_ticks(range.low, range.high, 6, true);
}

}  // namespace

ResolvedScale resolve(const ColourScale& scale, const DataRange& data) {
  ResolvedScale out;
  out.map = scale.map;
  out.title = scale.unit.empty() ? scale.title : scale.title + " (" + scale.unit + ")";
  out.low = std::isfinite(scale.low) ? scale.low : data.any ? data.low : 0;
  out.high = std::isfinite(scale.high) ? scale.high : data.any ? data.high : 1;
  if (!(out.high > out.low)) out.high = out.low + 1;
  return out;
}

ChartTicks scale_ticks(const ResolvedScale& scale) {
  if (scale.map == ColourMap::cyclic && scale.low == 0 && scale.high == 360)
    return {.low = 0, .high = 360, .at = {0, 90, 180, 270, 360}, .labels = {"0", "90", "180", "270", "360"}};
  return linear_ticks(scale.low, scale.high, 6, true);
}

std::vector<ResolvedScale> panel_scales(const ChartPanel& panel) {
  std::vector<ResolvedScale> scales;
  const auto add = [&](const ResolvedScale& scale) {
    const bool known = std::any_of(scales.begin(), scales.end(),
                                   [&](const ResolvedScale& s) { return s.title == scale.title; });
    if (!scale.title.empty() && !known) scales.push_back(scale);
  };
  if (panel.field) add(resolve(panel.field->scale, raster_range(panel.field->values)));
  if (panel.arrows && !panel.arrows->values.empty())
    add(resolve(panel.arrows->scale, finite_range(panel.arrows->values)));
  for (const PanelMarks& marks : panel.marks)
    if (!marks.values.empty()) add(resolve(marks.scale, finite_range(marks.values)));
  return scales;
}

PanelAxes panel_axes(const ChartPanel& panel) {
  DataRange x, y;
  for (const PanelMarks& marks : panel.marks) add_all(x, marks.x), add_all(y, marks.y);
  for (const PanelCurve& curve : panel.curves) add_all(x, curve.x), add_all(y, curve.y);
  if (panel.arrows) add_all(x, panel.arrows->x), add_all(y, panel.arrows->y);
  return {exact_ticks(panel.x, x), exact_ticks(panel.y, y)};
}

PlotFrame panel_frame(const ChartPanel& panel, const Box& box) {
  const PanelAxes axes = panel_axes(panel);
  PlotFrame frame;
  frame.box = box;
  frame.x = map_of(axes.x, box.x0, box.x1);
  frame.y = map_of(axes.y, box.y1, box.y0);
  return frame;
}

std::vector<ChartKey> panel_keys(const ChartSheet& sheet, const ChartPanel& panel) {
  std::vector<ChartKey> keys;
  if (panel.classes)
    for (const PanelClass& c : panel.classes->classes)
      if (!c.name.empty()) keys.push_back({c.name, ChartKey::Look::swatch, c.colour});
  for (const PanelMarks& marks : panel.marks)
    if (!marks.name.empty())
      keys.push_back({marks.name, marks.hollow ? ChartKey::Look::hollow_marker : ChartKey::Look::marker,
                      marks.values.empty() ? sheet.colours.of(marks.colour) : sheet.colours.ink_soft,
                      marks.marker});
  for (const PanelCurve& curve : panel.curves)
    if (!curve.name.empty())
      keys.push_back({curve.name, ChartKey::Look::line, sheet.colours.of(curve.colour)});
  return keys;
}

bool panel_is_empty(const ChartPanel& panel) {
  if (panel.field && panel.field->values.size() > 0) return false;
  if (panel.classes && panel.classes->codes.size() > 0) return false;
  if (panel.arrows && !panel.arrows->x.empty()) return false;
  for (const PanelMarks& marks : panel.marks)
    if (!marks.x.empty()) return false;
  for (const PanelCurve& curve : panel.curves)
    if (!curve.x.empty()) return false;
  return true;
}

}  // namespace fw
