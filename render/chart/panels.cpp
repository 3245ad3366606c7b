#include <algorithm>
#include <cmath>

#include "render/chart/panel_internal.h"

namespace fw {

// Limits, ticks and legend of a panel.

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

namespace {

constexpr double kGap = 26, kTitleRow = 24, kAxisTitleRow = 24, kTickRow = 22, kBarRow = 50;

int columns_of(const PanelFigure& figure) {
  const int panels = std::max(1, static_cast<int>(figure.panels.size()));
  return figure.columns > 0 ? std::min(figure.columns, panels) : std::min(4, panels);
}

/// Space that a row of panels needs around its frames, so that the frames of a row are aligned.
struct RowParts {
  double left = 0, right = 0, top = 0, bottom = 0;
  double aspect = 0;  ///< the tallest
};

RowParts parts_of(ChartSheet& sheet, const ChartPanel& panel, double width) {
  RowParts parts;
  parts.aspect = panel.aspect;
  parts.top = panel.title.empty() ? 4 : kTitleRow;
  if (panel.axes) {
    const PanelAxes axes = panel_axes(panel);
    for (const std::string& label : axes.y.labels)
      parts.left = std::max(parts.left, sheet.width_of(label, tick_style(sheet.colours)) + 9);
    if (!panel.y.title.empty()) parts.top += kAxisTitleRow;
    parts.bottom += kTickRow;
    if (!panel.x.title.empty()) parts.bottom += kAxisTitleRow;
    if (!axes.x.labels.empty())
      parts.right = sheet.width_of(axes.x.labels.back(), tick_style(sheet.colours)) / 2;
  }
  parts.bottom += kBarRow * static_cast<double>(panel_scales(panel).size());
  const auto keys = panel_keys(sheet, panel);
  if (!keys.empty()) parts.bottom += 8 + flow_legend(sheet, keys, 0, 0, width, false);
  return parts;
}

RowParts row_parts(ChartSheet& sheet, const PanelFigure& figure, size_t begin, size_t end, double width) {
  RowParts row;
  for (size_t i = begin; i < end; ++i) {
    const RowParts parts = parts_of(sheet, figure.panels[i], width);
    row.left = std::max(row.left, parts.left);
    row.right = std::max(row.right, parts.right);
    row.top = std::max(row.top, parts.top);
    row.bottom = std::max(row.bottom, parts.bottom);
    row.aspect = std::max(row.aspect, parts.aspect);
  }
  return row;
}

double cell_width(double width, int columns) {
  return (width - kGap * (columns - 1)) / columns;
}

void draw_axes(ChartSheet& sheet, const ChartPanel& panel, const PlotFrame& frame, double left) {
  const PanelAxes axes = panel_axes(panel);
  const TextStyle ticks = tick_style(sheet.colours);
  const Box& box = frame.box;
  for (size_t i = 0; i < axes.y.at.size(); ++i) {
    const double y = frame.y(axes.y.at[i]);
    sheet.pen.line(box.x0 - 4, y, box.x0, y, sheet.colours.axis, 1);
    sheet.text(axes.y.labels[i], box.x0 - 8, y + 0.35 * ticks.size, ticks, Align::right);
  }
  double free_from = -1e9;
  for (size_t i = 0; i < axes.x.at.size(); ++i) {
    const double x = frame.x(axes.x.at[i]), half = sheet.width_of(axes.x.labels[i], ticks) / 2;
    sheet.pen.line(x, box.y1, x, box.y1 + 4, sheet.colours.axis, 1);
    if (x - half < free_from) continue;
    sheet.text(axes.x.labels[i], x, box.y1 + 6 + 0.8 * ticks.size, ticks, Align::centre);
    free_from = x + half + 8;
  }
  if (!panel.y.title.empty())
    sheet.text(axis_title(panel.y), left, box.y0 - 13, ticks, Align::left, box.x1 - left);
  if (!panel.x.title.empty())
    sheet.text(axis_title(panel.x), (box.x0 + box.x1) / 2, box.y1 + kTickRow + 13, ticks, Align::centre,
               box.width());
}

void draw_colour_bar(ChartSheet& sheet, const ResolvedScale& scale, const Box& box) {
  const TextStyle style = tick_style(sheet.colours);
  sheet.text(scale.title, box.x0, box.y0 + 12, style, Align::left, box.width());
  const double y0 = box.y0 + 18, y1 = y0 + 9;
  sheet.gradient({box.x0, y0, box.x1, y1}, scale.map);
  const ChartTicks ticks = scale_ticks(scale);
  const AxisMap map{scale.low, scale.high, box.x0, box.x1, false};
  double free_from = -1e9;
  for (size_t i = 0; i < ticks.at.size(); ++i) {
    const double x = map(ticks.at[i]), half = sheet.width_of(ticks.labels[i], style) / 2;
    sheet.pen.line(x, y1, x, y1 + 3, sheet.colours.axis, 1);
    const double centre = std::clamp(x, box.x0 + half - 4, box.x1 - half + 4);
    if (centre - half < free_from) continue;
    sheet.text(ticks.labels[i], centre, y1 + 15, style, Align::centre);
    free_from = centre + half + 8;
  }
}

void paint_panel(ChartSheet& sheet, const ChartPanel& panel, const Box& frame_box, const Box& cell) {
  const PlotFrame frame = panel_frame(panel, frame_box);
  TextStyle title = label_style(sheet.colours);
  title.bold = true;
  const double title_base = frame_box.y0 - (panel.axes && !panel.y.title.empty() ? kAxisTitleRow : 0) - 9;
  sheet.text(panel.title, panel.axes ? cell.x0 : frame_box.x0, title_base, title, Align::left, cell.width());
  paint_layers(sheet, panel, frame);
  sheet.pen.outline(frame_box, sheet.colours.axis, 1);
  sheet.trace.plots.push_back(frame_box);
  if (panel_is_empty(panel)) draw_no_data(sheet, frame_box);
  double y = frame_box.y1 + 6;
  if (panel.axes) {
    draw_axes(sheet, panel, frame, cell.x0);
    y += kTickRow + (panel.x.title.empty() ? 0 : kAxisTitleRow);
  }
  for (const ResolvedScale& scale : panel_scales(panel)) {
    draw_colour_bar(sheet, scale, {frame_box.x0, y, frame_box.x1, y + kBarRow});
    y += kBarRow;
  }
  const auto keys = panel_keys(sheet, panel);
  if (!keys.empty()) {
    const double height = flow_legend(sheet, keys, frame_box.x0, y, cell.x1 - frame_box.x0, true);
    sheet.trace.legends.push_back({frame_box.x0, y, cell.x1, y + height});
  }
}

}  // namespace

double natural_height(ChartSheet& sheet, const PanelFigure& figure) {
  double height = heading_height(sheet, figure.title, figure.subtitle, {});
  const int columns = columns_of(figure);
  const double width = cell_width(sheet.page.width() - 52, columns);
  for (size_t begin = 0; begin < figure.panels.size(); begin += static_cast<size_t>(columns)) {
    const size_t end = std::min(begin + static_cast<size_t>(columns), figure.panels.size());
    const RowParts row = row_parts(sheet, figure, begin, end, width);
    height += row.top + row.bottom + row.aspect * (width - row.left - row.right) + 8;
  }
  return figure.panels.empty() ? height + 200 : height;
}

void paint(ChartSheet& sheet, const PanelFigure& figure) {
  const Box outer = draw_heading(sheet, figure.title, figure.subtitle, {});
  if (figure.panels.empty()) return draw_no_data(sheet, outer);
  const int columns = columns_of(figure);
  const double width = cell_width(outer.width(), columns);
  // On a page lower than the default, every frame shrinks by the same factor.
  const double wanted = natural_height(sheet, figure), missing = wanted - sheet.page.height();
  double frames = 0;
  std::vector<RowParts> rows;
  for (size_t begin = 0; begin < figure.panels.size(); begin += static_cast<size_t>(columns)) {
    const size_t end = std::min(begin + static_cast<size_t>(columns), figure.panels.size());
    rows.push_back(row_parts(sheet, figure, begin, end, width));
    frames += rows.back().aspect * (width - rows.back().left - rows.back().right);
  }
  const double share = missing <= 0 ? 1 : std::max(0.15, 1 - missing / frames);
  double y = outer.y0;
  for (size_t r = 0; r < rows.size(); ++r) {
    const RowParts& row = rows[r];
    const double frame_width = (width - row.left - row.right) * share;
    for (int c = 0; c < columns; ++c) {
      const size_t i = r * static_cast<size_t>(columns) + static_cast<size_t>(c);
      if (i >= figure.panels.size()) break;
      const double x = outer.x0 + c * (width + kGap) + (1 - share) * width / 2;
      const Box frame{x + row.left, y + row.top, x + row.left + frame_width,
                      y + row.top + figure.panels[i].aspect * frame_width};
      paint_panel(sheet, figure.panels[i], frame, {x, y, x + row.left + frame_width + row.right, 0});
    }
    y += row.top + row.aspect * frame_width + row.bottom + 8;
  }
}

}  // namespace fw
