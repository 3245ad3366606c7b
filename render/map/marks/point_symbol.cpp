#include "render/map/marks/point_symbol.h"

#include <algorithm>

namespace fw {
namespace {

std::optional<size_t> family_row(const Vocabulary& words, const PointClassInfo& c) {
  const auto row = find_row(words.families, c.family);
  const FamilyOf wanted = c.category == Category::resource ? FamilyOf::resource : FamilyOf::enemy;
  return row && words.families[*row].of == wanted ? row : std::nullopt;
}

/// Families of enemies that have no row, in the order of the world's classes.
std::vector<std::string> families_without_row(const World& world, Category category) {
  std::vector<std::string> families;
  for (const PointClassInfo& c : world.points.classes)
    if (c.category == category && !family_row(world.vocabulary, c) &&
        std::find(families.begin(), families.end(), c.family) == families.end())
      families.push_back(c.family);
  return families;
}

FamilySymbol look_without_row(const Palette& palette, Category category, size_t place) {
  if (category == Category::resource || palette.enemy.empty()) return {plain_shape(0), colour::kInkSoft};
  return {plain_shape(place), palette.enemy[place % palette.enemy.size()]};
}

FamilySymbol look_of_class(const World& world, const SymbolSet& symbols, const Palette& palette,
                           size_t class_index) {
  const PointClassInfo& c = world.points.classes[class_index];
  if (c.category == Category::wildlife) return {plain_shape(class_index % 6), symbol_colour::kWildlife};
  if (c.category == Category::landmark) return {};
  if (const auto row = family_row(world.vocabulary, c)) return family_symbol(symbols, palette, *row);
  const std::vector<std::string> others = families_without_row(world, c.category);
  const auto at = std::find(others.begin(), others.end(), c.family);
  return look_without_row(palette, c.category, static_cast<size_t>(at - others.begin()));
}

}  // namespace

int importance_rank(const Atlas& atlas, const Point& p) {
  const PointClassInfo& c = atlas.world.points.class_of(p);
  switch (c.category) {
    case Category::resource:
      return static_cast<int>(Tier::rare) - static_cast<int>(c.tier);
    case Category::enemy: {
      const RarityPlace rarity = rarity_place(atlas.words(), p.rarity);
      return rarity.level == 0 ? std::max(rarity.below_top, 3) : rarity.below_top;
    }
    case Category::landmark:
      return atlas.kind_rank[static_cast<size_t>(c.landmark)];
    case Category::wildlife:
      break;
  }
  return 0;
}

double symbol_radius(const World& world, const SymbolSet& symbols, const Point& p) {
  const PointClassInfo& c = world.points.class_of(p);
  switch (c.category) {
    case Category::resource:
      return resource_radius(c.tier);
    case Category::enemy:
      return enemy_radius(rarity_place(world.vocabulary, p.rarity));
    case Category::landmark:
      return badge_radius(symbols.landmarks[static_cast<size_t>(c.landmark)]);
    case Category::wildlife:
      break;
  }
  return kOrdinaryRadius;
}

SymbolKey symbol_key(const World& world, const Point& p) {
  const bool landmark = world.points.class_of(p).category == Category::landmark;
  return {p.class_index, p.rarity, landmark ? p.faction : Faction{}};
}

Rgb badge_ink(const Vocabulary& words, const Palette& palette, LandmarkKind kind, Faction owner) {
  const auto row = static_cast<size_t>(kind), faction = static_cast<size_t>(owner);
  if (words.landmarks[row].role == LandmarkRole::site) return palette.landmark_ink[row];
  return faction < palette.faction_ink.size() ? palette.faction_ink[faction] : colour::kInkSoft;
}

FamilySymbol family_symbol(const SymbolSet& symbols, const Palette& palette, size_t row) {
  return {symbols.families[row], palette.family[row]};
}

std::vector<PointFamily> point_families(const Atlas& atlas, Category category) {
  const Vocabulary& words = atlas.words();
  const FamilyOf wanted = category == Category::resource ? FamilyOf::resource : FamilyOf::enemy;
  const auto& classes = atlas.world.points.classes;
  const auto class_of = [&](const std::string& family) {
    return std::find_if(classes.begin(), classes.end(), [&](const PointClassInfo& c) {
      return c.category == category && c.family == family;
    });
  };
  std::vector<PointFamily> families;
  for (size_t k = 0; k < words.families.size(); ++k)
    if (const FamilyRow& row = words.families[k]; row.of == wanted && class_of(row.id) != classes.end())
      families.push_back({row.id, row.label, family_symbol(atlas.symbols, atlas.palette, k)});
  const std::vector<std::string> others = families_without_row(atlas.world, category);
  for (size_t k = 0; k < others.size(); ++k) {
    const PointClassInfo& c = *class_of(others[k]);
    const std::string label = c.slug == c.family && !c.label.empty() ? c.label : title_of_slug(c.family);
    families.push_back({others[k], label, look_without_row(atlas.palette, category, k)});
  }
  return families;
}

PointSymbols::PointSymbols(const World& world, const SymbolSet& symbols, const Palette& palette)
    : world_(world), symbols_(symbols), palette_(palette) {
  for (size_t k = 0; k < world.points.classes.size(); ++k)
    by_class_.push_back(look_of_class(world, symbols, palette, k));
}

void PointSymbols::draw(const Painter& pen, const Point& p, double x, double y, double scale) const {
  const PointClassInfo& c = world_.points.class_of(p);
  switch (c.category) {
    case Category::resource:
      return draw_resource(pen, x, y, of_class(p.class_index), c.tier, scale);
    case Category::enemy:
      return draw_enemy(pen, x, y, of_class(p.class_index), rarity_place(world_.vocabulary, p.rarity), scale);
    case Category::wildlife:
      return draw_wildlife(pen, x, y, of_class(p.class_index), scale);
    case Category::landmark:
      return draw_badge(pen, symbols_.landmarks[static_cast<size_t>(c.landmark)], x, y,
                        badge_ink(world_.vocabulary, palette_, c.landmark, p.faction), scale);
  }
}

void PointSymbols::draw(const Painter& pen, const Point& p, SeatClass seat, double x, double y,
                        double radius) const {
  const LandmarkKind kind = world_.points.class_of(p).landmark;
  draw_seat(pen, x, y, seat, badge_ink(world_.vocabulary, palette_, kind, p.faction), radius);
}

}  // namespace fw
