#include "render/map/figures/figures.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "render/map/figures/figures_internal.h"

namespace fw {
namespace figures {

void Collector::add(MapFigure figure) {
  double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
  for (const std::vector<Vec2>& line : figure.lines)
    for (const Vec2 p : line) {
      left = std::min(left, p.x), right = std::max(right, p.x);
      top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
  const double margin = figure.width_px / 2 + 2;
  const MapWindow& window = scale_.window;
  if (left > right || right + margin < 0 || left - margin > window.width_px || bottom + margin < 0 ||
      top - margin > window.height_px)
    return;
  figure.top = top - margin;
  figure.bottom = bottom + margin;
  figures_.push_back(std::move(figure));
}

void Collector::fill(std::vector<std::vector<Vec2>> rings_px, Rgb colour, double alpha) {
  add({.lines = std::move(rings_px), .colour = colour, .alpha = alpha});
}

void Collector::line(std::vector<Vec2> points_px, Rgb colour, double width, double alpha,
                     const std::vector<double>& dash) {
  if (points_px.size() < 2) return;
  MapFigure figure{.colour = colour, .alpha = alpha, .width_px = width * scale_.unit_px};
  figure.lines.push_back(std::move(points_px));
  for (const double d : dash) figure.dash_px.push_back(d * scale_.unit_px);
  add(std::move(figure));
}

void Collector::ring(std::vector<Vec2> points_px, Rgb colour, double width, double alpha) {
  MapFigure figure{.closed = true, .colour = colour, .alpha = alpha, .width_px = width * scale_.unit_px};
  figure.lines.push_back(std::move(points_px));
  add(std::move(figure));
}

void Collector::dots(std::vector<Vec2> points_px, Rgb colour, double width, double pitch) {
  if (points_px.size() < 2) return;
  MapFigure figure{.colour = colour, .width_px = width * scale_.unit_px, .round_dots = true};
  figure.lines.push_back(std::move(points_px));
  figure.dash_px = {0, pitch * scale_.unit_px};
  add(std::move(figure));
}

void Collector::casing(std::vector<Vec2> points_px, const StrokeLook& look) {
  if (look.casing_mm > 0)
    line(std::move(points_px), look.casing, print_units(look.casing_mm), look.casing_alpha);
}

void Collector::stroke(std::vector<Vec2> points_px, const StrokeLook& look) {
  if (!look.dash_mm.empty() && look.dash_mm.front() == 0)
    return dots(std::move(points_px), look.colour, print_units(look.width_mm), print_units(look.dash_mm[1]));
  std::vector<double> dash = look.dash_mm;
  for (double& d : dash) d = print_units(d);
  line(std::move(points_px), look.colour, print_units(look.width_mm), look.alpha, dash);
}

void Collector::disc(Vec2 at_px, double radius, Rgb colour, double alpha) {
  constexpr int kCorners = 20;
  std::vector<Vec2> ring;
  const double r = radius * scale_.unit_px;
  for (int i = 0; i < kCorners; ++i) {
    const double a = 2 * std::numbers::pi * i / kCorners;
    ring.push_back(at_px + Vec2{std::cos(a), std::sin(a)} * r);
  }
  fill({std::move(ring)}, colour, alpha);
}

std::vector<Vec2> to_pixels(std::span<const Vec2> line_m, const FigureScale& scale) {
  constexpr double kNear2 = 0.25;
  std::vector<Vec2> out;
  for (size_t i = 0; i < line_m.size(); ++i) {
    const Vec2 p = scale.px(line_m[i]);
    const bool last = i + 1 == line_m.size();
    if (last || out.empty() || squared_distance(out.back(), p) >= kNear2) out.push_back(p);
  }
  return out;
}

std::vector<Vec2> ribbon(std::span<const Vec2> line, std::span<const double> half, bool round_end) {
  constexpr int kCap = 5;  // corners of a half circle
  const size_t n = line.size();
  if (n < 2) return {};
  const auto normal_at = [&](size_t i) {
    const Vec2 along = line[std::min(i + 1, n - 1)] - line[i > 0 ? i - 1 : 0];
    const double length = std::sqrt(along.x * along.x + along.y * along.y);
    return length > 0 ? Vec2{-along.y / length, along.x / length} : Vec2{0, 1};
  };
  std::vector<Vec2> ring;
  const auto cap = [&](size_t i, double sign) {
    const Vec2 normal = normal_at(i);
    for (int k = 1; k <= kCap; ++k) {
      const double a = std::numbers::pi * k / (kCap + 1);
      const Vec2 side = normal * (sign * std::cos(a)), out = Vec2{normal.y, -normal.x} * (sign * std::sin(a));
      ring.push_back(line[i] + (side + out) * half[i]);
    }
  };
  for (size_t i = 0; i < n; ++i) ring.push_back(line[i] + normal_at(i) * half[i]);
  if (round_end) cap(n - 1, 1);
  for (size_t i = n; i-- > 0;) ring.push_back(line[i] - normal_at(i) * half[i]);
  cap(0, -1);
  return ring;
}

}  // namespace figures

std::vector<MapFigure> layer_figures(const Atlas& atlas, MapLayer layer, const FigureScale& scale) {
  return layer_figures(atlas, layer, scale, kinds_by_rank(atlas.words()));
}

std::vector<MapFigure> layer_figures(const Atlas& atlas, MapLayer layer, const FigureScale& scale,
                                     const std::vector<LandmarkKind>& goals) {
  figures::Collector to(scale);
  if (layer == MapLayer::relief && scale.style.hills) figures::add_hills(atlas, to);
  if (layer == MapLayer::water) figures::add_water(atlas, to);
  if (layer == MapLayer::roads) figures::add_roads(atlas, goals, to);
  if (layer == MapLayer::footprints) figures::add_footprints(atlas, to);
  if (layer == MapLayer::coast_type) figures::add_shore(atlas, to);
  return to.take();
}

void draw_figure(cairo_t* cr, const MapFigure& figure, double top, double bottom) {
  if (figure.bottom < top || figure.top > bottom) return;
  const bool filled = figure.width_px <= 0;
  cairo_new_path(cr);
  for (const std::vector<Vec2>& line : figure.lines) {
    if (line.empty()) continue;
    cairo_move_to(cr, line.front().x, line.front().y);
    for (size_t i = 1; i < line.size(); ++i) cairo_line_to(cr, line[i].x, line[i].y);
    if (filled || figure.closed) cairo_close_path(cr);
  }
  cairo_set_source_rgba(cr, figure.colour.r, figure.colour.g, figure.colour.b, figure.alpha);
  if (filled) {
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
    cairo_fill(cr);
    return;
  }
  const bool dashed = !figure.dash_px.empty();
  if (dashed) cairo_set_dash(cr, figure.dash_px.data(), static_cast<int>(figure.dash_px.size()), 0);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cr, dashed && !figure.round_dots ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width(cr, figure.width_px);
  cairo_stroke(cr);
  cairo_set_dash(cr, nullptr, 0, 0);
}

}  // namespace fw
