#include <cairo.h>
#include <algorithm>
#include <cmath>
#include <functional>

#include "render/chart/painters_internal.h"
#include "render/chart/panel_internal.h"

// The contents of a panel's frame.
namespace fw {
namespace {

/// Point where the level crosses the edge between two corners.
Vec2 crossing(Vec2 a, double va, Vec2 b, double vb, double level) {
  return a + (b - a) * ((level - va) / (vb - va));
}

}  // namespace

std::vector<std::pair<Vec2, Vec2>> contour_segments(const Raster<float>& raster, double level) {
  std::vector<std::pair<Vec2, Vec2>> segments;
  for (int r = 0; r + 1 < raster.grid.rows; ++r)
    for (int c = 0; c + 1 < raster.grid.columns; ++c) {
      // Corners clockwise from the north-west.
      const double v[4] = {raster.at(c, r), raster.at(c + 1, r), raster.at(c + 1, r + 1),
                           raster.at(c, r + 1)};
      const double x = c + 0.5, y = r + 0.5;
      const Vec2 p[4] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
      if (!std::isfinite(v[0] + v[1] + v[2] + v[3])) continue;
      Vec2 cut[4];
      int cuts = 0;
      for (int e = 0; e < 4; ++e) {
        const int f = (e + 1) % 4;
        if ((v[e] < level) != (v[f] < level)) cut[cuts++] = crossing(p[e], v[e], p[f], v[f], level);
      }
      if (cuts == 2) segments.emplace_back(cut[0], cut[1]);
      if (cuts != 4) continue;
      // A saddle: the mean decides which corners are connected.
      const bool middle_low = (v[0] + v[1] + v[2] + v[3]) / 4 < level;
      const bool alone_first = middle_low != (v[0] < level);
      segments.emplace_back(cut[0], cut[alone_first ? 3 : 1]);
      segments.emplace_back(cut[2], cut[alone_first ? 1 : 3]);
    }
  return segments;
}

namespace {

/// A colour and its alpha.
struct Ink {
  Rgb colour;
  double alpha = 0;
};

uint32_t premultiplied(Rgb c, double alpha) {
  const auto byte = [](double v) { return static_cast<uint32_t>(std::clamp(v, 0.0, 1.0) * 255 + 0.5); };
  return byte(alpha) << 24 | byte(c.r * alpha) << 16 | byte(c.g * alpha) << 8 | byte(c.b * alpha);
}

/// Interpolates colours, not values: half way from 359 to 1 degree is 0, not 180.
Ink between(const std::vector<Ink>& inks, const GridSpec& grid, double column, double row) {
  const auto at = [&](int c, int r) {
    return inks[grid.index(std::clamp(c, 0, grid.columns - 1), std::clamp(r, 0, grid.rows - 1))];
  };
  const int c = static_cast<int>(std::floor(column)), r = static_cast<int>(std::floor(row));
  const double s = column - c, t = row - r;
  Ink out;
  const double weights[] = {(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t};
  for (int i = 0; i < 4; ++i) {
    const Ink ink = at(c + i % 2, r + i / 2);
    const double w = weights[i] * ink.alpha;
    out.colour.r += w * ink.colour.r, out.colour.g += w * ink.colour.g, out.colour.b += w * ink.colour.b;
    out.alpha += w;
  }
  if (out.alpha > 0)
    out.colour = {out.colour.r / out.alpha, out.colour.g / out.alpha, out.colour.b / out.alpha};
  return out;
}

/// Fills the frame with a raster's colours. The image has a border of one more pixel, because Cairo fades the
/// outermost half pixel of scaled images.
void paint_inks(ChartSheet& sheet, const Box& box, const GridSpec& grid, const std::vector<Ink>& inks,
                bool smooth) {
  if (grid.cells() == 0) return;
  const int split_x = smooth ? std::max(1, 256 / grid.columns) : 1;
  const int split_y = smooth ? std::max(1, 256 / grid.rows) : 1;
  const int w = grid.columns * split_x + 2, h = grid.rows * split_y + 2;
  cairo_surface_t* image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, w, h);
  if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
    cairo_surface_destroy(image);
    return;
  }
  auto* words = reinterpret_cast<uint32_t*>(cairo_image_surface_get_data(image));
  const int stride = cairo_image_surface_get_stride(image) / 4;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const double column = (std::clamp(x - 1, 0, w - 3) + 0.5) / split_x - 0.5;
      const double row = (std::clamp(y - 1, 0, h - 3) + 0.5) / split_y - 0.5;
      const Ink ink = between(inks, grid, column, row);
      words[static_cast<size_t>(y) * stride + x] = premultiplied(ink.colour, ink.alpha);
    }
  cairo_surface_mark_dirty(image);
  cairo_t* cr = sheet.pen.cr;
  cairo_save(cr);
  cairo_translate(cr, box.x0, box.y0);
  cairo_scale(cr, box.width() / (w - 2), box.height() / (h - 2));
  cairo_set_source_surface(cr, image, -1, -1);
  cairo_pattern_set_filter(cairo_get_source(cr), smooth ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST);
  cairo_rectangle(cr, 0, 0, w - 2, h - 2);
  cairo_fill(cr);
  cairo_restore(cr);
  cairo_surface_destroy(image);
}

ResolvedScale field_scale(const PanelField& field) {
  DataRange range;
  for (const float v : field.values.cells)
    if (std::isfinite(v)) range.add(v);
  return resolve(field.scale, range);
}

void paint_field(ChartSheet& sheet, const PanelField& field, const Box& box) {
  const ResolvedScale scale = field_scale(field);
  std::vector<Ink> inks(field.values.size());
  for (size_t i = 0; i < inks.size(); ++i)
    if (std::isfinite(field.values[i])) inks[i] = {scale.colour(field.values[i]), 1};
  paint_inks(sheet, box, field.values.grid, inks, field.smooth);
  const double across = box.width() / std::max(1, field.values.grid.columns);
  const double down = box.height() / std::max(1, field.values.grid.rows);
  for (const double level : field.contours) {
    auto lines = contour_segments(field.values, level);
    for (auto& [a, b] : lines) {
      a = {box.x0 + a.x * across, box.y0 + a.y * down};
      b = {box.x0 + b.x * across, box.y0 + b.y * down};
    }
    sheet.segments(lines, Rgb::hex(0xFFFFFF), 1.6, 1);
  }
}

void paint_classes(ChartSheet& sheet, const PanelClasses& classes, const Box& box) {
  std::vector<Ink> inks(classes.codes.size());
  for (size_t i = 0; i < inks.size(); ++i) {
    const size_t code = classes.codes[i];
    if (code > 0 && code <= classes.classes.size()) inks[i] = {classes.classes[code - 1].colour, 1};
  }
  paint_inks(sheet, box, classes.codes.grid, inks, false);
}

void paint_arrow(ChartSheet& sheet, Vec2 from, Vec2 to, Rgb colour) {
  const Vec2 d = to - from;
  const double length = std::sqrt(d.x * d.x + d.y * d.y);
  if (!(length > 0.3)) return;
  const Vec2 along = d * (1 / length), side{-along.y, along.x};
  const double head = std::clamp(0.42 * length, 2.2, 7.0);
  const Vec2 neck = to - along * head;
  sheet.pen.line(from.x, from.y, neck.x + along.x * 0.5, neck.y + along.y * 0.5, colour, 1.3);
  sheet.polygon({to, neck + side * (0.45 * head), neck - side * (0.45 * head)}, colour, 1);
}

void paint_arrows(ChartSheet& sheet, const PanelArrows& arrows, const PlotFrame& frame) {
  const ResolvedScale scale = resolve(arrows.scale, finite_range(arrows.values));
  for (size_t i = 0; i < arrows.x.size(); ++i) {
    const Vec2 from{frame.x(arrows.x[i]), frame.y(arrows.y[i])};
    const Vec2 to{frame.x(arrows.x[i] + arrows.dx[i]), frame.y(arrows.y[i] + arrows.dy[i])};
    if (!std::isfinite(from.x + from.y + to.x + to.y)) {
      ++sheet.skipped;
      continue;
    }
    // Cairo's coordinates are 24.8 fixed point: points far outside the frame are clamped.
    if (!frame.box.grown(60).holds(from.x, from.y) || !frame.box.grown(200).holds(to.x, to.y)) continue;
    paint_arrow(sheet, from, to, arrows.values.empty() ? sheet.colours.ink : scale.colour(arrows.values[i]));
  }
}

void paint_marks(ChartSheet& sheet, const PanelMarks& marks, const PlotFrame& frame) {
  const ResolvedScale scale = resolve(marks.scale, finite_range(marks.values));
  for (size_t i = 0; i < marks.x.size(); ++i) {
    const double x = frame.x(marks.x[i]), y = frame.y(marks.y[i]);
    if (!std::isfinite(x + y)) {
      ++sheet.skipped;
      continue;
    }
    if (!frame.box.grown(marks.size).holds(x, y)) continue;
    const Rgb colour = marks.values.empty() ? sheet.colours.of(marks.colour) : scale.colour(marks.values[i]);
    sheet.marker(marks.marker, x, y, marks.size, colour, marks.hollow);
  }
}

void paint_curve(ChartSheet& sheet, const PanelCurve& curve, const PlotFrame& frame) {
  std::vector<Vec2> points;
  const auto flush = [&] {
    sheet.polyline(points, sheet.colours.of(curve.colour), 2);
    points.clear();
  };
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const Vec2 p{frame.x(curve.x[i]), frame.y(curve.y[i])};
    if (!std::isfinite(p.x + p.y)) ++sheet.skipped;
    if (std::isfinite(p.x + p.y) && frame.box.grown(400).holds(p.x, p.y))
      points.push_back(p);
    else
      flush();
  }
  flush();
}

/// A light grid under curves; not drawn over fields.
void paint_grid(ChartSheet& sheet, const ChartPanel& panel, const PlotFrame& frame) {
  if (panel.field || panel.classes || panel.curves.empty()) return;
  const PanelAxes axes = panel_axes(panel);
  for (const double at : axes.x.at)
    sheet.pen.line(frame.x(at), frame.box.y0, frame.x(at), frame.box.y1, sheet.colours.grid, 1);
  for (const double at : axes.y.at)
    sheet.pen.line(frame.box.x0, frame.y(at), frame.box.x1, frame.y(at), sheet.colours.grid, 1);
}

}  // namespace

void paint_layers(ChartSheet& sheet, const ChartPanel& panel, const PlotFrame& frame) {
  const ClipTo clip(sheet.pen, frame.box);
  paint_grid(sheet, panel, frame);
  if (panel.field) paint_field(sheet, *panel.field, frame.box);
  if (panel.classes) paint_classes(sheet, *panel.classes, frame.box);
  for (const PanelCurve& curve : panel.curves) paint_curve(sheet, curve, frame);
  if (panel.arrows) paint_arrows(sheet, *panel.arrows, frame);
  for (const PanelMarks& marks : panel.marks) paint_marks(sheet, marks, frame);
}

}  // namespace fw
