#include "render/map/point_symbol.h"

#include <algorithm>
#include <array>

#include "render/map/symbols.h"

namespace fw {

const std::vector<LandmarkKind>& landmark_kinds_by_rank() {
  using K = LandmarkKind;
  static const std::vector<K> kinds{K::settlement, K::fort,   K::expedition, K::elite_zone,
                                    K::outpost,    K::shrine, K::quest_hub};
  return kinds;
}

int importance_rank(const PointSet& set, const Point& p) {
  const PointClassInfo& c = set.class_of(p);
  switch (c.category) {
    case Category::resource:
      return static_cast<int>(Tier::rare) - static_cast<int>(c.tier);
    case Category::enemy:
      return static_cast<int>(Rarity::boss) - static_cast<int>(p.rarity);
    case Category::landmark: {
      const auto& kinds = landmark_kinds_by_rank();
      return static_cast<int>(std::find(kinds.begin(), kinds.end(), c.landmark) - kinds.begin());
    }
    case Category::wildlife:
      break;
  }
  return 0;
}

double symbol_radius(const PointSet& set, const Point& p) {
  const PointClassInfo& c = set.class_of(p);
  switch (c.category) {
    case Category::resource:
      return c.tier == Tier::rare ? kRareRadius : c.tier == Tier::uncommon ? kUncommonRadius : kCommonRadius;
    case Category::enemy:
      return p.rarity == Rarity::boss    ? kBossRadius
             : p.rarity == Rarity::named ? kNamedRadius
             : p.rarity == Rarity::elite ? kEliteRadius
                                         : kOrdinaryRadius;
    case Category::landmark:
      return badge_radius(c.landmark);
    case Category::wildlife:
      break;
  }
  return kOrdinaryRadius;
}

SymbolKey symbol_key(const PointSet& set, const Point& p) {
  const bool landmark = set.class_of(p).category == Category::landmark;
  return {p.class_index, p.rarity, landmark ? p.faction : Faction::neutral};
}

std::vector<std::string> enemy_families(const PointSet& set) {
  std::vector<std::string> families;
  for (const PointClassInfo& c : set.classes)
    if (c.category == Category::enemy &&
        std::find(families.begin(), families.end(), c.family) == families.end())
      families.push_back(c.family);
  return families;
}

PointSymbols::PointSymbols(const PointSet& set, const Palette& palette)
    : set_(set), palette_(palette), enemy_families_(enemy_families(set)) {}

void PointSymbols::draw(const Painter& pen, const Point& p, double x, double y, double scale) const {
  const PointClassInfo& c = set_.class_of(p);
  switch (c.category) {
    case Category::resource:
      return draw_resource(pen, x, y, resource_symbol(palette_, c.family), c.tier, scale);
    case Category::enemy: {
      const auto at = std::find(enemy_families_.begin(), enemy_families_.end(), c.family);
      const auto position = static_cast<int>(at - enemy_families_.begin());
      return draw_enemy(pen, x, y, enemy_symbol(palette_, c.family, position), p.rarity, scale);
    }
    case Category::wildlife: {
      constexpr std::array kShapes{SymbolShape::dot,     SymbolShape::square, SymbolShape::triangle,
                                   SymbolShape::diamond, SymbolShape::bar,    SymbolShape::pentagon};
      const SymbolShape shape = kShapes[static_cast<size_t>(p.class_index) % kShapes.size()];
      return draw_resource(pen, x, y, {shape, Rgb::hex(0xE6C896)}, Tier::uncommon, 0.82 * scale);
    }
    case Category::landmark:
      return draw_badge(pen, x, y, c.landmark, palette_.faction_dark[static_cast<size_t>(p.faction)], scale);
  }
}

}  // namespace fw
