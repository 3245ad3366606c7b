#pragma once

#include <functional>
#include <string>
#include <vector>

#include "render/map/atlas.h"
#include "render/map/labels.h"
#include "render/map/map_frame.h"
#include "render/map/symbols.h"

namespace fw {

/// A point of the world on the page.
struct PlacedSymbol {
  const Point* point = nullptr;
  Vec2 at;
  double radius = 0;
};

void draw_coast(const Painter& pen, const MapFrame& frame, const Atlas& atlas);
void draw_region_borders(const Painter& pen, const MapFrame& frame, const Atlas& atlas, double width,
                         double alpha);
void draw_tracks(const Painter& pen, const MapFrame& frame, const Atlas& atlas, double factor);
void draw_faction_borders(const Painter& pen, const MapFrame& frame, const Atlas& atlas, double width,
                          double casing);
/// Yellow and above, Red and above, Black, each readable on every faction's wash; Black is hatched.
void draw_danger_outlines(const Painter& pen, const MapFrame& frame, const Atlas& atlas);
void draw_contours(const Painter& pen, const MapFrame& frame, const Atlas& atlas);

/// Diagonal lines where a field exceeds a level on land; geometry, so every format draws the same.
void draw_hatch(const Painter& pen, const MapFrame& frame, const Atlas& atlas, const Raster<float>& field,
                double pitch, bool falling, Rgb colour, double width, double alpha);
/// A pattern per danger band: sparse dots, dots, hatch, cross hatch.
void draw_danger_patterns(const Painter& pen, const MapFrame& frame, const Atlas& atlas);
/// One patch of the same pattern for the legend.
void draw_pattern_swatch(const Painter& pen, const Box& box, Danger band);

/// Landmarks inside a frame, quest hubs first so that settlements come out on top.
std::vector<PlacedSymbol> landmarks_in(const Atlas& atlas, const MapFrame& frame, double scale,
                                       double inside_m, const std::vector<LandmarkKind>& kinds);
void draw_badges(const Painter& pen, const Atlas& atlas, const std::vector<PlacedSymbol>& badges,
                 double scale);

/// The most important points of each tile, most important first, and how many there were.
struct Thinned {
  std::vector<const Point*> shown;
  int64_t of = 0;
};
/// Keeps at most `cap` points per tile of side tile_m; `rank` orders (lower first), a hash of the cell breaks
/// ties; points of rank `uncapped_below` or less always stay.
Thinned thin_points(const World& world, const std::vector<const Point*>& points,
                    const std::function<int(const Point&)>& rank, int cap, double tile_m,
                    int uncapped_below = -1);
/// Side of the tiles that the cap holds in: an eighth of the frame, 1 km on 8 km, so that paper is never
/// crowded and a small island not emptied.
double tile_side_m(const Atlas& atlas);
std::vector<const Point*> points_of(const World& world, Category category);

FamilySymbol symbol_of(const Atlas& atlas, const Point& point);

/// Town names around settlements, and region names in capitals inside their regions.
void place_town_names(LabelLayout& layout, const std::vector<PlacedSymbol>& badges, const Atlas& atlas,
                      double size, double halo);
void place_site_names(LabelLayout& layout, const std::vector<PlacedSymbol>& badges, const Atlas& atlas);
void place_region_names(LabelLayout& layout, const MapFrame& frame, const Atlas& atlas, double size,
                        double alpha);

}  // namespace fw
