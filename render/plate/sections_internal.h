#pragma once

#include "render/map/scene/atlas.h"
#include "render/map/scene/style.h"
#include "render/plate/panel.h"

// What the files of sections share; private to this room.
namespace fw {

/// The colour of an owner's symbols and texts.
Rgb owner_ink(const Atlas& atlas, Faction owner);

/// An area of a region, km²; in a world of small ones with two digits more.
std::string area_figure(const World& world, double area_m2);

/// Whether the world has tracks that are drawn: a network of roads has its own.
bool has_tracks(const Atlas& atlas);

/// A sample of one of a layer's lines as a plate of that scale has it, 26 units long.
SymbolDrawer line_symbol(MapLayer layer, size_t group, const Atlas& atlas, double denominator = 0);
SymbolDrawer line_symbol(const LineStyle& row, size_t group, size_t groups, const Atlas& atlas);
/// What legends are made of, one for each row of a table, without values: owners, biomes, bands as fills,
/// tinted bands of a scale.
std::vector<LegendItem> faction_items(const Atlas& atlas);
std::vector<LegendItem> biome_items(const Atlas& atlas, double denominator);
LegendItem beach_item(const Atlas& atlas);
std::vector<LegendItem> band_items(const Atlas& atlas);
std::vector<LegendItem> tint_items(const Atlas& atlas, double denominator);
/// One for each of point_families, of the three tiers, of the rarities, of the kinds.
std::vector<LegendItem> family_items(const Atlas& atlas, Category category);
std::vector<LegendItem> tier_items(const Atlas& atlas);
std::vector<LegendItem> rarity_items(const Atlas& atlas);
std::vector<LegendItem> kind_items(const Atlas& atlas, const std::vector<LandmarkKind>& kinds);

/// Where a sample of an area lies.
Box swatch_box(double x, double y, double scale);
/// A patch of an ink pattern.
void draw_hatch_swatch(const Painter& pen, const Box& box, const HatchStyle& style, Rgb ink);
SymbolDrawer hatch_swatch(const HatchStyle& style, Rgb ink);

}  // namespace fw
