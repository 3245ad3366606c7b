#include "render/plate/furniture.h"

#include <cairo.h>

#include <cmath>

#include "render/page/numbers.h"

namespace fw {
namespace {

TextStyle small_figures() {
  return {.size = 13, .halo = 3.0, .halo_alpha = 0.8};
}

double bar_length_m(const PageMap& map) {
  return round_length(map.width_m * 0.28);
}

/// With as few digits as it needs, at most two.
std::string length_figure(double metres, bool in_km) {
  const double v = in_km ? metres / 1000 : metres;
  return decimal(v, v == std::floor(v) ? 0 : v * 10 == std::floor(v * 10) ? 1 : 2);
}

}  // namespace

double round_length(double metres) {
  const double power = std::pow(10.0, std::floor(std::log10(std::max(metres, 1e-3))));
  for (const double k : {5.0, 2.0})
    if (metres >= k * power * 0.999999) return k * power;
  return power;
}

void draw_frame(const Painter& pen, const PageMap& map, double tick_m, bool numbers) {
  const Box& b = map.box;
  pen.outline(b, colour::kInk, 1.6);
  const TextStyle style{.size = 12, .colour = colour::kInkSoft};
  const bool in_km = std::max(b.width(), b.height()) / map.units_per_m() >= 1000;
  for (int i = 1;; ++i) {
    const double along = i * tick_m * map.units_per_m();
    const bool across = along <= b.width() - 2, up = along <= b.height() - 2;
    if (!across && !up) break;
    const double column = b.x0 + along, row = b.y1 - along;
    for (const double y : {b.y0, b.y1 - 8})
      if (across) pen.line(column, y, column, y + 8, colour::kInk, 1.1);
    for (const double x : {b.x0, b.x1 - 8})
      if (up) pen.line(x, row, x + 8, row, colour::kInk, 1.1);
    if (!numbers) continue;
    const std::string text = length_figure(i * tick_m, in_km);
    if (across) pen.text(text, column, b.y1 + 15, style, Align::centre);
    if (up) pen.text(text, b.x0 - 5, row + 4.2, style, Align::right);
  }
  if (numbers) pen.text(in_km ? "km" : "m", b.x1, b.y1 + 15, style, Align::right);
}

Box scale_bar_box(const PageMap& map, FurnitureSide side) {
  const double width = bar_length_m(map) * map.units_per_m() + 60;
  const Box& b = map.box;
  const double x0 = side == FurnitureSide::west ? b.x0 + 12 : b.x1 - 12 - width;
  return {x0, b.y1 - 58, x0 + width, b.y1 - 12};
}

void draw_scale_bar(const Painter& pen, const PageMap& map, FurnitureSide side) {
  const double total_m = bar_length_m(map);
  const double length = total_m * map.units_per_m();
  const double x = scale_bar_box(map, side).x0 + 14, y = map.box.y1 - 28;
  pen.rectangle(Box{x, y - 4, x + length, y + 4}.grown(1.6), colour::kWhite, 0.75);
  pen.rectangle({x, y - 4, x + length, y + 4}, colour::kInk);
  // 0 - 1/4 - 1/2 - 1: dark, light, dark.
  pen.rectangle({x + length * 0.25, y - 2.8, x + length * 0.5, y + 2.8}, colour::kWhite);
  const TextStyle style = small_figures();
  const bool in_km = total_m >= 1000;
  const auto figure = [&](double share) { return length_figure(total_m * share, in_km); };
  pen.text("0", x, y - 11, style, Align::centre);
  pen.text(figure(0.25), x + length * 0.25, y - 11, style, Align::centre);
  pen.text(figure(0.5), x + length * 0.5, y - 11, style, Align::centre);
  const double end = pen.type->measure(figure(1), style).width / 2;
  pen.text(figure(1) + (in_km ? " km" : " m"), x + length - end, y - 11, style);
}

Box north_arrow_box(const PageMap& map, FurnitureSide side) {
  const Box& b = map.box;
  const double x = side == FurnitureSide::west ? b.x0 + 40 : b.x1 - 40;
  return {x - 22, b.y0 + 16, x + 22, b.y0 + 92};
}

void draw_north_arrow(const Painter& pen, const PageMap& map, FurnitureSide side) {
  const double x = north_arrow_box(map, side).x0 + 22, top = map.box.y0 + 24;
  cairo_t* cr = pen.cr;
  for (const int half : {-1, 1}) {
    cairo_new_path(cr);
    cairo_move_to(cr, x, top);
    cairo_line_to(cr, x + half * 10.5, top + 40);
    cairo_line_to(cr, x, top + 31);
    cairo_close_path(cr);
    pen.colour(half < 0 ? colour::kInk : colour::kPaper);
    cairo_fill_preserve(cr);
    pen.colour(colour::kInk);
    cairo_set_line_width(cr, 1.1);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
    cairo_stroke(cr);
  }
  const TextStyle style{.bold = true, .size = 17, .halo = 3, .halo_alpha = 0.7};
  pen.text("N", x, top + 60, style, Align::centre);
}

void draw_titles(const Painter& pen, double width, double height, const std::string& title,
                 const std::string& subtitle, const std::string& footer) {
  const TextStyle head{.face = Face::serif, .bold = true, .size = 34};
  const TextStyle sub{.size = 17.5, .colour = colour::kInkSoft};
  const TextStyle foot{.size = 12.5, .colour = colour::kInkSoft};
  pen.text(title, 0, -34, head);
  const double after = pen.type->measure(title, head).width + 22;
  pen.text(subtitle, after, -34, sub, Align::left, width - after);
  pen.text(footer, 0, height + 44, foot, Align::left, width);
}

}  // namespace fw
