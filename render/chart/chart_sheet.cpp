#include "render/chart/chart_sheet.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fw {
namespace {

constexpr double kSlant = -35 * std::numbers::pi / 180;

void marker_path(cairo_t* cr, ChartMarker shape, double x, double y, double r) {
  cairo_new_path(cr);
  switch (shape) {
    case ChartMarker::circle:
      cairo_arc(cr, x, y, r, 0, 2 * std::numbers::pi);
      break;
    case ChartMarker::square:
      cairo_rectangle(cr, x - 0.86 * r, y - 0.86 * r, 1.72 * r, 1.72 * r);
      break;
    case ChartMarker::triangle:
      cairo_move_to(cr, x, y - 1.12 * r);
      cairo_line_to(cr, x + 1.05 * r, y + 0.8 * r);
      cairo_line_to(cr, x - 1.05 * r, y + 0.8 * r);
      cairo_close_path(cr);
      break;
    case ChartMarker::diamond:
      cairo_move_to(cr, x, y - 1.2 * r);
      cairo_line_to(cr, x + 1.2 * r, y);
      cairo_line_to(cr, x, y + 1.2 * r);
      cairo_line_to(cr, x - 1.2 * r, y);
      cairo_close_path(cr);
      break;
    case ChartMarker::cross:
      cairo_move_to(cr, x - 0.8 * r, y - 0.8 * r);
      cairo_line_to(cr, x + 0.8 * r, y + 0.8 * r);
      cairo_move_to(cr, x - 0.8 * r, y + 0.8 * r);
      cairo_line_to(cr, x + 0.8 * r, y - 0.8 * r);
      break;
    case ChartMarker::plus:
      cairo_move_to(cr, x - r, y);
      cairo_line_to(cr, x + r, y);
      cairo_move_to(cr, x, y - r);
      cairo_line_to(cr, x, y + r);
      break;
  }
}

void trace_points(cairo_t* cr, const std::vector<Vec2>& points) {
  cairo_new_path(cr);
  for (size_t i = 0; i < points.size(); ++i)
    i == 0 ? cairo_move_to(cr, points[i].x, points[i].y) : cairo_line_to(cr, points[i].x, points[i].y);
}

}  // namespace

double ChartSheet::width_of(std::string_view words, const TextStyle& style) const {
  return pen.type->measure(words, style).width;
}

void ChartSheet::text(std::string_view words, double x, double baseline, const TextStyle& style, Align align,
                      double max_width) {
  const TextExtent extent = pen.type->measure(words, style);
  const double width = max_width > 0 ? std::min(max_width, extent.width) : extent.width;
  const double left = align == Align::left ? x : align == Align::centre ? x - width / 2 : x - width;
  trace.texts.push_back(
      {std::string(words), {left, baseline - extent.ascent, left + width, baseline + extent.descent}});
  pen.text(words, x, baseline, style, align, max_width);
}

void ChartSheet::text_up(std::string_view words, double x, double y, const TextStyle& style) {
  const TextExtent extent = pen.type->measure(words, style);
  trace.texts.push_back({std::string(words), {x - extent.ascent, y - extent.width, x + extent.descent, y}});
  cairo_save(pen.cr);
  cairo_translate(pen.cr, x, y);
  cairo_rotate(pen.cr, -std::numbers::pi / 2);
  pen.text(words, 0, 0, style);
  cairo_restore(pen.cr);
}

void ChartSheet::text_slanted(std::string_view words, double x, double y, const TextStyle& style) {
  cairo_save(pen.cr);
  cairo_translate(pen.cr, x, y);
  cairo_rotate(pen.cr, kSlant);
  pen.text(words, 0, 0, style, Align::right);
  cairo_restore(pen.cr);
}

void ChartSheet::gradient(const Box& box, ColourMap map) {
  constexpr int kStops = 32;
  cairo_pattern_t* pattern = cairo_pattern_create_linear(box.x0, 0, box.x1, 0);
  for (int i = 0; i <= kStops; ++i) {
    const double share = static_cast<double>(i) / kStops;
    // The cyclic map ends in its first colour.
    const Rgb c = map_colour(map, std::min(share, 1 - 1e-9));
    cairo_pattern_add_color_stop_rgb(pattern, share, c.r, c.g, c.b);
  }
  cairo_set_source(pen.cr, pattern);
  cairo_new_path(pen.cr);
  cairo_rectangle(pen.cr, box.x0, box.y0, box.width(), box.height());
  cairo_fill(pen.cr);
  cairo_pattern_destroy(pattern);
}

void ChartSheet::segments(const std::vector<std::pair<Vec2, Vec2>>& lines, Rgb colour, double width,
                          double alpha) {
  cairo_new_path(pen.cr);
  for (const auto& [a, b] : lines) {
    cairo_move_to(pen.cr, a.x, a.y);
    cairo_line_to(pen.cr, b.x, b.y);
  }
  pen.colour(colour, alpha);
  cairo_set_line_width(pen.cr, width);
  cairo_set_line_cap(pen.cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_dash(pen.cr, nullptr, 0, 0);
  cairo_stroke(pen.cr);
}

void ChartSheet::disc(double x, double y, double radius, Rgb fill, double alpha) {
  pen.colour(fill, alpha);
  cairo_new_path(pen.cr);
  cairo_arc(pen.cr, x, y, radius, 0, 2 * std::numbers::pi);
  cairo_fill(pen.cr);
}

void ChartSheet::marker(ChartMarker shape, double x, double y, double diameter, Rgb colour, bool hollow) {
  cairo_t* cr = pen.cr;
  cairo_set_dash(cr, nullptr, 0, 0);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
  marker_path(cr, shape, x, y, diameter / 2);
  const bool strokes = shape == ChartMarker::cross || shape == ChartMarker::plus;
  const double weight = std::max(1.1, 0.2 * diameter);
  if (strokes || hollow) {
    pen.colour(colours.paper, strokes ? 0.85 : 0.6);
    cairo_set_line_width(cr, weight + 1.6);
    cairo_stroke_preserve(cr);
    pen.colour(colour);
    cairo_set_line_width(cr, weight);
    cairo_stroke(cr);
    return;
  }
  pen.colour(colours.paper);
  cairo_set_line_width(cr, std::clamp(0.22 * diameter, 0.5, 1.6));
  cairo_stroke_preserve(cr);
  pen.colour(colour);
  cairo_fill(cr);
}

void ChartSheet::polyline(const std::vector<Vec2>& points, Rgb colour, double width, double alpha,
                          std::vector<double> dash) {
  if (points.size() < 2) return;
  trace_points(pen.cr, points);
  pen.colour(colour, alpha);
  cairo_set_line_width(pen.cr, width);
  cairo_set_line_join(pen.cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(pen.cr, dash.empty() ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  cairo_set_dash(pen.cr, dash.data(), static_cast<int>(dash.size()), 0);
  cairo_stroke(pen.cr);
  cairo_set_dash(pen.cr, nullptr, 0, 0);
}

void ChartSheet::polygon(const std::vector<Vec2>& points, Rgb fill, double alpha) {
  if (points.size() < 3) return;
  trace_points(pen.cr, points);
  cairo_close_path(pen.cr);
  pen.colour(fill, alpha);
  cairo_fill(pen.cr);
}

TextStyle title_style(const ChartColours& colours) {
  TextStyle style;
  style.bold = true;
  style.size = 21;
  style.colour = colours.ink;
  return style;
}
TextStyle subtitle_style(const ChartColours& colours) {
  TextStyle style;
  style.size = 14.5;
  style.colour = colours.ink_soft;
  return style;
}
TextStyle label_style(const ChartColours& colours) {
  TextStyle style;
  style.size = 14.5;
  style.colour = colours.ink;
  return style;
}
TextStyle tick_style(const ChartColours& colours) {
  TextStyle style;
  style.size = 13;
  style.colour = colours.ink_soft;
  return style;
}
TextStyle small_style(const ChartColours& colours) {
  TextStyle style;
  style.size = 11.5;
  style.colour = colours.ink_soft;
  return style;
}

std::string axis_title(const ChartAxis& axis) {
  return axis.unit.empty() ? axis.title : axis.title + " (" + axis.unit + ")";
}

}  // namespace fw
