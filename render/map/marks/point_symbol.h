#pragma once

#include <string>
#include <vector>

#include "render/map/marks/symbols.h"
#include "render/map/scene/atlas.h"
#include "render/page/painter.h"

namespace fw {

/// How important a point is among those of its layer; 0 = most.
int importance_rank(const Atlas& atlas, const Point& point);

/// Radius of a point's symbol at scale 1, units.
double symbol_radius(const World& world, const SymbolSet& symbols, const Point& point);

/// All that makes two symbols look alike.
struct SymbolKey {
  int class_index = 0;
  Rarity rarity = Rarity::none;
  Faction owner{};  ///< landmarks alone
  auto operator<=>(const SymbolKey&) const = default;
};
SymbolKey symbol_key(const World& world, const Point& point);

/// Draws points of one world by their class.
class PointSymbols {
 public:
  /// All must outlive it.
  PointSymbols(const World& world, const SymbolSet& symbols, const Palette& palette);
  void draw(const Painter& pen, const Point& point, double x, double y, double scale) const;
  /// A seat as a disc of that radius.
  void draw(const Painter& pen, const Point& point, SeatClass seat, double x, double y, double radius) const;
  /// At scale 1, units.
  double radius(const Point& point) const { return symbol_radius(world_, symbols_, point); }
  const FamilySymbol& of_class(int class_index) const { return by_class_[static_cast<size_t>(class_index)]; }

 private:
  const World& world_;
  const SymbolSet& symbols_;
  const Palette& palette_;
  std::vector<FamilySymbol> by_class_;
};

/// The ink of a landmark's badge: its owner's where there is one per region, else its kind's.
Rgb badge_ink(const Vocabulary& words, const Palette& palette, LandmarkKind kind, Faction owner);

/// What a family's row of the vocabulary looks like.
FamilySymbol family_symbol(const SymbolSet& symbols, const Palette& palette, size_t row);

/// Families of the points of a category in the world: rows of the vocabulary in their order, then those that
/// have no row in the order of the world's classes.
struct PointFamily {
  std::string id;
  std::string label;
  FamilySymbol look;
};
std::vector<PointFamily> point_families(const Atlas& atlas, Category category);

}  // namespace fw
