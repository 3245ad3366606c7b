#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/colour/palette.h"
#include "core/model/template/view.h"
#include "render/page/painter.h"

namespace fw {

/// A line: its stroke and the wider casing below it.
struct StrokeLook {
  Rgb colour;
  double width_mm = 0;
  double alpha = 1;
  Rgb casing = {};
  double casing_mm = 0;  ///< the whole width of the casing; 0 = none
  double casing_alpha = 0;
  std::vector<double> dash_mm = {};  ///< empty = solid
};

/// A line in the sea along the coast.
struct WaveLine {
  double off_m = 0;  ///< from the coast, in a frame of 8 km
  double alpha = 0;
};

inline constexpr size_t kRoofColours = 4;

/// What a landscape seen from the side has beside the map that lies on it.
struct LandscapeLook {
  Rgb rock, forest, fresh_water;
  Rgb sea_near, sea_far;  ///< they cover most of the map's
  std::array<Rgb, kRoofColours> roofs = {};
  Rgb earth_top, earth_foot, stratum;  ///< the slab's walls, and layers in them
  Rgb sea_top, sea_foot;               ///< its walls of water
  Rgb haze;                            ///< air before what is far away
  Rgb sky;                             ///< round the slab in a window; paper has its own colour
};

/// How a map looks, apart from the colours of the vocabulary's rows (Palette) and from what it shows:
/// colours, widths in millimetres of paper, switches. Whoever draws a map reads it; nobody else holds a
/// colour.
struct MapStyle {
  std::string_view slug, title;
  bool dark = false;  ///< light letters and lines on dark ground

  // Ground.
  Rgb land, beach, islet;
  Rgb beyond;  ///< of the page, and outside the frame of a world without a sea
  Rgb sea_near, sea_far, wave;
  std::vector<WaveLine> waves;
  double wave_m = 3;                          ///< half the width of such a line, in a frame of 8 km
  double fill_saturation = 1;                 ///< of the rows' colours
  double fill_lightness = 1;                  ///< power of their lightness
  double relief = 1;                          ///< factor on the strength of a relief over fills
  double grain = 0;                           ///< of the paper, levels of 255
  bool beaches = true;                        ///< sand along gentle coasts
  bool hills = false;                         ///< drawn hills, mounds and trees on maps without contours
  Rgb relief_shadow, relief_light;            ///< of a map of the relief
  std::vector<Rgb> tints;                     ///< of heights
  std::vector<Rgb> feature;                   ///< of the feature field
  Rgb resource_ink, wildlife_ink, enemy_ink;  ///< of fields of intensity
  Rgb unreached, neutral;                     ///< ground that no way leads to, regions of nobody
  Rgb hatch;

  // Lines.
  StrokeLook coast, depth, contour, index_contour, biome_border, danger_border, region_border, realm_border;
  StrokeLook track, contested, reach;
  Rgb danger;  ///< of the worst band
  Rgb light;   ///< casings of figures, and lines within lakes

  // Figures.
  Rgb river, river_edge, lake, lake_edge, fall;
  StrokeLook road, way, trail;  ///< `way`: a road of the second class
  Rgb bridge, town, town_ground, fort;
  Rgb cliff, sand, marsh;
  Rgb hill, hill_ink, tree;
  double symbols = 1;  ///< factor on symbols
  LandscapeLook landscape;

  // Letters.
  Rgb text, soft, halo;  ///< `soft`: of what matters less on the page
  double halo_alpha = 0.9;
  Rgb region_text, water_text, place_text, number_text, spot_text;
  Rgb realm_text;  ///< what names of realms are mixed with their owners' inks from
};

/// Whether it is one of kMapStyleSlugs.
bool is_map_style(std::string_view slug);
/// An unknown name gives the first.
const MapStyle& map_style(std::string_view slug = kMapStyleSlugs[0]);

/// The style in the colours that a template gives its sea and the ground without content (`frame.sea`,
/// `land.islet`), made for pale paper: a style carries them over to its ground, as it does the rows' fills,
/// and a dark one keeps its sea dark. `sea`: of shallow water; it deepens from there.
MapStyle with_colours(MapStyle style, const std::optional<Rgb>& sea, const std::optional<Rgb>& islet);

/// Of so many millimetres, in units of a plate's map (unit_mm, scene/style.h).
constexpr double print_units(double mm) {
  return mm / 0.1156;
}

/// A row's fill as the style shows it: on its land, with its saturation and lightness.
Rgb styled_fill(const MapStyle& style, Rgb fill);
/// The fills of a palette as the style shows them; inks stay.
Palette styled(Palette palette, const MapStyle& style);

/// The colours of a page with maps of that style.
PageInks page_inks(const MapStyle& style);

/// Colours of symbols, which are the same in every style: they stand out from any ground by their rims.
namespace symbol_colour {
inline constexpr Rgb kRim = Rgb::hex(0xFFFFFF), kEdge = Rgb::hex(0x1E2428);
inline constexpr Rgb kPale = Rgb::hex(0xFFFDF6), kCool = Rgb::hex(0xE9FAFF), kGold = Rgb::hex(0xF4D78A);
inline constexpr Rgb kRare = Rgb::hex(0xFFF3C4), kStar = Rgb::hex(0xFFD24A), kHexagon = Rgb::hex(0x22262C);
inline constexpr Rgb kSeatEdge = Rgb::hex(0x2A2A30);
inline constexpr Rgb kWildlife = Rgb::hex(0xE6C896), kUnknown = Rgb::hex(0x7A4B22);
inline constexpr Rgb kOwned = Rgb::hex(0x4A5A62);  ///< of kinds whose symbols take their owner's ink
}  // namespace symbol_colour

}  // namespace fw
