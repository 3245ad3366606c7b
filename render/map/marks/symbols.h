#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/colour.h"
#include "core/model/colour/palette.h"
#include "core/model/world/point_set.h"
#include "core/model/world/world.h"
#include "render/map/scene/scale_table.h"
#include "render/map/style/map_style.h"
#include "render/map/symbols/pictograms.h"

namespace fw {

struct Symbol;
struct SymbolSet;

/// A landmark's badge alone, in the ink of its kind or owner: size_px x size_px premultiplied 0xAARRGGBB
/// words, row by row from the top.
std::vector<uint32_t> badge_picture(const Symbol& symbol, Rgb ink, int size_px);

/// A symbol alone, as large as the picture.
std::vector<uint32_t> symbol_picture(const Symbol& symbol, Rgb ink, int size_px);

/// What all points of one class, rarity and, of landmarks, owner look like on the plates.
struct PointPicture {
  size_t point = 0;  ///< the first of them in the world's set
  int side_px = 0;
  std::vector<uint32_t> words;  ///< premultiplied, as above
};
/// One for every look in the world, by class, rarity, owner.
std::vector<PointPicture> point_pictures(const World& world, const SymbolSet& symbols, const Palette& palette,
                                         double px_per_unit);

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
void draw_wildlife(const Painter& pen, double x, double y, const FamilySymbol& family, double scale);

/// A seat on a small scale: capitals with a ring, capitals and cities in their owner's ink, towns white.
void draw_seat(const Painter& pen, double x, double y, SeatClass seat, Rgb owner_ink, double radius);

/// An enemy of no family, for legends of rarities.
FamilySymbol sample_enemy();

/// "iron_vein" -> "Iron Vein"
std::string title_of_slug(std::string_view slug);

}  // namespace fw
