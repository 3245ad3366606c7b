#include "render/map/marks/symbols.h"

#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "render/map/marks/point_symbol.h"

namespace fw {
namespace {

Symbol shape(std::string_view name) {
  return {.pictogram = find_pictogram(name)};
}

/// A square picture of what `draw` paints round its middle.
template <typename Draw>
std::vector<uint32_t> picture(int size_px, const Draw& draw) {
  const auto side = static_cast<size_t>(size_px);
  std::vector<uint32_t> words(side * side, 0);
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(words.data()), CAIRO_FORMAT_ARGB32, size_px, size_px, size_px * 4);
  cairo_t* cr = cairo_create(surface);
  draw(Painter{cr, nullptr}, size_px / 2.0);
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  return words;
}

}  // namespace

Symbol plain_shape(size_t number) {
  constexpr std::array<std::string_view, 8> kShapes{"dot", "square",   "triangle", "diamond",
                                                    "bar", "pentagon", "spark",    "hexagon"};
  return shape(kShapes[number % kShapes.size()]);
}

RarityPlace rarity_place(const Vocabulary& vocabulary, Rarity rarity) {
  const int level = std::max(static_cast<int>(rarity) - 1, 0);
  return {level, std::max(static_cast<int>(vocabulary.rarities.size()) - 1 - level, 0)};
}

double resource_radius(Tier tier) {
  return tier == Tier::rare ? kRareRadius : tier == Tier::uncommon ? kUncommonRadius : kCommonRadius;
}

double enemy_radius(RarityPlace rarity) {
  if (rarity.level == 0) return kOrdinaryRadius;
  if (rarity.below_top == 0) return kStarRadius;
  return rarity.below_top == 1 ? kHexagonRadius : kEdgedRadius + 1.2 * (rarity.level - 1);
}

void draw_resource(const Painter& pen, double x, double y, const FamilySymbol& family, Tier tier,
                   double scale) {
  const double r = resource_radius(tier) * scale;
  if (tier == Tier::rare) {
    draw_mark(pen, shape("dot"), x, y, r / 0.88,
              {.fill = symbol_colour::kRare, .halo = 1.5 * scale, .edge = 1.5 * scale});
    draw_mark(pen, family.symbol, x, y, 6.0 * scale, {.fill = family.colour});
  } else {
    const double edge = tier == Tier::uncommon ? 1.2 * scale : 0;
    draw_mark(pen, family.symbol, x, y, r, {.fill = family.colour, .halo = 0.9 * scale, .edge = edge});
  }
}

void draw_enemy(const Painter& pen, double x, double y, const FamilySymbol& family, RarityPlace rarity,
                double scale) {
  const double r = enemy_radius(rarity) * scale;
  if (!rarity.outstanding()) {
    const bool edged = rarity.level > 0;
    draw_mark(pen, family.symbol, x, y, r,
              {.fill = family.colour,
               .halo = (edged ? 1.0 : 0.9) * scale,
               .edge = edged ? (1.3 + 0.5 * (rarity.level - 1)) * scale : 0});
  } else if (rarity.below_top == 0) {
    draw_mark(pen, shape("star"), x, y, r,
              {.fill = symbol_colour::kStar, .halo = 1.5 * scale, .edge = 1.4 * scale});
    draw_mark(pen, family.symbol, x, y + 0.6 * scale, 4.4 * scale, {.fill = family.colour});
  } else {
    draw_mark(pen, shape("hexagon"), x, y, r, {.fill = symbol_colour::kHexagon, .halo = 1.5 * scale});
    draw_mark(pen, family.symbol, x, y, 5.0 * scale, {.fill = mix(family.colour, colour::kWhite, 0.55)});
  }
}

void draw_wildlife(const Painter& pen, double x, double y, const FamilySymbol& family, double scale) {
  draw_resource(pen, x, y, family, Tier::uncommon, 0.82 * scale);
}

void draw_seat(const Painter& pen, double x, double y, SeatClass seat, Rgb owner_ink, double radius) {
  constexpr double kHalo = 1.16, kInside = 0.78, kRing = 0.5, kDot = 0.3;  // of the radius
  const Rgb edge = symbol_colour::kSeatEdge;
  const auto disc = [&](double share, Rgb colour) {
    cairo_new_path(pen.cr);
    cairo_arc(pen.cr, x, y, share * radius, 0, 2 * std::numbers::pi);
    pen.colour(colour);
    cairo_fill(pen.cr);
  };
  disc(kHalo, colour::kWhite);
  disc(1, edge);
  disc(kInside, seat == SeatClass::town ? colour::kWhite : owner_ink);
  if (seat != SeatClass::capital) return;
  disc(kRing, colour::kWhite);
  disc(kDot, owner_ink);
}

FamilySymbol sample_enemy() {
  return {plain_shape(0), symbol_colour::kUnknown};
}

std::vector<uint32_t> badge_picture(const Symbol& symbol, Rgb ink, int size_px) {
  constexpr double kRoom = 1.25;  // the white edge stands out over the radius
  return picture(size_px, [&](const Painter& pen, double middle) {
    draw_badge(pen, symbol, middle, middle, ink, middle / (kRoom * badge_radius(symbol)));
  });
}

std::vector<uint32_t> symbol_picture(const Symbol& symbol, Rgb ink, int size_px) {
  return picture(size_px, [&](const Painter& pen, double middle) {
    draw_symbol(pen, symbol, middle, middle, 0.92 * middle, ink);
  });
}

std::vector<PointPicture> point_pictures(const World& world, const SymbolSet& symbols, const Palette& palette,
                                         double px_per_unit) {
  constexpr double kRoom = 1.35, kEdges = 2.5;  // a star's corners and the white rims
  std::map<SymbolKey, size_t> firsts;
  for (size_t i = 0; i < world.points.points.size(); ++i)
    firsts.try_emplace(symbol_key(world, world.points.points[i]), i);
  const PointSymbols looks(world, symbols, palette);
  std::vector<PointPicture> pictures;
  for (const auto& [key, first] : firsts) {
    const Point& point = world.points.points[first];
    const double half = (kRoom * looks.radius(point) + kEdges) * px_per_unit;
    const int side = 2 * static_cast<int>(std::ceil(half));
    pictures.push_back({first, side, picture(side, [&](const Painter& pen, double middle) {
                          looks.draw(pen, point, middle, middle, px_per_unit);
                        })});
  }
  return pictures;
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
