#pragma once

#include <string>
#include <string_view>

#include "core/model/world/point_set.h"
#include "render/map/symbols/pictograms.h"

namespace fw {

/// What the points of a family look like on every plate and in every legend.
struct FamilySymbol {
  Symbol symbol;
  Rgb colour;
};
/// One of the plain shapes, for classes that no row gives a symbol; they start over after the last.
Symbol plain_shape(size_t number);

/// Where a rarity stands among a world's rarities: that decides on its mark.
struct RarityPlace {
  int level = 0;      ///< 0 = ordinary
  int below_top = 0;  ///< 0 = the rarest
  /// One of the two rarest.
  bool outstanding() const { return level > 0 && below_top < 2; }
};
RarityPlace rarity_place(const Vocabulary& vocabulary, Rarity rarity);

/// Sizes in plate units, before a view's own factor.
inline constexpr double kCommonRadius = 4.3, kUncommonRadius = 5.0, kRareRadius = 9.8;
inline constexpr double kOrdinaryRadius = 3.9, kEdgedRadius = 5.6, kHexagonRadius = 9.6, kStarRadius = 12.5;
double resource_radius(Tier tier);
double enemy_radius(RarityPlace rarity);

void draw_resource(const Painter& pen, double x, double y, const FamilySymbol& family, Tier tier,
                   double scale);
/// The rarest on a golden star, the next on a dark hexagon, others with an edge that grows with the level,
/// ordinary ones plain.
void draw_enemy(const Painter& pen, double x, double y, const FamilySymbol& family, RarityPlace rarity,
                double scale);

/// An enemy of no family, for legends of rarities.
FamilySymbol sample_enemy();

/// "iron_vein" -> "Iron Vein"
std::string title_of_slug(std::string_view slug);

}  // namespace fw
