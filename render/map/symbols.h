#pragma once

#include <string>

#include "core/model/palette.h"
#include "core/model/point_set.h"
#include "render/page/painter.h"

namespace fw {

enum class SymbolShape {
  dot,
  triangle,
  triangle_down,
  square,
  diamond,
  pentagon,
  hexagon,
  bar,
  star4,
  star5
};

/// SymbolShape first, colour second: what a family looks like on every plate and in every legend.
struct FamilySymbol {
  SymbolShape shape = SymbolShape::dot;
  Rgb colour;
};
FamilySymbol resource_symbol(const Palette& palette, std::string_view family);
/// Families of the shipped templates have fixed symbols; others take the next by their position in the
/// template.
FamilySymbol enemy_symbol(const Palette& palette, std::string_view family, int position);

/// Sizes in plate units, before a view's own factor.
inline constexpr double kCommonRadius = 4.3, kUncommonRadius = 5.0, kRareRadius = 9.8;
inline constexpr double kOrdinaryRadius = 3.9, kEliteRadius = 5.6, kNamedRadius = 9.6, kBossRadius = 12.5;

void draw_resource(const Painter& pen, double x, double y, FamilySymbol symbol, Tier tier, double scale);
void draw_enemy(const Painter& pen, double x, double y, FamilySymbol symbol, Rarity rarity, double scale);

/// Radius of a landmark's badge before the view's factor.
double badge_radius(LandmarkKind kind);
/// Settlements and forts wear their owner's dark tone.
void draw_badge(const Painter& pen, double x, double y, LandmarkKind kind, Rgb owner, double scale);

/// "angry_earth" -> "Angry Earth"
std::string title_of_slug(std::string_view slug);

}  // namespace fw
