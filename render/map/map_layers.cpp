#include "render/map/map_layers.h"

#include <algorithm>
#include <cmath>

#include "core/field/filter.h"

namespace fw {

void draw_coast(const Painter& pen, const MapFrame& frame, const Atlas& atlas) {
  stroke(pen, frame, atlas.coast, {1.5, colour::kCoast, 1, {}});
}

void draw_region_borders(const Painter& pen, const MapFrame& frame, const Atlas& atlas, double width,
                         double alpha) {
  stroke(pen, frame, atlas.region_border, {width, Rgb::hex(0x4C4A46), alpha, {7, 3, 1.6, 3}});
}

void draw_tracks(const Painter& pen, const MapFrame& frame, const Atlas& atlas, double factor) {
  stroke(pen, frame, atlas.track, {3.0 * factor, colour::kWhite, 0.55, {}});
  stroke(pen, frame, atlas.track, {1.25 * factor, Rgb::hex(0x7A6248), 0.85, {5 * factor, 3.2 * factor}});
}

void draw_faction_borders(const Painter& pen, const MapFrame& frame, const Atlas& atlas, double width,
                          double casing) {
  for (const Polylines& lines : atlas.faction_border)
    stroke(pen, frame, lines, {width + casing, colour::kWhite, 0.55, {}});
  for (size_t k = 0; k < kFactions; ++k)
    stroke(pen, frame, atlas.faction_border[k], {width, atlas.palette.faction_dark[k], 0.95, {}});
}

void draw_danger_outlines(const Painter& pen, const MapFrame& frame, const Atlas& atlas) {
  constexpr std::array<double, 3> kWidth{2.0, 2.4, 2.8};
  draw_hatch(pen, frame, atlas, atlas.danger.indicator[3], 9, false, Rgb::hex(0x3A2E40), 0.9, 0.42);
  for (size_t k = 0; k < 3; ++k) {
    const std::vector<double> dash = k == 0 ? std::vector<double>{8, 4} : std::vector<double>{};
    stroke(pen, frame, atlas.danger_line[k], {kWidth[k] + 2.6, colour::kWhite, 0.70, {}});
    stroke(pen, frame, atlas.danger_line[k], {kWidth[k], atlas.palette.danger_line[k], 1, dash});
  }
}

void draw_contours(const Painter& pen, const MapFrame& frame, const Atlas& atlas) {
  stroke(pen, frame, atlas.contour, {0.6, Rgb::hex(0x6B5A45), 0.38, {}});
  stroke(pen, frame, atlas.index_contour, {1.05, Rgb::hex(0x6B5A45), 0.45, {}});
}

void draw_hatch(const Painter& pen, const MapFrame& frame, const Atlas& atlas, const Raster<float>& field,
                double pitch, bool falling, Rgb colour, double width, double alpha) {
  const Box& b = frame.box;
  const double step = 1.5;
  cairo_new_path(pen.cr);
  for (double offset = -b.height(); offset < b.width(); offset += pitch) {
    bool inside = false;
    for (double along = 0; along <= b.height(); along += step) {
      const double x = b.x0 + offset + along;
      const double y = falling ? b.y0 + along : b.y1 - along;
      bool now = x >= b.x0 && x <= b.x1;
      if (now) {
        const Vec2 m{frame.west_m + (x - b.x0) / frame.units_per_m(),
                     frame.south_m + (b.y1 - y) / frame.units_per_m()};
        now = bilinear(field, m) > 0.5F && bilinear(atlas.terrain.shore_m, m) > 0;
      }
      if (now && !inside) cairo_move_to(pen.cr, x, y);
      if (!now && inside) cairo_line_to(pen.cr, x, y);
      if (now && along + step > b.height()) cairo_line_to(pen.cr, x, y);
      inside = now;
    }
  }
  cairo_set_line_width(pen.cr, width);
  cairo_set_line_cap(pen.cr, CAIRO_LINE_CAP_BUTT);
  pen.colour(colour, alpha);
  cairo_stroke(pen.cr);
}

namespace {

constexpr Rgb kPatternInk = Rgb::hex(0x2E2A33);

void pattern_dot(cairo_t* cr, double x, double y, double r) {
  cairo_new_sub_path(cr);
  cairo_arc(cr, x, y, r, 0, 6.283185307179586);
}

void draw_dots(const Painter& pen, const MapFrame& frame, const Atlas& atlas, const Raster<float>& field,
               double pitch, double radius) {
  const Box& b = frame.box;
  cairo_new_path(pen.cr);
  int row = 0;
  for (double y = b.y0 + pitch / 2; y < b.y1; y += pitch * 0.866, ++row)
    for (double x = b.x0 + (row % 2 == 0 ? pitch / 2 : pitch); x < b.x1; x += pitch) {
      const Vec2 m{frame.west_m + (x - b.x0) / frame.units_per_m(),
                   frame.south_m + (b.y1 - y) / frame.units_per_m()};
      if (bilinear(field, m) > 0.5F && bilinear(atlas.terrain.shore_m, m) > 0)
        pattern_dot(pen.cr, x, y, radius);
    }
  pen.colour(kPatternInk, 0.5);
  cairo_fill(pen.cr);
}

}  // namespace

void draw_danger_patterns(const Painter& pen, const MapFrame& frame, const Atlas& atlas) {
  const auto& field = atlas.danger.indicator;
  draw_dots(pen, frame, atlas, field[0], 26, 0.9);
  draw_dots(pen, frame, atlas, field[1], 13, 1.2);
  draw_hatch(pen, frame, atlas, field[2], 12, false, kPatternInk, 0.8, 0.45);
  draw_hatch(pen, frame, atlas, field[3], 9, false, kPatternInk, 0.9, 0.55);
  draw_hatch(pen, frame, atlas, field[3], 9, true, kPatternInk, 0.9, 0.55);
}

void draw_pattern_swatch(const Painter& pen, const Box& box, Danger band) {
  const ClipTo clip(pen, box);
  cairo_new_path(pen.cr);
  pen.colour(kPatternInk, 0.55);
  if (band == Danger::green || band == Danger::yellow) {
    const double pitch = band == Danger::green ? 12 : 7;
    for (double y = box.y0 + pitch / 2; y < box.y1; y += pitch)
      for (double x = box.x0 + pitch / 2; x < box.x1; x += pitch) pattern_dot(pen.cr, x, y, 1.1);
    cairo_fill(pen.cr);
    return;
  }
  for (double x = box.x0 - box.height(); x < box.x1; x += band == Danger::red ? 7 : 5) {
    cairo_move_to(pen.cr, x, box.y1);
    cairo_line_to(pen.cr, x + box.height(), box.y0);
    if (band != Danger::black) continue;
    cairo_move_to(pen.cr, x, box.y0);
    cairo_line_to(pen.cr, x + box.height(), box.y1);
  }
  cairo_set_line_width(pen.cr, 0.9);
  cairo_stroke(pen.cr);
}

std::vector<PlacedSymbol> landmarks_in(const Atlas& atlas, const MapFrame& frame, double scale,
                                       double inside_m, const std::vector<LandmarkKind>& kinds) {
  std::vector<PlacedSymbol> badges;
  for (const LandmarkKind kind : kinds)
    for (const Point& p : atlas.world.points.points) {
      const PointClassInfo& c = atlas.world.points.class_of(p);
      if (c.category != Category::landmark || c.landmark != kind || !frame.holds(p.position_m, inside_m))
        continue;
      badges.push_back({&p, frame.to_page(p.position_m), badge_radius(kind) * scale});
    }
  return badges;
}

void draw_badges(const Painter& pen, const Atlas& atlas, const std::vector<PlacedSymbol>& badges,
                 double scale) {
  for (const PlacedSymbol& b : badges)
    draw_badge(pen, b.at.x, b.at.y, atlas.world.points.class_of(*b.point).landmark,
               atlas.palette.faction_dark[static_cast<size_t>(b.point->faction)], scale);
}

}  // namespace fw
