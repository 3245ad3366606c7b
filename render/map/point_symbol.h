#pragma once

#include <string>
#include <vector>

#include "core/model/palette.h"
#include "core/model/point_set.h"
#include "render/page/painter.h"

namespace fw {

/// How important a point is among those of its layer; lower is more.
int importance_rank(const PointSet& set, const Point& point);
/// The kinds of landmarks in that order.
const std::vector<LandmarkKind>& landmark_kinds_by_rank();

/// Radius of a point's symbol at scale 1, units.
double symbol_radius(const PointSet& set, const Point& point);

/// All that makes two symbols look alike.
struct SymbolKey {
  int class_index = 0;
  Rarity rarity = Rarity::none;
  Faction owner = Faction::neutral;  ///< landmarks alone
  auto operator<=>(const SymbolKey&) const = default;
};
SymbolKey symbol_key(const PointSet& set, const Point& point);

/// Draws points of one world by their class.
class PointSymbols {
 public:
  PointSymbols(const PointSet& set, const Palette& palette);
  void draw(const Painter& pen, const Point& point, double x, double y, double scale) const;

 private:
  const PointSet& set_;
  const Palette& palette_;
  std::vector<std::string> enemy_families_;
};

/// Families of enemies in the order of the world's classes.
std::vector<std::string> enemy_families(const PointSet& set);

}  // namespace fw
