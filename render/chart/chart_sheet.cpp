#include "render/chart/chart_sheet.h"

#include <cairo.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/page/numbers.h"

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

// Heading, legend and note around the plots.

namespace {

constexpr double kMargin = 26, kTop = 40, kFoot = 22, kRow = 22, kKey = 24, kKeyGap = 22;

void draw_key(ChartSheet& sheet, const ChartKey& key, double x, double middle) {
  const double centre = x + 9;
  switch (key.look) {
    case ChartKey::Look::swatch:
      sheet.pen.rectangle({x, middle - 6, x + 18, middle + 6}, key.colour);
      break;
    case ChartKey::Look::marker:
      sheet.marker(key.marker, centre, middle, 11, key.colour);
      break;
    case ChartKey::Look::hollow_marker:
      sheet.marker(key.marker, centre, middle, 11, key.colour, true);
      break;
    case ChartKey::Look::line:
      sheet.pen.line(x, middle, x + 18, middle, key.colour, 2.6);
      break;
    case ChartKey::Look::whisker:
      sheet.pen.line(centre, middle - 8, centre, middle + 8, key.colour, 1.3);
      sheet.pen.line(centre - 4, middle - 8, centre + 4, middle - 8, key.colour, 1.3);
      sheet.pen.line(centre - 4, middle + 8, centre + 4, middle + 8, key.colour, 1.3);
      break;
  }
}

double key_width(const ChartSheet& sheet, const ChartKey& key, double most) {
  return kKey + std::min(sheet.width_of(key.name, label_style(sheet.colours)), most - kKey);
}

int rows_in(const ChartSheet& sheet, const std::vector<ChartKey>& legend, double width) {
  int rows = 1;
  double at = 0;
  for (const ChartKey& key : legend) {
    const double needed = key_width(sheet, key, width);
    if (at > 0 && (at + needed > width || key.breaks_before)) at = 0, ++rows;
    at += needed + kKeyGap;
  }
  return rows;
}

double heading(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
               const std::vector<ChartKey>& legend, bool draw) {
  const double width = sheet.page.width() - 2 * kMargin;
  double y = sheet.page.y0 + kTop;
  if (draw && !title.empty()) sheet.text(title, kMargin, y, title_style(sheet.colours), Align::left, width);
  if (!subtitle.empty()) {
    y += 23;
    if (draw) sheet.text(subtitle, kMargin, y, subtitle_style(sheet.colours), Align::left, width);
  }
  y += 12;
  if (!legend.empty()) {
    const double height = flow_legend(sheet, legend, kMargin, y, width, draw);
    if (draw) sheet.trace.legends.push_back({kMargin, y, kMargin + width, y + height});
    y += height;
  }
  return y + 8 - sheet.page.y0;
}

}  // namespace

double flow_legend(ChartSheet& sheet, const std::vector<ChartKey>& legend, double x, double y, double width,
                   bool draw) {
  // The narrowest block with the same number of rows: avoids a single entry in the last row.
  const int rows = rows_in(sheet, legend, width);
  double narrow = width;
  while (rows > 1 && narrow > 60 && rows_in(sheet, legend, narrow - 10) == rows) narrow -= 10;
  const TextStyle style = label_style(sheet.colours);
  double at = x, row = y;
  for (const ChartKey& key : legend) {
    const double needed = key_width(sheet, key, width);
    if (at > x && (at + needed > x + narrow || key.breaks_before)) at = x, row += kRow;
    if (draw) {
      draw_key(sheet, key, at, row + kRow / 2);
      sheet.text(key.name, at + kKey, row + kRow / 2 + 5, style, Align::left, width - kKey);
    }
    at += needed + kKeyGap;
  }
  return row + kRow - y;
}

double heading_height(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
                      const std::vector<ChartKey>& legend) {
  return heading(sheet, title, subtitle, legend, false) + kFoot;
}

Box draw_heading(ChartSheet& sheet, const std::string& title, const std::string& subtitle,
                 const std::vector<ChartKey>& legend) {
  const double used = heading(sheet, title, subtitle, legend, true);
  return {sheet.page.x0 + kMargin, sheet.page.y0 + used, sheet.page.x1 - kMargin, sheet.page.y1 - kFoot};
}

void draw_note(ChartSheet& sheet) {
  if (sheet.skipped == 0) return;
  const auto count = static_cast<int64_t>(sheet.skipped);
  const std::string words =
      count == 1 ? "1 value is left out: it is not a finite number, or not on the axis."
                 : grouped(count) + " values are left out: they are not finite numbers, or not on the axis.";
  sheet.text(words, sheet.page.x0 + kMargin, sheet.page.y1 - 8, small_style(sheet.colours), Align::left,
             sheet.page.width() - 2 * kMargin);
}

void draw_no_data(ChartSheet& sheet, const Box& plot) {
  sheet.text("No data to draw", (plot.x0 + plot.x1) / 2, (plot.y0 + plot.y1) / 2,
             subtitle_style(sheet.colours), Align::centre, plot.width());
}

}  // namespace fw
