#pragma once

#include "render/map/atlas.h"
#include "render/map/style.h"
#include "render/plate/panel.h"

// What the files of sections share; private to this room.
namespace fw {

/// The colour of an owner's symbols and texts.
Rgb owner_ink(const Atlas& atlas, Faction owner);

/// Whether the world has tracks that are drawn: a network of roads has its own.
bool has_tracks(const Atlas& atlas);

/// A sample of one of a layer's lines as the tables have it, 26 units long.
SymbolDrawer line_symbol(MapLayer layer, size_t group, const Atlas& atlas);
/// Where a sample of an area lies.
Box swatch_box(double x, double y, double scale);
/// A patch of an ink pattern.
void draw_hatch_swatch(const Painter& pen, const Box& box, const HatchStyle& style, Rgb ink);
SymbolDrawer hatch_swatch(const HatchStyle& style);

}  // namespace fw
