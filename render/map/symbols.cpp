#include "render/map/symbols.h"

#include <cairo.h>

#include <array>
#include <cctype>
#include <cmath>

#include "render/map/symbol_picture.h"

namespace fw {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A regular polygon or star with one corner up (down when flipped).
void polygon(cairo_t* cr, double x, double y, int corners, double outer, double inner, bool flipped = false) {
  const int steps = inner > 0 ? corners * 2 : corners;
  for (int i = 0; i < steps; ++i) {
    const double r = inner > 0 && i % 2 == 1 ? inner : outer;
    const double a = 2 * kPi * i / steps;
    const double px = x + r * std::sin(a), py = y - (flipped ? -1 : 1) * r * std::cos(a);
    if (i == 0)
      cairo_move_to(cr, px, py);
    else
      cairo_line_to(cr, px, py);
  }
  cairo_close_path(cr);
}

void shape_path(cairo_t* cr, SymbolShape shape, double x, double y, double r) {
  cairo_new_path(cr);
  switch (shape) {
    case SymbolShape::dot:
      cairo_arc(cr, x, y, 0.88 * r, 0, 2 * kPi);
      break;
    case SymbolShape::triangle:
      polygon(cr, x, y + 0.15 * r, 3, 1.08 * r, 0);
      break;
    case SymbolShape::triangle_down:
      polygon(cr, x, y - 0.15 * r, 3, 1.08 * r, 0, true);
      break;
    case SymbolShape::square:
      cairo_rectangle(cr, x - 0.8 * r, y - 0.8 * r, 1.6 * r, 1.6 * r);
      break;
    case SymbolShape::diamond:
      polygon(cr, x, y, 4, 1.08 * r, 0);
      break;
    case SymbolShape::pentagon:
      polygon(cr, x, y, 5, 1.02 * r, 0);
      break;
    case SymbolShape::hexagon:
      polygon(cr, x, y, 6, r, 0);
      break;
    case SymbolShape::bar:
      cairo_rectangle(cr, x - 1.05 * r, y - 0.55 * r, 2.1 * r, 1.1 * r);
      break;
    case SymbolShape::star4:
      polygon(cr, x, y, 4, 1.3 * r, 0.65 * r * 0.75);
      break;
    case SymbolShape::star5:
      polygon(cr, x, y, 5, 1.25 * r, 0.625 * r * 0.95);
      break;
  }
}

/// White halo, fill, optional edge.
void draw_shape(const Painter& pen, SymbolShape shape, double x, double y, double r, Rgb fill, double halo,
                double edge, Rgb edge_colour) {
  shape_path(pen.cr, shape, x, y, r);
  cairo_set_line_join(pen.cr, CAIRO_LINE_JOIN_ROUND);
  if (halo > 0) {
    pen.colour(colour::kWhite, 0.9);
    cairo_set_line_width(pen.cr, 2 * (halo + edge / 2));
    cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_FAST);  // the symbol itself covers the inner edge
    cairo_stroke_preserve(pen.cr);
    cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_DEFAULT);
  }
  pen.colour(fill);
  cairo_fill_preserve(pen.cr);
  if (edge > 0) {
    pen.colour(edge_colour);
    cairo_set_line_width(pen.cr, edge);
    cairo_stroke_preserve(pen.cr);
  }
  cairo_new_path(pen.cr);
}

constexpr Rgb kEdge = Rgb::hex(0x1E2428);

void badge_outline(cairo_t* cr, LandmarkKind kind, double x, double y, double r) {
  cairo_new_path(cr);
  switch (kind) {
    case LandmarkKind::shrine:
      polygon(cr, x, y, 4, 1.12 * r, 0);
      break;
    case LandmarkKind::elite_zone:
      for (int i = 0; i < 8; ++i) {
        const double a = kPi / 8 + i * kPi / 4;
        if (i == 0)
          cairo_move_to(cr, x + r * std::sin(a), y - r * std::cos(a));
        else
          cairo_line_to(cr, x + r * std::sin(a), y - r * std::cos(a));
      }
      cairo_close_path(cr);
      break;
    case LandmarkKind::expedition:
      cairo_move_to(cr, x - 0.82 * r, y + 0.95 * r);
      cairo_line_to(cr, x - 0.82 * r, y - 0.15 * r);
      cairo_arc(cr, x, y - 0.15 * r, 0.82 * r, kPi, 2 * kPi);
      cairo_line_to(cr, x + 0.82 * r, y + 0.95 * r);
      cairo_close_path(cr);
      break;
    case LandmarkKind::fort:
      cairo_move_to(cr, x - 0.88 * r, y - 0.95 * r);
      cairo_line_to(cr, x + 0.88 * r, y - 0.95 * r);
      cairo_line_to(cr, x + 0.88 * r, y + 0.15 * r);
      cairo_curve_to(cr, x + 0.85 * r, y + 0.65 * r, x + 0.35 * r, y + 0.95 * r, x, y + 1.12 * r);
      cairo_curve_to(cr, x - 0.35 * r, y + 0.95 * r, x - 0.85 * r, y + 0.65 * r, x - 0.88 * r, y + 0.15 * r);
      cairo_close_path(cr);
      break;
    case LandmarkKind::settlement:
    case LandmarkKind::outpost:
    case LandmarkKind::quest_hub:
      cairo_arc(cr, x, y, r, 0, 2 * kPi);
      break;
  }
}

void house(cairo_t* cr, double x, double y, double r) {
  cairo_move_to(cr, x, y - 0.62 * r);
  cairo_line_to(cr, x + 0.62 * r, y - 0.05 * r);
  cairo_line_to(cr, x + 0.42 * r, y - 0.05 * r);
  cairo_line_to(cr, x + 0.42 * r, y + 0.5 * r);
  cairo_line_to(cr, x + 0.13 * r, y + 0.5 * r);
  cairo_line_to(cr, x + 0.13 * r, y + 0.14 * r);
  cairo_line_to(cr, x - 0.13 * r, y + 0.14 * r);
  cairo_line_to(cr, x - 0.13 * r, y + 0.5 * r);
  cairo_line_to(cr, x - 0.42 * r, y + 0.5 * r);
  cairo_line_to(cr, x - 0.42 * r, y - 0.05 * r);
  cairo_line_to(cr, x - 0.62 * r, y - 0.05 * r);
  cairo_close_path(cr);
}

void tower(cairo_t* cr, double x, double y, double r) {
  const double w = 0.46 * r, top = y - 0.55 * r, notch = 0.2 * r;
  cairo_move_to(cr, x - w, top);
  for (int i = 0; i < 5; ++i) {  // five merlons and gaps across
    const double left = x - w + 2 * w * i / 5, right = x - w + 2 * w * (i + 1) / 5;
    const double level = i % 2 == 0 ? top : top + notch;
    cairo_line_to(cr, left, level);
    cairo_line_to(cr, right, level);
  }
  cairo_line_to(cr, x + w, y + 0.1 * r);
  cairo_line_to(cr, x + 0.34 * r, y + 0.1 * r);
  cairo_line_to(cr, x + 0.34 * r, y + 0.55 * r);
  cairo_line_to(cr, x - 0.34 * r, y + 0.55 * r);
  cairo_line_to(cr, x - 0.34 * r, y + 0.1 * r);
  cairo_line_to(cr, x - w, y + 0.1 * r);
  cairo_close_path(cr);
}

void badge_glyph(const Painter& pen, LandmarkKind kind, double x, double y, double r) {
  cairo_t* cr = pen.cr;
  cairo_new_path(cr);
  switch (kind) {
    case LandmarkKind::settlement:
      pen.colour(colour::kWhite);
      house(cr, x, y, r);
      cairo_fill(cr);
      break;
    case LandmarkKind::fort:
      pen.colour(colour::kWhite);
      tower(cr, x, y, r);
      cairo_fill(cr);
      break;
    case LandmarkKind::outpost:
      pen.colour(Rgb::hex(0x5C6468));
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
      polygon(cr, x, y + 0.12 * r, 3, 0.7 * r, 0);
      polygon(cr, x, y + 0.3 * r, 3, 0.3 * r, 0);
      cairo_fill(cr);
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
      break;
    case LandmarkKind::shrine:
      pen.colour(Rgb::hex(0x1F7FA6));
      cairo_move_to(cr, x, y - 0.62 * r);
      cairo_curve_to(cr, x + 0.12 * r, y - 0.25 * r, x + 0.4 * r, y - 0.05 * r, x + 0.36 * r, y + 0.2 * r);
      cairo_arc(cr, x, y + 0.2 * r, 0.36 * r, 0, kPi);
      cairo_curve_to(cr, x - 0.4 * r, y - 0.05 * r, x - 0.12 * r, y - 0.25 * r, x, y - 0.62 * r);
      cairo_fill(cr);
      break;
    case LandmarkKind::expedition:
      pen.colour(Rgb::hex(0xF4D78A));
      cairo_move_to(cr, x - 0.4 * r, y + 0.72 * r);
      cairo_line_to(cr, x - 0.4 * r, y);
      cairo_arc(cr, x, y, 0.4 * r, kPi, 2 * kPi);
      cairo_line_to(cr, x + 0.4 * r, y + 0.72 * r);
      cairo_close_path(cr);
      cairo_fill(cr);
      break;
    case LandmarkKind::elite_zone:
      pen.colour(colour::kWhite);
      cairo_set_line_width(cr, 0.24 * r);
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
      for (const int s : {-1, 1}) {
        cairo_move_to(cr, x - 0.42 * r, y - s * 0.42 * r);
        cairo_line_to(cr, x + 0.42 * r, y + s * 0.42 * r);
      }
      cairo_stroke(cr);
      break;
    case LandmarkKind::quest_hub:
      pen.colour(Rgb::hex(0xB26A00));
      cairo_rectangle(cr, x - 0.11 * r, y - 0.58 * r, 0.22 * r, 0.68 * r);
      cairo_fill(cr);
      cairo_arc(cr, x, y + 0.4 * r, 0.15 * r, 0, 2 * kPi);
      cairo_fill(cr);
      break;
  }
}

Rgb badge_fill(LandmarkKind kind, Rgb owner) {
  switch (kind) {
    case LandmarkKind::settlement:
    case LandmarkKind::fort:
      return owner;
    case LandmarkKind::shrine:
      return Rgb::hex(0xE9FAFF);
    case LandmarkKind::elite_zone:
      return Rgb::hex(0xA3212B);
    case LandmarkKind::expedition:
      return Rgb::hex(0x3B3350);
    case LandmarkKind::outpost:
    case LandmarkKind::quest_hub:
      break;
  }
  return Rgb::hex(0xFFFDF6);
}

}  // namespace

FamilySymbol resource_symbol(const Palette& palette, std::string_view family) {
  constexpr std::array kShapes{SymbolShape::triangle,      SymbolShape::hexagon, SymbolShape::diamond,
                               SymbolShape::dot,           SymbolShape::star4,   SymbolShape::bar,
                               SymbolShape::triangle_down, SymbolShape::square,  SymbolShape::pentagon};
  for (size_t i = 0; i < kResourceFamilySlugs.size(); ++i)
    if (kResourceFamilySlugs[i] == family) return {kShapes[i], palette.resource_family[i]};
  return {SymbolShape::dot, colour::kInkSoft};
}

FamilySymbol enemy_symbol(const Palette& palette, std::string_view family, int position) {
  constexpr std::array<std::string_view, 6> kKnown{"corrupted",   "lost",  "ancient",
                                                   "angry_earth", "beast", "humanoid"};
  constexpr std::array kShapes{SymbolShape::triangle, SymbolShape::triangle_down, SymbolShape::square,
                               SymbolShape::pentagon, SymbolShape::dot,           SymbolShape::diamond,
                               SymbolShape::star4,    SymbolShape::hexagon};
  for (size_t i = 0; i < kKnown.size(); ++i)
    if (kKnown[i] == family) return {kShapes[i], palette.enemy_family[i]};
  const size_t i = static_cast<size_t>(position < 0 ? 0 : position + 6) % kShapes.size();
  return {kShapes[i], palette.enemy_family[i]};
}

void draw_resource(const Painter& pen, double x, double y, FamilySymbol symbol, Tier tier, double scale) {
  if (tier == Tier::rare) {
    draw_shape(pen, SymbolShape::dot, x, y, kRareRadius / 0.88 * scale, Rgb::hex(0xFFF3C4), 1.5 * scale,
               1.5 * scale, kEdge);
    draw_shape(pen, symbol.shape, x, y, 6.0 * scale, symbol.colour, 0, 0, kEdge);
  } else if (tier == Tier::uncommon) {
    draw_shape(pen, symbol.shape, x, y, kUncommonRadius * scale, symbol.colour, 0.9 * scale, 1.2 * scale,
               kEdge);
  } else {
    draw_shape(pen, symbol.shape, x, y, kCommonRadius * scale, symbol.colour, 0.9 * scale, 0, kEdge);
  }
}

void draw_enemy(const Painter& pen, double x, double y, FamilySymbol symbol, Rarity rarity, double scale) {
  switch (rarity) {
    case Rarity::boss:
      draw_shape(pen, SymbolShape::star5, x, y, kBossRadius * scale, Rgb::hex(0xFFD24A), 1.5 * scale,
                 1.4 * scale, kEdge);
      draw_shape(pen, symbol.shape, x, y + 0.6 * scale, 4.4 * scale, symbol.colour, 0, 0, kEdge);
      break;
    case Rarity::named:
      draw_shape(pen, SymbolShape::hexagon, x, y, kNamedRadius * scale, Rgb::hex(0x22262C), 1.5 * scale, 0,
                 kEdge);
      draw_shape(pen, symbol.shape, x, y, 5.0 * scale, mix(symbol.colour, colour::kWhite, 0.55), 0, 0, kEdge);
      break;
    case Rarity::elite:
      draw_shape(pen, symbol.shape, x, y, kEliteRadius * scale, symbol.colour, 1.0 * scale, 1.3 * scale,
                 kEdge);
      break;
    case Rarity::ordinary:
    case Rarity::none:
      draw_shape(pen, symbol.shape, x, y, kOrdinaryRadius * scale, symbol.colour, 0.9 * scale, 0, kEdge);
      break;
  }
}

double badge_radius(LandmarkKind kind) {
  constexpr std::array<double, kLandmarkKinds> kRadius{13.5, 11, 11.5, 9.5, 11.5, 11, 8};
  return kRadius[static_cast<size_t>(kind)];
}

void draw_badge(const Painter& pen, double x, double y, LandmarkKind kind, Rgb owner, double scale) {
  const double r = badge_radius(kind) * scale;
  badge_outline(pen.cr, kind, x, y, r);
  cairo_set_line_join(pen.cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width(pen.cr, std::max(2.2 * scale, 0.34 * r));
  pen.colour(colour::kWhite, 0.95);
  cairo_stroke_preserve(pen.cr);
  pen.colour(badge_fill(kind, owner));
  cairo_fill_preserve(pen.cr);
  cairo_set_line_width(pen.cr, std::max(0.8 * scale, 0.11 * r));
  pen.colour(kind == LandmarkKind::shrine ? Rgb::hex(0x1F7FA6) : kEdge);
  cairo_stroke(pen.cr);
  badge_glyph(pen, kind, x, y, r);
  cairo_new_path(pen.cr);
}

std::vector<uint32_t> badge_picture(LandmarkKind kind, int size_px) {
  const auto side = static_cast<size_t>(size_px);
  std::vector<uint32_t> words(side * side, 0);
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(words.data()), CAIRO_FORMAT_ARGB32, size_px, size_px, size_px * 4);
  cairo_t* cr = cairo_create(surface);
  const double middle = size_px / 2.0;
  constexpr double kRoom = 1.25;  // the white edge stands out over the radius
  draw_badge({cr, nullptr}, middle, middle, kind, colour::kInkSoft, middle / (kRoom * badge_radius(kind)));
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  return words;
}

std::string title_of_slug(std::string_view slug) {
  std::string out;
  bool start = true;
  for (const char c : slug) {
    const bool gap = c == '_';
    const bool raise = start && c >= 'a' && c <= 'z';
    out += gap ? ' ' : raise ? static_cast<char>(c - 'a' + 'A') : c;
    start = gap;
  }
  return out;
}

}  // namespace fw
