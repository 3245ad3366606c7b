#include "render/plate/furniture.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>

#include "render/map/scene/plate_style.h"
#include "render/page/numbers.h"

namespace fw {
namespace {

/// Of the paper under furniture, so that no line of the map runs through it.
constexpr double kPlateAlpha = 0.85;

TextStyle small_figures() {
  return {.size = kLeastType, .halo = 3.0, .halo_alpha = 0.8};
}

/// On a narrow map a larger part of the width, so that the figures have room.
double bar_length_m(const PageMap& map) {
  constexpr double kLeastUnits = 200, kMostShare = 0.6;
  const double wanted = std::min(kLeastUnits / map.units_per_m(), kMostShare * map.width_m);
  return round_length(std::max(map.width_m * 0.28, wanted));
}

/// Left side of a box so wide that lies so far from both sides of the map.
double left_of(const PageMap& map, double across, double margin, double width) {
  return map.box.x0 + margin + across * (map.box.width() - 2 * margin - width);
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
  const TextStyle style{.size = kLeastType, .colour = colour::kInkSoft};
  const bool in_km = std::max(b.width(), b.height()) / map.units_per_m() >= 1000;
  constexpr double kApart = 50, kBelow = 19;  // numbers, from middle to middle and below the map
  const int step = std::max(1, static_cast<int>(std::ceil(kApart / (tick_m * map.units_per_m()))));
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
    const bool beside_unit = column > b.x1 - 60;  // it stands at the end of the row
    if (i % step != 0) continue;
    if (across && !beside_unit) pen.text(text, column, b.y1 + kBelow, style, Align::centre);
    if (up) pen.text(text, b.x0 - 5, row + 0.35 * style.size, style, Align::right);
  }
  if (numbers) pen.text(in_km ? "km" : "m", b.x1, b.y1 + kBelow, style, Align::right);
}

Box scale_bar_box(const PageMap& map, double across) {
  const double width = bar_length_m(map) * map.units_per_m() + 60;
  const double x0 = left_of(map, across, 12, width);
  return {x0, map.box.y1 - 58, x0 + width, map.box.y1 - 12};
}

std::vector<BarFigure> bar_figures(Typesetter& type, double total_m, double length) {
  constexpr double kApart = 8;
  const TextStyle style = small_figures();
  const bool in_km = total_m >= 1000;
  const auto figure = [&](double share) { return length_figure(total_m * share, in_km); };
  const auto width = [&](const std::string& text) { return type.measure(text, style).width; };
  // The unit stands beyond the bar: the number alone is centred on the end.
  const std::string end = figure(1) + (in_km ? " km" : " m");
  const BarFigure first{"0", 0}, last{end, length + (width(end) - width(figure(1))) / 2};
  for (const std::vector<double>& shares :
       {std::vector{0.25, 0.5}, std::vector{0.5}, std::vector<double>()}) {
    std::vector<BarFigure> figures{first};
    for (const double share : shares) figures.push_back({figure(share), share * length});
    figures.push_back(last);
    bool clear = true;
    for (size_t i = 1; i < figures.size(); ++i)
      clear = clear && figures[i].x - figures[i - 1].x >=
                           kApart + (width(figures[i].text) + width(figures[i - 1].text)) / 2;
    if (clear || shares.empty()) return figures;
  }
  return {};
}

void draw_scale_bar(const Painter& pen, const PageMap& map, double across) {
  const double total_m = bar_length_m(map);
  const double length = total_m * map.units_per_m();
  const double x = scale_bar_box(map, across).x0 + 14, y = map.box.y1 - 28;
  pen.rectangle(scale_bar_box(map, across), colour::kPaper, kPlateAlpha);
  pen.rectangle(Box{x, y - 4, x + length, y + 4}.grown(1.6), colour::kPaper, 0.75);
  pen.rectangle({x, y - 4, x + length, y + 4}, colour::kInk);
  // 0 - 1/4 - 1/2 - 1: dark, light, dark.
  pen.rectangle({x + length * 0.25, y - 2.8, x + length * 0.5, y + 2.8}, colour::kPaper);
  for (const BarFigure& figure : bar_figures(*pen.type, total_m, length))
    pen.text(figure.text, x + figure.x, y - 11, small_figures(), Align::centre);
}

Box north_arrow_box(const PageMap& map, double across) {
  const double x0 = left_of(map, across, 18, 44);
  return {x0, map.box.y0 + 16, x0 + 44, map.box.y0 + 92};
}

void draw_north_arrow(const Painter& pen, const PageMap& map, double across) {
  const double x = north_arrow_box(map, across).x0 + 22, top = map.box.y0 + 24;
  pen.rectangle(north_arrow_box(map, across), colour::kPaper, kPlateAlpha);
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
  const TextStyle style{.bold = true, .size = 18.5, .halo = 3, .halo_alpha = 0.7};
  pen.text("N", x, top + 60, style, Align::centre);
}

void draw_titles(const Painter& pen, double width, double height, const std::string& title,
                 const std::string& subtitle, const std::string& footer) {
  const TextStyle head{.face = Face::serif, .bold = true, .size = 34};
  const TextStyle sub{.size = kLeastType, .colour = colour::kInkSoft};
  const TextStyle foot{.size = kLeastType, .colour = colour::kInkSoft};
  pen.text(title, 0, -34, head);
  const double after = pen.type->measure(title, head).width + 22;
  pen.text(subtitle, after, -34, sub, Align::left, width - after);
  pen.text(footer, 0, height + 48, foot, Align::left, width);
}

}  // namespace fw
